"""`simkit replay`: the game that was counted, in words and as data."""

import json

import pytest

from scripts.cli import run
from simkit.transcript_schema import transcript_schema


def test_a_game_is_told_turn_by_turn(capsys) -> None:
    assert run(["replay", "party/sushi-go", "-p", "3", "--seed", "4", "--game", "300"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Sushi Go!, 3 players, all greedy, seed 4, game 300\n")
    assert [text.count(f"  turn {turn} ") for turn in (1, 10, 11)] == [3, 3, 0]
    assert "seat 3 is dealt" in text
    assert text.rstrip().endswith((" wins.", " share the win.", "more desserts."))


@pytest.mark.parametrize("game", ["party", "go", "roll"])
def test_every_event_has_words(game, capsys) -> None:
    words = set()
    for menu, players in MENUS[game]:
        for number in range(8):
            arguments = ["-p", str(players), "--policy", "random-legal", "--game", str(number)]
            assert run(["replay", menu, *arguments]) == 0
            text = capsys.readouterr().out
            words |= {word for word in PHRASES[game] if word in text}
    assert words == set(PHRASES[game])


MENUS = {
    "party": (("master-menu", 4), ("dinner-for-two", 2), ("big-banquet", 8)),
    "go": (("go/both-ways", 4), ("go/dummy", 2)),
    "roll": (("roll", 5), ("roll", 2)),
}
PHRASES = {
    "party": (
        "order: ",
        "uses spoon 4: asks for",
        "nobody has it",
        "uses menu 7: draws",
        "turns over",
        "uses chopsticks 1: plays",
        "a clash",
        "points for uramaki",
        "keeps",
    ),
    "go": (
        "Round 1: hands are passed to the left",
        "Round 2: hands are passed to the right",
        "uses chopsticks: plays",
        "2 players and a dummy",
        "the dummy's pile is",
        "plays for the dummy, having drawn",
        "keeps",
        "puddings",
    ),
    "roll": (
        "Round 2: seat 2 starts",
        "seat 1 starts, rolls",
        "- uses a menu: ",
        " again",
        " to squid",
        "- uses chopsticks: ",
        " of seat 2",
        "squid on wasabi",
        "- finds ",
        "1 chopsticks",
        "Tokens left",
        "pudding tokens",
    ),
}


def test_hands_are_shown_on_request(capsys) -> None:
    assert run(["replay", "master-menu", "--hands"]) == 0
    assert capsys.readouterr().out.count("seat 4 holds") == 27


def test_trays_and_tokens_are_shown_on_request(capsys) -> None:
    assert run(["replay", "roll", "--hands"]) == 0
    text = capsys.readouterr().out
    assert text.count("seat 4 has ") == 18
    assert "seat 4 has nothing; keeps 3 menus, 2 chopsticks\n" in text


def test_a_dummy_is_a_seat_without_a_choice_of_its_own(capsys) -> None:
    assert run(["replay", "go/dummy", "-p", "2", "--hands"]) == 0
    text = capsys.readouterr().out
    assert text.count("the dummy's pile is") == 27
    assert text.count("plays for the dummy, having drawn") == 27
    assert run(["replay", "go/dummy", "-p", "2", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["players"], data["policies"]) == (2, ["greedy", "greedy", "dummy"])
    assert len(data["totals"]) == 3


def test_the_json_is_the_transcript(capsys) -> None:
    line_up = ["--policies", "greedy;first:eel,tofu;random"]
    assert run(["replay", "cutthroat-combo", "-p", "3", *line_up, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == "simkit/transcript/1"
    assert data["policies"] == ["greedy", "first:eel,tofu", "random"]
    assert run(["replay", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out) == transcript_schema()


@pytest.mark.parametrize("menu", ["party/sushi-go", "go", "roll"])
def test_rotation_moves_the_line_up_as_in_a_simulation(menu, capsys) -> None:
    arguments = ["replay", menu, "-p", "2", "--policies", "greedy,random", "--rotate"]
    for game, order in ((255, ["greedy", "random"]), (256, ["random", "greedy"])):
        assert run([*arguments, "--game", str(game), "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out)["policies"] == order


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([], "MENU is missing: name a menu. See `simkit replay --help`."),
        (
            ["mastermenu"],
            "menu 'mastermenu': there is no such menu or file. Did you mean 'master-menu'? `simkit "
            "menus` lists the printed menus; your own are .toml files.",
        ),
        (
            ["master-menu", "-p", "2"],
            "Master Menu with 2 players: Spoon is for 3 to 8 players only. Choose another number "
            "of players, or lift the rule book's bans with --house (house=True).",
        ),
        (["master-menu", "-p", "9"], "players = 9: must be a whole number from 2 to 8."),
        (["master-menu", "--game", "-1"], "game = -1: must be a whole number from 0 to "),
        (["master-menu", "--seed", "-1"], "seed = -1: must be a whole number from 0 to "),
        (
            ["master-menu", "--seed", "x"],
            "Invalid value for '--seed': 'x' is not a whole number. See `simkit replay --help`.",
        ),
        (
            ["master-menu", "--policy", "greedi"],
            "policy 'greedi' is unknown. Did you mean 'greedy'?",
        ),
        (
            ["master-menu", "--policies", "greedy,random"],
            "2 policies for 4 players: name one for each seat.",
        ),
        (
            ["master-menu", "--policy", "first:tempora"],
            "policy 'first': card 'tempora' is unknown. Did you mean 'tempura'?",
        ),
        (
            ["master-menu", "--format", "csv"],
            "Invalid value for '--format': 'csv' is not one of 'text', 'json'.",
        ),
    ],
)
def test_bad_input_is_one_line(arguments, line, capsys) -> None:
    assert run(["replay", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"simkit: {line}")
    assert printed.err.count("\n") == 1


MENU = 'name = "M"\ncards = ["temaki", "eel", "tofu", "miso-soup", "tea", "spoon", "pudding"]\n'


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('name = "M\n', "this is not valid TOML: illegal character '\\n' (at line 1, column 10)."),
        (MENU.replace('"eel", ', ""), "a menu has 1 roll, 3 different appetizers"),
        (MENU.replace("eel", "eeel"), "cards: there is no card 'eeel'. Did you mean 'eel'?"),
        (MENU + "[points]\neel = -1000\n", "points.eel = -1000: must be a list of"),
        (MENU + "[counts]\neel = -1\n", "counts.eel = -1: must be a whole number of copies"),
        (MENU + "[counts]\neel = 1e30\n", "counts.eel = 1e+30: must be a whole number"),
        (
            MENU + "[rulings]\nall_tied = 3\n",
            "rulings.all_tied = 3: must be 'literal' or 'nothing'",
        ),
        (MENU + "[deal]\nhand_size = 99\n", "deal.hand_size = 99: must be a whole number of cards"),
        (MENU + "[counts]\ntemaki = 0\neel = 0\ntofu = 0\nmiso-soup = 0\n", "round 1 needs 36"),
    ],
)
def test_bad_menus_are_one_line(text, line, tmp_path, capsys) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert run(["replay", str(path)]) == 2
    printed = capsys.readouterr()
    assert line in printed.err
    assert (printed.out, printed.err.count("\n")) == ("", 1)
