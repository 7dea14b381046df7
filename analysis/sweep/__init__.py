"""Sweeps: many menus at many tables, kept as exact sums that any later run adds to."""
