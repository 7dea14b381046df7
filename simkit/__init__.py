"""Monte Carlo simulation of the Sushi Go! family of games."""
