"""Ways to play. See `simkit.policies.lineup` for how they are named and seated."""
