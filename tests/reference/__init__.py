"""The rules of Sushi Go Party! once more, in plain Python, as a judge of the fast engine.

Written from the rule text alone: it imports nothing of the project and no third-party package.
`engine.differences(transcript)` says what is wrong with a transcript, `engine.replay(transcript)`
works it out anew, `player.random_game(seed, cards, players)` plays one at random, and `scoring`
has one function a card. `rulebook.make_rules` makes the rules all of them need.
"""
