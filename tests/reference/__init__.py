"""The rules of Sushi Go Party! once more, in plain Python, as a judge of the fast engine.

Written from the rule text alone: it imports nothing of the project and no third-party package.
"""
