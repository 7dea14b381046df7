"""Turns estimates into text, charts and pages. Runs no simulation."""
