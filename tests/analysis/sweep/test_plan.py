"""Plans of sweeps: what they ask for, and what they say about what can not be."""

import tomllib
from collections import Counter
from importlib import resources

import jsonschema
import pytest

from analysis.sweep.forms import plan_schema
from analysis.sweep.plan import Plan, read_plan
from analysis.sweep.work import Precision
from simkit.errors import InputError, SimkitError
from simkit.menus import build, legal, legal_players, load, n_legal

VALIDATOR = jsonschema.Draft202012Validator(plan_schema())
SUSHI_GO = load("party/sushi-go")


def plan(text: str, **more) -> Plan:
    return Plan.of({"games": 256, **tomllib.loads(text), **more})


def kinds_of(text: str, **more) -> set[tuple[str, ...]]:
    return {cell.kinds for cell in plan(text, **more).cells()}


def test_menus_are_named_by_name_or_by_file(tmp_path):
    (tmp_path / "mine.toml").write_text('name = "Mine"\ngame = "go"\n[counts]\nmaki = {1 = 7}\n')
    path = tmp_path / "plan.toml"
    path.write_text(
        'games = 256\nplayers = [2, 4]\nmenus.named = ["go", "mine.toml", "party/sushi-go"]\n'
    )
    cells = list(read_plan(path).cells())
    assert [(cell.game, cell.players) for cell in cells] == [
        *(("go", n) for n in (2, 4)),
        *(("go", n) for n in (2, 4)),
        *(("party", n) for n in (2, 4)),
    ]
    assert cells[2].menu().counts["maki-1"] == 7
    assert cells[4].menu().counts == SUSHI_GO.counts


def test_what_may_not_be_played_is_left_out_and_counted():
    named = 'menus.named = ["master-menu", "go", "dinner-for-two"]'
    found = plan(named, players="2-8").selection
    menus = [load(name) for name in ("master-menu", "go", "dinner-for-two")]
    wanted = [len(set(legal_players(menu)) & set(range(2, 9))) for menu in menus]
    assert len(found.cells) == sum(wanted)
    assert found.left_out == 3 * 7 - sum(wanted) > 0


def test_the_shipped_atlas_is_every_legal_cell_with_two_players():
    text = (resources.files("analysis.sweep") / "plans" / "atlas.toml").read_text("utf-8")
    VALIDATOR.validate(tomllib.loads(text))
    atlas = read_plan("atlas")
    assert atlas.file.players == (2, 3, 4, 5, 6, 7, 8)
    assert sum(n_legal(players) for players in atlas.file.players) == 78_183
    for players in atlas.file.players:
        assert atlas.games(players) % 256 == 0
    found = read_plan("atlas", {"players": 8}).selection  # all of them take ten seconds
    assert found.left_out == 0
    assert Counter((cell.players, *cell.policies) for cell in set(found.cells)) == {
        (8, name): n_legal(8) for name in ("greedy", "weighted")
    }


def test_a_pattern_takes_those_of_the_legal_menus():
    found = kinds_of('menus.pattern = {include = ["eel", "tofu"], exclude = ["spoon"]}', players=2)
    assert found == {
        kinds for kinds in legal(2) if {"eel", "tofu"} <= set(kinds) and "spoon" not in kinds
    }


def test_a_larger_sample_has_those_of_the_smaller():
    small = kinds_of("menus.sample = {n = 20}", players="2-8")
    assert len(small) == 20
    assert small < kinds_of("menus.sample = {n = 30}", players="2-8")
    assert small != kinds_of("menus.sample = {n = 20, seed = 2}", players="2-8")
    assert small == kinds_of("menus = {legal = true, sample = {n = 20}}", players="2-8")
    wanted = 'menus = {pattern = {include = ["eel"]}, sample = {n = 20}}'
    assert all("eel" in kinds for kinds in kinds_of(wanted))


def test_a_sample_holds_each_menu_at_all_its_numbers_of_players():
    cells = list(plan("menus.sample = {n = 20}", players="2-8").cells())
    for cell in cells:
        here = tuple(other.players for other in cells if other.kinds == cell.kinds)
        menu = build({"name": "as the rule book has it", "cards": cell.kinds})
        assert here == legal_players(menu)


def test_neighbours_are_a_card_away():
    found = kinds_of('menus.neighbours = ["party/sushi-go"]')
    wanted = {kinds for kinds in legal(4) if len(set(kinds) - set(SUSHI_GO.kinds)) <= 1}
    assert found == wanted
    # a menu of one's own keeps its numbers, those of the card that goes apart
    changed = plan(
        'menus.neighbours = ["party/sushi-go"]\npoints = {maki = {small = [9, 3]}}'
    ).cells()
    assert {cell.menu().points["maki"]["small"] for cell in changed if "maki" in cell.kinds} == {
        (9, 3)
    }


def test_what_is_laid_over_menus_reaches_those_that_have_it():
    text = 'menus.named = ["party/sushi-go", "cutthroat-combo", "go"]\n'
    cells = list(
        plan(
            text + 'rulings = {all_tied = "nothing"}\ncounts = {tempura = 10}\n'
            "points = {pudding = {most = 5}}"
        ).cells()
    )
    menus = [cell.menu() for cell in cells]
    assert [menu.counts.get("tempura") for menu in menus] == [10, None, 10]
    assert [menu.rulings.model_dump().get("all_tied") for menu in menus] == [
        "nothing",
        "nothing",
        None,
    ]
    assert menus[0].points["pudding"]["most"] == 5
    assert menus[0].points["pudding"]["fewest"] == SUSHI_GO.points["pudding"]["fewest"]
    usual = plan(text + 'rulings = {all_tied = "literal"}').cells()
    assert [cell.key for cell in usual] == [cell.key for cell in plan(text).cells()]


def test_line_ups_by_seat_are_for_tables_of_as_many():
    text = 'menus.named = ["party/sushi-go"]\nrotate = true\npolicies = '
    cells = plan(
        text + '["greedy", ["random", "greedy"], ["greedy", "greedy", "greedy"]]', players=[2, 3]
    ).cells()
    assert [(cell.players, cell.policies, cell.rotate) for cell in cells] == [
        (2, ("greedy",), False),
        (2, ("random", "greedy"), True),
        (3, ("greedy",), False),
    ]


def test_each_cell_comes_once_whichever_way_it_is_named():
    ways = (
        'named = ["party/sushi-go"]',
        'neighbours = ["party/sushi-go"]',
        'pattern.include = ["maki", "tempura", "sashimi", "wasabi"]',
    )
    apart = [set(plan(f"menus = {{{way}}}").cells()) for way in ways]
    cells = list(plan(f"menus = {{{', '.join(ways)}}}").cells())
    assert len(cells) == len(set(cells)) < sum(map(len, apart))
    assert set(cells) == set.union(*apart)


def test_games_are_a_number_a_table_or_a_precision():
    named = 'menus.named = ["go"]'
    assert plan(named).games(4) == 256
    assert plan(named, games={"2": 512, "4": 256}, players=[2, 4]).games(2) == 512
    asked = Plan.of({"target": "0.5pp", "measure": "close", "menus": {"named": ["go"]}})
    assert asked.games(4) == Precision("close", 0.005, 1_000_000)
    asked = Plan.of({"target": 0.1, "measure": "lead_changes", "menus": {"named": ["go"]}})
    assert asked.games(4) == Precision("lead_changes", 0.1, 1_000_000)


def test_changes_take_the_place_of_what_the_plan_says(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('target = "1pt"\nmeasure = "margin"\nmenus.named = ["go"]\n')
    assert read_plan(path, {"games": 512}).games(4) == 512
    assert read_plan(path, {"target": "2pt"}).games(4) == Precision("margin", 2.0, 1_000_000)
    assert read_plan("atlas", {"target": "2pt", "seed": 3}).file.seed == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("gmes = 3", "plan: `gmes` is not known. Did you mean 'games'? Known: seed, games, "),
        ("menus = {names = []}", "plan: `menus.names` is not known. Did you mean 'named'?"),
        ("menus = {sample = {seed = 3}}", "plan: `menus.sample.n` is missing."),
        ("menus = 3", "plan: menus = 3: must be a table, such as [menus]"),
        ("games = 0", "plan: games = 0: must be a whole number of games from 1 to 1000000000000."),
        ("games = {9 = 256}", "'9' is no number of players from 2 to 8."),
        ("games = {2 = 0}", "of 2 players must be a whole number of games from 1 to"),
        ("games = {}", "or a table of numbers by players: {2 = 2560, 4 = 1536}."),
        ("games = {2 = 256}", "plan: games: says nothing of 4 players; add 4 = 2560"),
        ("seed = -1", "plan: seed = -1: must be a whole number from 0 to"),
        ('players = "1-4"', 'players = "1-4": must be numbers from 2 to 8, the lower one first.'),
        ("players = [1]", 'must be numbers from 2 to 8: 4, "2-8" or [2, 4, 6].'),
        ('players = "many"', "must be numbers from 2 to 8: 4, 2-8 or 2,4,6."),
        ('target = "0.3pt"', "plan: say either how many `games` each cell is to have"),
        ('measure = "score"', "plan: `measure` goes with `target`; take it out."),
        ('measure = "scores"', "measure 'scores' is unknown. Did you mean 'score'?"),
        ("max_games = 1", "plan: `max_games` goes with `target`; take it out."),
        ('time = "soon"', "must be a number above 0 and its unit: 30s, 5m or 1h."),
        ("time = 30", 'must be a number above 0 and its unit, in quotes: "30s"'),
        ("policies = []", 'must be a list of policies, such as ["greedy", "weighted"]'),
        ('policies = ["gredy"]', "policy 'gredy' is unknown. Did you mean 'greedy'?"),
        ('policies = [["greedy"]]', "a line-up by seat has 2 to 8 policies."),
        ('policies = [["greedy", "random"]]', "a line-up by seat of 2, but `players` has 4"),
        ('policies = ["mine.py"]', "mine.py"),
        ('rotate = "yes"', 'rotate = "yes": must be true or false.'),
        ('rulings = {all_tide = "nothing"}', "'all_tide' is not known. Did you mean 'all_tied'?"),
        ('rulings = {all_tied = "no"}', "all_tied"),
        ("rulings = {dummy_control = 1}", "rulings.dummy_control: no menu of the plan has it"),
        ("counts = 3", "counts = 3: must be a table, such as eel = 8."),
        ("counts = {eal = 3}", "'eal' is not known. Did you mean 'tea'?"),
        ("counts = {eel = 3}", "counts.eel: no menu of the plan has it; take the line out."),
        ("counts = {sashimi = 99}", "counts.sashimi = 99: must be a whole number of copies"),
        ("menus = {}", "plan: names no menus; say `named`, `legal = true`, `pattern`, `sample`"),
        ('menus.named = "go"', "must be a list of menus, such as"),
        ('menus.named = ["goo"]', "plan: menu 'goo': there is no such menu or file."),
        ('menus.named = ["goo.toml"]', "goo.toml: there is no such file."),
        ('menus.neighbours = ["go"]', "menus.neighbours = 'go': only menus of Party have"),
        ('menus.pattern = {include = ["ell"]}', "there is no card 'ell'. Did you mean 'eel'?"),
        ('menus.pattern = {include = ["maki", "temaki"]}', "menus.pattern: no legal menu is like"),
        ('menus = {legal = true, pattern = {include = ["eel"]}}', "keep one of the two."),
        ("menus = {sample = {n = 20000}}", "there are 14,112 such menus; ask for 1 to 14112."),
        ('menus.named = ["go"]\nplayers = 8', "none of the menus can be played by so many."),
        ("games = 0\nseed = -1", "(1 more after this.)"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(text, said):
    default = {"games": 256, "menus": {"named": ["party/sushi-go"]}}
    content = {**default, **tomllib.loads(text)}
    with pytest.raises(SimkitError) as caught:
        _ = Plan.of(content).selection
    assert said in str(caught.value)
    assert str(caught.value).startswith("plan: ")
    assert "\n" not in str(caught.value)


def test_a_plan_without_games_says_what_to_add():
    with pytest.raises(InputError, match="such as games = 20000, or, as `target`"):
        plan('menus.named = ["go"]', games=None)


@pytest.mark.parametrize(
    ("measure", "target", "said"),
    [
        ("score", "1pp", 'score counts points: must be a number such as "0.3pt"'),
        ("close", "1pt", 'close counts share: must be a number such as "0.3pp"'),
        ("lead_changes", "1pt", "lead_changes counts per game: must be a number a bare one"),
        ("score", "wide", "must be a number above 0 and its unit"),
        ("score", -1, "must be a number above 0 with its unit"),
    ],
)
def test_a_target_is_in_the_unit_of_its_measure(measure, target, said):
    with pytest.raises(InputError) as caught:
        Plan.of({"target": target, "measure": measure, "menus": {"named": ["go"]}})
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "there is no such plan. A plan is a .toml file, or atlas."),
        (b"games = ", "this is not valid TOML: "),
        (b"\xff", "byte 0 is not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_plan_says_why(tmp_path, content, said):
    path = tmp_path / "a.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_plan(path)
    assert said in str(caught.value)


def test_the_schema_takes_plans_and_refuses_others():
    good = {
        "games": {"2": 256, "4": 512},
        "players": "2-4",
        "policies": ["greedy", ["random", "greedy"]],
        "menus": {"sample": {"n": 3}, "pattern": {"include": ["eel"]}},
        "rulings": {"all_tied": "nothing"},
        "points": {"eel": [0, -3, 7]},
    }
    VALIDATOR.validate(good)
    for bad in (
        {"gmes": 1},
        {"players": 9},
        {"policies": []},
        {"menus": {"pattern": {"include": ["ell"]}}},
        {"rulings": {"all_tied": "no"}},
        {"counts": {"eel": 99}},
        {"measure": "scores"},
    ):
        assert not VALIDATOR.is_valid({**good, **bad})
