"""The rules of the three games once more, in plain Python, as a judge of the fast engine.

Written from the rule text alone: it imports nothing of the project and no third-party package.
`engine.differences(transcript)` says what is wrong with a transcript of any game,
`engine.replay(transcript)` works it out anew. What one game is made of:

- Sushi Go Party!: `rulebook`, `game` (with `decisions`, `takeout`), `scoring`, `party`, `player`
- Sushi Go!: `go_rulebook`, `go_game`, `go_scoring`, `go`, `go_player`
- Sushi Roll: `roll_rulebook`, `roll_game`, `roll_scoring`, `roll`, `roll_player`

A rulebook has the printed facts and `make_rules`, a game its course, a scoring one function for
each way to score, a player random games; `party`, `go` and `roll` read transcripts. What the games
have in common stands in the files of Party: cards on a table (`cards`), sets, nigiri, ties in full.
"""
