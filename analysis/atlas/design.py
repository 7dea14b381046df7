"""Which cards and pairs of cards are on which menu, as a linear model sees it.

A menu of Party has 7 kinds beside the nigiri: a roll, 3 appetizers, 2 specials and a dessert. So a linear
model of 22 cards and 225 pairs has more numbers than menus can tell apart: one point more for every appetizer
is three points more for every menu. Effects are therefore *contrasts to the mean of the group*: those of a
group's cards add up to 0, and so do the pairs of a card with all cards of a group. 18 numbers for cards are left
and 149 for pairs. Under all legal menus, each as likely, the two families are then orthogonal (the
decomposition of Hoeffding 1948, here of samples without replacement), so that a pair says what remains after the
effects of its cards.

Entries of the Gram matrix Zᵀ W Z of cards and pairs are sums of weights over the menus that hold up to four
given cards. A menu has only 99 such subsets, so that all entries together cost 99 additions a menu, and not
28 × 28: `Design.subsets` says which menu holds which, `Design.union` which entry is which subset.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import linalg, sparse

from analysis.estimate import Floats, Ints
from simkit.errors import InputError
from simkit.menus.catalogue import GROUPS, cards
from simkit.menus.listing import legal

_LARGEST = 4  # two pairs hold four cards at most
_ALWAYS = "nigiri"


@dataclass(frozen=True)
class Design:
    """Menus by cards and pairs, for some numbers of players.

    Attributes
    ----------
    cards : tuple of str
        All kinds but the nigiri, in catalogue order.
    players : tuple of int
        Numbers of players.
    menus : array (menus, 7) of int
        The cards of each menu, ascending.
    legal : array (menus, players) of bool
        Whether the rule book allows the menu for so many.
    columns : tuple of tuple of int
        What the columns of the model are: ``()`` the level, ``(card,)``, ``(card, other)``.
    """

    cards: tuple[str, ...]
    players: tuple[int, ...]
    menus: Ints
    legal: NDArray[np.bool_]
    columns: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, menus: Sequence[Sequence[str]], players: Sequence[int]) -> Design:
        """Return the design of some menus, each once, in the order given (nigiri may be named).

        Raises
        ------
        InputError
            A menu that the rule book does not know: house menus are no part of an atlas.
        """
        known = {kind: i for i, kind in enumerate(kind for kind in cards() if kind != _ALWAYS)}
        size = sum(GROUPS.values())
        found = np.empty((len(menus), size), np.int64)
        for i, kinds in enumerate(menus):
            rows = sorted({known[kind] for kind in kinds if kind in known})
            if len(rows) != size or len(rows) + (_ALWAYS in kinds) != len(kinds):
                raise InputError(_odd(kinds))
            found[i] = rows
        facts = [cards()[kind] for kind in known]
        for group, n in GROUPS.items():
            of_group = np.array([card.group == group for card in facts])
            wrong = of_group[found].sum(axis=1) != n
            if wrong.any():
                raise InputError(_odd(menus[int(np.argmax(wrong))]))
        fits = np.array([[c.min_players <= p <= c.max_players for p in players] for c in facts])
        is_legal: NDArray[np.bool_] = np.all(fits[found], axis=1)
        columns: list[tuple[int, ...]] = [(), *((c,) for c in range(len(known)))]
        for c, d in combinations(range(len(known)), 2):
            if facts[c].group != facts[d].group or GROUPS[facts[c].group] > 1:
                columns.append((c, d))
        return cls(tuple(known), tuple(players), found, is_legal, tuple(columns))

    @classmethod
    def all_legal(cls, players: Sequence[int]) -> Design:
        """Return the design of all menus that are legal for one of these numbers of players."""
        place = {kind: i for i, kind in enumerate(cards())}
        menus = {kinds for number in players for kinds in legal(number)}
        in_order = sorted(menus, key=lambda kinds: [place[kind] for kind in kinds])
        return cls.of(in_order, players)

    def at(self, places: NDArray[np.bool_]) -> Design:
        """Return the same menus for some of the numbers of players."""
        players = tuple(np.array(self.players)[places].tolist())
        return replace(self, players=players, legal=self.legal[:, places])

    @cached_property
    def groups(self) -> dict[str, list[int]]:
        """The cards of each group."""
        return {
            group: [i for i, kind in enumerate(self.cards) if cards()[kind].group == group]
            for group in GROUPS
        }

    @cached_property
    def rows(self) -> dict[tuple[str, ...], int]:
        """The number of each menu by its kinds, without the nigiri."""
        return {tuple(self.cards[c] for c in menu): i for i, menu in enumerate(self.menus)}

    @property
    def kinds(self) -> list[list[str]]:
        """The kinds of each menu in catalogue order, with the nigiri."""
        return [[_ALWAYS, *(self.cards[c] for c in menu)] for menu in self.menus]

    @cached_property
    def n_main(self) -> int:
        """How many numbers are for cards; the rest of the basis is for pairs."""
        return len(self.cards) - len(GROUPS)

    @cached_property
    def _known(self) -> tuple[Ints, Ints, Ints]:
        """Subsets as sets of bits: all of them in order; those of each menu; unions of two columns."""
        bits = 1 << self.menus
        of_menus = np.stack(
            [
                bits[:, list(chosen)].sum(axis=1)
                for size in range(_LARGEST + 1)
                for chosen in combinations(range(bits.shape[1]), size)
            ],
            axis=1,
        )
        of_columns = np.array([sum(1 << card for card in column) for column in self.columns])
        union = of_columns[:, None] | of_columns
        return np.unique(np.concatenate([of_menus.ravel(), union.ravel()])), of_menus, union

    @cached_property
    def subsets(self) -> sparse.csr_matrix:
        """Which menu holds which subset of up to four cards (menus, subsets)."""
        known, of_menus, _ = self._known
        n, each = of_menus.shape
        place = np.searchsorted(known, of_menus.ravel()).astype(np.int32)
        ends = np.arange(n + 1, dtype=np.int32) * each
        return sparse.csr_matrix((np.ones(n * each), place, ends), shape=(n, len(known)))

    @cached_property
    def union(self) -> Ints:
        """The subset that is in a menu if and only if both columns are (columns, columns)."""
        known, _, union = self._known
        return np.searchsorted(known, union)

    @cached_property
    def holds(self) -> sparse.csr_matrix:
        """Which menu has which column: Z (menus, columns)."""
        return self.subsets[:, self.union[0]]

    @cached_property
    def basis(self) -> Floats:
        """The numbers that menus can tell apart (columns, numbers): orthonormal; cards, then pairs.

        The level is none of them.
        """
        return self._basis(np.ones(len(self.cards), bool))

    @cached_property
    def contrasts(self) -> list[Floats]:
        """What makes contrasts out of coefficients, by number of players (columns, columns).

        Bans leave fewer cards, so that effects that add up to 0 over all cards no longer do. The new
        ones say the same of every menu that is left.
        """
        return [self._contrasts(place) for place in range(len(self.players))]

    def _contrasts(self, place: int) -> Floats:
        there = self._fits(place)
        level = np.zeros((len(self.columns), 1))
        level[0] = 1
        basis = np.hstack([level, self._basis(there)])
        gram = self._chances(there)
        return np.asarray(basis @ np.linalg.solve(basis.T @ gram @ basis, basis.T @ gram))

    def straight(self, place: int, bends: Floats) -> Floats:
        """Return what cards and pairs can say of further columns (columns, bends): their projection.

        Over the menus of the design that are legal for so many players.
        """
        legal = self.legal[:, place].astype(np.float64)
        level = np.zeros((len(self.columns), 1))
        level[0] = 1
        basis = np.hstack([level, self.basis])
        gram = basis.T @ (self.subsets.T @ legal)[self.union] @ basis
        gram += 1e-9 * np.trace(gram) * np.eye(len(gram))  # some numbers say nothing of few menus
        return np.asarray(
            basis @ np.linalg.solve(gram, basis.T @ (self.holds.T @ (legal * bends).T))
        )

    def there(self, place: int) -> NDArray[np.bool_]:
        """Return which columns any menu for so many players has."""
        fits = self._fits(place)
        return np.array([all(fits[c] for c in column) for column in self.columns])

    def _fits(self, place: int) -> NDArray[np.bool_]:
        """Return which cards the rule book allows for so many players."""
        facts = [cards()[kind] for kind in self.cards]
        number = self.players[place]
        return np.array([card.min_players <= number <= card.max_players for card in facts])

    def _basis(self, there: NDArray[np.bool_]) -> Floats:
        """Return the basis if only some of the cards are there."""
        place = {column: i for i, column in enumerate(self.columns)}
        groups = [[c for c in group if there[c]] for group in self.groups.values()]
        known = [all(there[card] for card in column) for column in self.columns]
        singles = [i for i, column in enumerate(self.columns) if len(column) == 1 and known[i]]
        pairs = [i for i, column in enumerate(self.columns) if len(column) == 2 and known[i]]
        of_singles = [[place[(c,)] for c in group] for group in groups]
        of_pairs = [
            [place[pair] for d in group if (pair := (min(c, d), max(c, d))) in place]
            for c in np.flatnonzero(there).tolist()
            for group in groups
        ]
        blocks = []
        for members, sums in ((singles, of_singles), (pairs, of_pairs)):
            rules = np.array([np.isin(members, one) for one in sums if one], np.float64)
            block = np.zeros((len(self.columns), len(members)))
            block[members, np.arange(len(members))] = 1
            blocks.append(block @ linalg.null_space(rules))
        return np.hstack(blocks)

    def _chances(self, there: NDArray[np.bool_]) -> Floats:
        """Return the share of all menus of these cards in which both columns are (columns, columns)."""
        shares = []
        for group, n in zip(self.groups.values(), GROUPS.values(), strict=True):
            size = int(there[group].sum())
            shares.append(
                [comb(size - k, n - k) / comb(size, n) if k <= n else 0.0 for k in range(5)]
            )
        members = np.array([np.isin(np.arange(len(self.cards)), g) for g in self.groups.values()])
        holds = np.array([np.isin(np.arange(len(self.cards)), c) for c in self.columns])
        either = holds[:, None] | holds[None]
        counts = np.einsum("abc,gc->gab", either.astype(np.int64), members.astype(np.int64))
        chance = np.prod([np.array(s)[k] for s, k in zip(shares, counts, strict=True)], axis=0)
        return np.asarray(np.where((either & ~there).any(axis=2), 0.0, chance))


def laid_out(design: Design, cells: pl.DataFrame, columns: Sequence[str]) -> dict[str, Floats]:
    """Return columns of cells as arrays (menus, players); nan where there is none.

    Raises
    ------
    InputError
        A menu that is not legal, or two rows about the same menu and number of players.
    """
    always = pl.col("kinds").list.eval(pl.element().filter(pl.element() != _ALWAYS))
    order = {card: i for i, card in enumerate(design.cards)}
    menus = [
        tuple(sorted(kinds, key=lambda kind: order.get(kind, -1)))
        for kinds in cells.select(always).to_series().to_list()
    ]
    numbers = cells["players"].to_list()
    for kinds, number in zip(menus, numbers, strict=True):
        row = design.rows.get(kinds)
        if row is None or not design.legal[row, design.players.index(number)]:
            raise InputError(_odd(kinds, f" for {number} players"))
    at = (
        np.array([design.rows[kinds] for kinds in menus], np.int64),
        np.array([design.players.index(number) for number in numbers], np.int64),
    )
    flat = at[0] * len(design.players) + at[1]
    if len(np.unique(flat)) < len(flat):
        raise InputError(
            "two rows of one line-up are about the same menu and number of players; keep those of one "
            "set of rulings."
        )
    arrays = {}
    for name in columns:
        array = np.full(design.legal.shape, np.nan)
        array[at] = cells[name].cast(pl.Float64).fill_null(np.nan).to_numpy()
        arrays[name] = array
    return arrays


def _odd(kinds: Sequence[str], of: str = "") -> str:
    return (
        f"menu of {', '.join(kinds)}: is no menu of Party's rule book{of}, which has "
        f"{', '.join(f'{n} {group}' for group, n in GROUPS.items())} and nigiri; leave it out."
    )
