"""How players are named: policy, data, modifiers."""

import json
from typing import Any

import pytest

from scripts.cli import run
from simkit.cards import CATALOGUE, CATALOGUES
from simkit.errors import PolicyError
from simkit.menus import load
from simkit.policies import kinds, modifiers
from simkit.policies.lineup import Player, player, seat
from simkit.policies.modifiers import STYLES, Modifiers
from simkit.policies.switch import POLICIES
from simkit.runner import prepare
from simkit.schema import FORBIDDEN, FORCED, FREE


def test_a_name_alone_has_no_modifiers() -> None:
    for policy in POLICIES:
        assert player(policy.name).modifiers == Modifiers()


@pytest.mark.parametrize(
    ("spec", "policy", "read"),
    [
        ("greedy+noise=0.1", "greedy", Modifiers(noise=0.1)),
        (" greedy + noise = 1 ", "greedy", Modifiers(noise=1.0)),
        (
            "first:maki,tofu+forbid=tempura+force=pudding+forbid=maki-2+forbid=tempura",
            "first",
            Modifiers(forbid=("tempura", "maki-2"), force=("pudding",)),
        ),
        ("random-legal+force=nigiri-egg", "random-legal", Modifiers(force=("nigiri-egg",))),
        ("greedy+style=collector", "greedy", Modifiers(style="collector")),
        ("greedy+style=majority", "greedy", Modifiers(style="majority-hunter")),
        ("greedy+style=dessert-hoarder", "greedy", Modifiers(style="dessert-hoarder")),
    ],
)
def test_modifiers_are_read(spec: str, policy: str, read: Modifiers) -> None:
    found = player(spec)
    assert (found.name, found.policy.name, found.modifiers) == (spec.strip(), policy, read)
    assert found.data == player(spec.split("+")[0]).data


@pytest.mark.parametrize(
    ("modifier", "says"),
    [
        ("nois=0.1", r"modifier 'nois' is unknown. Did you mean 'noise'\? Known: noise, forbid"),
        ("", "a modifier is missing after '\\+'"),
        ("=3", "a modifier is missing"),
        ("noise", "noise needs a value: write noise=0.1"),
        ("noise=1.5", "noise = 1.5: must be a number from 0 to 1"),
        ("noise=nan", "noise = nan: must be a number from 0 to 1"),
        ("noise=little", "noise = little: must be"),
        ("noise=0.1+noise=0.2", "noise is given 2 times"),
        ("forbid=makki", r"card 'makki' is unknown. Did you mean 'maki'\?"),
        ("forbid=maki-2+force=maki", "maki-2 is both forbidden and forced"),
        ("style=colector", r"style 'colector' is unknown. Did you mean 'collector'\? Known:"),
        ("rollouts=0", "rollouts = 0: must be a whole number from 1 to 65,536"),
        ("rollouts=1e3", "rollouts = 1e3: must be a whole number"),
        ("rollouts=64", "greedy does not search"),
    ],
)
def test_what_is_wrong_with_a_modifier_is_said(modifier: str, says: str) -> None:
    with pytest.raises(PolicyError, match=says) as raised:
        player(f"greedy+{modifier}")
    assert "\n" not in str(raised.value)


def test_a_style_needs_worths() -> None:
    with pytest.raises(PolicyError, match="random draws and puts no worth on cards"):
        player("random+style=collector")


def test_errors_are_one_line_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "go", "--policies", "greedy+noise=2,random,random,random"]) == 2
    said = capsys.readouterr().err
    assert said == "simkit: policy 'greedy+noise=2': noise = 2: must be a number from 0 to 1.\n"


def _rules(*specs: str | Player, menu: str = "party/sushi-go") -> Any:
    return prepare(menu, len(specs), specs, house=False)[2]


def test_modifiers_come_into_the_rules_record() -> None:
    specs = (
        "greedy+noise=0.25+forbid=maki+force=nigiri-egg+style=majority",
        "greedy",
        "random-legal+noise=0.5",
        "random+noise=1",
    )
    rules = _rules(*specs)
    assert rules.noise[:4].tolist() == [16384, 0, 32768, 0]  # random can not play more as random
    assert rules.is_modified[:4].tolist() == [1, 0, 0, 0]
    ids = list(load("party/sushi-go").card_ids)
    marks = {ids[r]: int(rules.restricted[0, r]) for r in range(int(rules.n_rows))}
    assert {card for card, mark in marks.items() if mark == FORBIDDEN} == {
        f"maki-{n}" for n in (1, 2, 3)
    }
    assert {card for card, mark in marks.items() if mark == FORCED} == {"nigiri-egg"}
    assert (rules.restricted[1:] == FREE).all()
    assert {ids[r] for r in range(len(ids)) if rules.style[0, r]} == {
        *(f"maki-{n}" for n in (1, 2, 3)),
        "pudding",
    }


def test_cards_that_are_not_on_the_menu_and_whole_menus_may_be_named() -> None:
    rules = _rules("greedy+forbid=uramaki", "greedy")
    assert not rules.is_modified.any()
    menu = load("party/sushi-go")
    every = "".join(f"+forbid={kind}" for kind in menu.kinds)
    rules = _rules(f"greedy{every}", "greedy")
    assert (rules.restricted[0, : int(rules.n_rows)] == FORBIDDEN).all()


def test_players_can_be_made_in_python() -> None:
    policy = next(policy for policy in POLICIES if policy.name == "greedy")
    made = Player("mine", policy, policy.data, Modifiers(noise=0.5, force=("maki",)))
    rules, named = _rules(made, "greedy"), _rules("greedy+noise=0.5+force=maki", "greedy")
    assert rules.tobytes() == named.tobytes()


@pytest.mark.parametrize("slug", ["party/sushi-go", "roll"])
def test_a_player_at_many_seats_is_the_same_as_one_read_anew_for_each(slug: str) -> None:
    specs = ("search+rollouts=9", "deny+force=pudding", "first:tempura", "search+rollouts=9")
    one = {spec: player(spec) for spec in specs}
    shared, anew = (
        prepare(slug, len(specs), seated, house=False)[2]
        for seated in ([one[spec] for spec in specs], [player(spec) for spec in specs])
    )
    assert shared.tobytes() == anew.tobytes()
    assert list(shared.rollouts[:4]) == [9, 0, 0, 9]


def test_only_policies_that_search_have_rollouts() -> None:
    menu = load("party/sushi-go")
    for policy in POLICIES:
        seated = (player(policy.name),) * 4
        rules = prepare(menu, 4, policy.name, house=False)[2]
        seat(rules, menu, seated, ordered=False)
        assert (rules.rollouts[:4] == policy.rollouts).all()
        if policy.rollouts:
            assert _rules(f"{policy.name}+rollouts=64", "random").rollouts[0] == 64


def test_styles_name_kinds_that_exist_and_every_game_has_some() -> None:
    known = {kind.slug for kind in CATALOGUE}
    assert len({style.name for style in STYLES}) == len(STYLES) > 2
    for style in STYLES:
        assert set(style.kinds) <= known
        for game in CATALOGUES.values():
            assert set(style.kinds) & {kind.slug for kind in game}, style.name


def test_numbers_of_kinds_are_those_of_the_catalogue() -> None:
    numbers = {name: value for name, value in vars(kinds).items() if name.isupper()}
    names = [kind.slug.upper().replace("-", "_") for kind in CATALOGUE]
    assert numbers == {name: number for number, name in enumerate(names)}
    for slug in ("party/master-menu", "go", "roll"):
        menu = load(slug)
        rules = prepare(menu, 4, "greedy", house=False)[2]
        found = [names[n] for n in rules.catalogue[: int(rules.n_kinds)]]
        assert found == [kind.upper().replace("-", "_") for kind in menu.kinds]


# ---- the command


def test_policies_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["policies"]) == 0
    text = capsys.readouterr().out
    for word in (*(policy.name for policy in POLICIES), *modifiers.MODIFIERS, "mine.py"):
        assert word in text
    assert run(["policies", "--format", "json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed["schema"] == "simkit/policies/1"
    assert [entry["policy"] for entry in listed["policies"]] == [p.name for p in POLICIES]
    assert [entry["example"].split("=")[0] for entry in listed["modifiers"]] == [
        *modifiers.MODIFIERS
    ]
    assert run(["policies", "--format", "csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(POLICIES) + 1


def test_every_example_of_a_modifier_can_be_read() -> None:
    for name, (_, _, example) in modifiers.MODIFIERS.items():
        if name != "rollouts":
            assert player(f"greedy+{example}").modifiers != Modifiers()
