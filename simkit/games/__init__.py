"""The games of the family: each fills a rules record."""
