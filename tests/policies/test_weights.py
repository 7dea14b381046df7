"""The weights file: what is written is read again, and what is wrong is said in one line."""

import math
import re

import pytest

from simkit.errors import OutputError, PolicyError
from simkit.policies.weights import (
    KEYS,
    Weights,
    parse_weights,
    read_weights,
    weights_toml,
    write_weights,
)

_ROW = (0.0, 0.5, -0.25, 8.0)
_SOME = Weights(
    {"tempura": (_ROW, (0.0,) * 4), "maki-2": ((1.0,) * 4, _ROW)},
    {
        "simkit": "1.0",
        "seed": 7,
        "players": [2, 3],
        "gain": 0.125,
        "why not?": 'a "quoted" \\ line\nbreak',
        "done": True,
        "result": {"margin": 0.5, "interval": [0.25, 0.75]},
    },
)


def _file(body: str) -> str:
    return f'format = "simkit/weights/1"\n{body}'


def test_a_written_file_reads_as_the_same_weights(tmp_path):
    path = tmp_path / "some.toml"
    write_weights(path, _SOME)
    assert read_weights(path) == _SOME
    assert [entry.name for entry in tmp_path.iterdir()] == ["some.toml"]


def test_the_order_of_the_keys_does_not_change_the_file():
    reversed_ = Weights(dict(reversed(_SOME.weights.items())), _SOME.provenance)
    assert weights_toml(reversed_) == weights_toml(_SOME)


def test_no_weights_are_a_file_too(tmp_path):
    write_weights(tmp_path / "none.toml", Weights())
    assert read_weights(tmp_path / "none.toml") == Weights()


def test_whole_numbers_are_numbers():
    read = parse_weights(_file("[weights.eel]\nfirst = [1, 2, 3, 4]\nlast = [0, 0, 0, 0]"), "it")
    assert read.weights == {"eel": ((1.0, 2.0, 3.0, 4.0), (0.0, 0.0, 0.0, 0.0))}


def test_a_card_goes_before_its_kind():
    kind, egg = ((1.0,) * 4, (2.0,) * 4), ((3.0,) * 4, (4.0,) * 4)
    weights = Weights({"nigiri": kind, "nigiri-egg": egg})
    assert weights.of("nigiri", "nigiri-egg") == egg
    assert weights.of("nigiri", "nigiri-squid") == kind
    assert weights.of("tofu", "tofu") == ((0.0,) * 4, (0.0,) * 4)


def test_every_kind_and_card_of_the_three_games_has_a_key():
    assert {"nigiri", "nigiri-egg", "maki-3", "pudding-2", "soy-sauce", "menu", "menu-7"} <= set(
        KEYS
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it: format = null: must be \"simkit/weights/1\" in its first line."),
        ('format = "simkit/weights/2"', '"simkit/weights/2": must be'),
        ("format = ", "this is not valid TOML: invalid value (at line 1, column 10"),
        (_file("[weight]"), "`weight` is not known. Did you mean 'weights'?"),
        (_file("weights = 3"), "weights = 3: must be a table"),
        (_file("[weights.tempra]"), "weights.tempra: there is no such card. Did you mean 'tempura'?"),
        (_file("weights.tofu = 1"), "weights.tofu = 1: must be a table with `first` and `last`."),
        (_file("[weights.tofu]\nfirst = [0, 0, 0, 0]"), "weights.tofu.last is missing"),
        (_file("[weights.tofu]\nmiddle = 1"), "weights.tofu.middle is not known: first, last."),
        (
            _file("[weights.tofu]\nfirst = [0, 0, 0]\nlast = [0, 0, 0, 0]"),
            "weights.tofu.first = [0, 0, 0]: must be a list of 4 numbers.",
        ),
        (
            _file("[weights.tofu]\nfirst = [0, nan, 0, 0]\nlast = [0, 0, 0, 0]"),
            "weights.tofu.first: NaN: must be a number from -20 to 20.",
        ),
        (
            _file("[weights.tofu]\nfirst = [0, 0, 0, 0]\nlast = [0, 0, 20.5, 0]"),
            "weights.tofu.last: 20.5: must be a number from -20 to 20.",
        ),
        (
            _file("[weights.tofu]\nfirst = [true, 0, 0, 0]\nlast = [0, 0, 0, 0]"),
            "weights.tofu.first: true: must be a number",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(text, said):
    with pytest.raises(PolicyError, match=re.escape(said)) as caught:
        parse_weights(text, "it")
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(PolicyError, match=r"none\.toml': there is no such file"):
        read_weights(tmp_path / "none.toml")


def test_what_is_no_text_is_said(tmp_path):
    (tmp_path / "bad.toml").write_bytes(b"\xff")
    with pytest.raises(PolicyError, match="byte 0 is not UTF-8 text"):
        read_weights(tmp_path / "bad.toml")


def test_bad_weights_are_not_written(tmp_path):
    bad = Weights({"tofu": ((math.nan,) * 4, (0.0,) * 4)})
    with pytest.raises(PolicyError, match=r"weights\.tofu\.first: NaN"):
        write_weights(tmp_path / "bad.toml", bad)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_can_not_be_written_is_said(tmp_path):
    with pytest.raises(OutputError, match="cannot be written"):
        write_weights(tmp_path / "no" / "folder.toml", Weights())
