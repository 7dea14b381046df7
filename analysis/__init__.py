"""Turns batches into estimates: a value, its uncertainty and the number of games behind it.

Works on plain arrays and polars frames; knows no matplotlib and no command line.
"""
