"""All legal menus at once: what a sweep over them says, tightened by what menus have in common.

`surrogate` fits card and pair effects to a sweep and draws each menu's figures toward them; `view` holds the result
and answers questions about it; `goals` are what one may want of a menu, `pareto` lists menus by several of these.
`find` looks for the best of all menus by playing (`choice` says whom next, and how sure it is), `advise` for the best
swaps of cards of one menu (`neighbours`). What only asks (`view`, `goals`, `pareto`) loads polars and nothing else
that is heavy.
"""
