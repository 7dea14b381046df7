"""The command line: one command a file, each parse -> one library call -> write."""
