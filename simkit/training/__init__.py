"""Tuning of weights by self-play: see `simkit.training.train`."""
