"""The tests. Folders mirror the packages they test."""
