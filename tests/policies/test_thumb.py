"""Rules of thumb: the data cover every kind, the first rule that fits counts, and bad data are named."""

import re
from itertools import product

import numpy as np
import pytest

from simkit.cards import CATALOGUES
from simkit.errors import PolicyError
from simkit.menus.menu import HAND_SIZES
from simkit.policies.thumb import (
    LEVEL,
    OURS,
    parse_thumbs,
    progress_of,
    read_thumbs,
    rules_of_thumb,
    tables,
    worths,
)

_ALL = rules_of_thumb()
_CARDS = [
    (game, variant.slug)
    for game, kinds in CATALOGUES.items()
    for kind in kinds
    for variant in kind.variants
]


def _worth(card, progress, turn, hand_size=9, players=4, game="party", **more):
    return worths(_ALL, card, progress, turn, hand_size, players, game, **more)


@pytest.mark.parametrize(("game", "card"), _CARDS)
def test_every_card_of_every_game_has_a_worth_at_every_moment(game, card):
    for players, hand_size in HAND_SIZES[game].items():
        for progress, turn, r in product(range(12), range(hand_size), range(3)):
            found = _worth(card, progress, turn, hand_size, players, game, round_now=r, now=2.0)
            assert found is not None
            assert -10 <= found <= 20


@pytest.mark.parametrize(("game", "card"), _CARDS)
def test_tables_hold_what_single_rules_say(game, card):
    players, hand_size = 4, HAND_SIZES[game][4]
    points, visible = tables(_ALL, card, game, players, hand_size)
    found = points + 3.0 * visible
    for r, turn, table, progress in np.ndindex(found.shape):
        want = _worth(
            card, progress, turn, hand_size, players, game, round_now=r, table=table, now=3.0
        )
        assert found[r, turn, table, progress] == (3.0 if want is None else want)


def test_every_source_is_used_and_has_an_address():
    used = {rule.source for rules in _ALL.rules.values() for rule in rules}
    assert used - {OURS} == set(_ALL.sources)
    assert all(source.address.startswith("http") for source in _ALL.sources.values())


def test_a_closed_set_is_worth_what_it_scores_until_the_end():
    assert _worth("sashimi", 2, 8, now=10.0) == 10.0
    assert _worth("tempura", 3, 8, now=5.0) == 5.0
    assert _worth("sashimi", 1, 8) == _worth("sashimi", 0, 7) == _worth("tempura", 0, 8) == 0.0


def test_a_set_that_is_opened_is_worth_more_early():
    for card in ("tempura", "sashimi", "eel", "wasabi", "chopsticks", "spoon"):
        worth = [_worth(card, 0, turn, now=0.0) for turn in range(9)]
        assert worth == sorted(worth, reverse=True)
        assert worth[0] > 1


def test_an_egg_waits_for_a_better_nigiri_while_there_is_time():
    assert _worth("nigiri-egg", 1, 0, now=3.0) == 1.0
    assert _worth("nigiri-egg", 1, 8, now=3.0) == 3.0
    assert _worth("nigiri-egg", 0, 0, now=1.0) == 1.0


def test_leads_are_counted_from_level():
    assert progress_of("soy-sauce") == "lead"
    assert _worth("soy-sauce", LEVEL, 3) == 2.5
    assert _worth("soy-sauce", 0, 3) == 0.1
    assert _worth("soy-sauce", 11, 3) == 4.0


def test_the_two_tables_of_a_majority_are_apart():
    assert _worth("maki-3", LEVEL, 0, now=6.0) == 3.0
    assert _worth("maki-3", LEVEL, 8, now=6.0) == 6.0
    assert _worth("maki-3", LEVEL, 8, table=1, now=3.0) == 3.0
    assert _worth("tofu", 0, 0, table=1) is None


_SOURCES = '[sources.a]\ntitle = "T"\nauthor = "A"\naddress = "http://x"\nadvice = "B"\n[rules]\n'


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("tofy = []", "rules.tofy: there is no such card. Did you mean 'tofu'?"),
        ("tofu = 3", "rules.tofu: must be a list of rules."),
        ('tofu = [{worth = 1, source = "b"}]', 'rule 1: source = "b": must be one of [sources]'),
        ("tofu = [{worth = 1}]", "rules.tofu, rule 1: source: field required."),
        ('tofu = [{lead = 1, source = "a"}]', "`lead` says nothing about tofu; its progress is `own`."),
        ('tofu = [{against = "lowest", source = "a"}]', "`against` is for leads"),
        ('tofu = [{wort = 1, source = "a"}]', "wort: extra inputs are not permitted."),
        ("tofu = [", "this is not valid TOML"),
    ],
)  # fmt: skip
def test_bad_rules_are_named(rules, said):
    with pytest.raises(PolicyError, match=re.escape(said)):
        parse_thumbs(_SOURCES + rules, "it")


def test_a_file_of_ones_own_is_read(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(_SOURCES + 'tofu = [{worth = 9, source = "a"}]\n', "utf-8")
    assert worths(read_thumbs(path), "tofu", 0, 0, 9, 4, "party") == 9.0
    with pytest.raises(PolicyError, match="No such file"):
        read_thumbs(tmp_path / "none.toml")
