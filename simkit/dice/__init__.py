"""The kernels of Sushi Roll that cards have no twin for: dice, belts, tokens, turns one after another (rules C).

They stand under the names of their neighbours: `deal`, `place`, `actions`, `choose`, `turn`, `play`. Trays,
points, valuations of faces, tallies and the log are those of the cards: a face is a row, as a card is.
"""
