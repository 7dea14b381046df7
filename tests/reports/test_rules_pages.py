import re

import pytest

from reports.rules_pages import documents
from simkit.menus.catalogue import GAMES, cards
from simkit.menus.rulings import RULINGS

TEXTS = documents()


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_card_and_ruling_stands_on_its_page(game: str) -> None:
    text = TEXTS[f"{game}.md"]
    for card in cards(game).values():
        section = text.partition(f"### {card.name}\n")[2].partition("\n#")[0]
        assert f"`{card.slug}`: {card.n_copies} " in section
        if len(card.variants) > 1:
            assert all(
                f"| `{variant.slug}` | {variant.n_copies} |" in section for variant in card.variants
            )
    rulings = text.partition("## Rulings\n")[2]
    assert re.findall(r"^\| `(\w+)`", rulings, re.MULTILINE) == list(RULINGS[game].model_fields)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("party", "| 7 | 8 | 7, 5, 3 | Menu and Special order | 7,560 |"),
        ("party", "| 2 | specials | Chopsticks, Spoon, Menu, Soy sauce, Tea, Special order, "),
        (
            "party",
            "| how many | 0 | 1 | 2 | 3 or more |\n| --- | --- | --- | --- | --- |\n| points | 0 | 2 | 6 | 0 |",
        ),
        (
            "party",
            "| how many | 0 | 1 | 2 | 3 | 4 |\n",
        ),  # onigiri: a set has four shapes at the most
        ("party", "`wasabi`: 3 cards, yellow as nigiri."),
        ("party", "`spoon`: 3 cards, dark grey; for 3 to 8 players only."),
        ("party", "| Spoon 5 | `spoon-5` | 1 | 5 |"),
        ("go", "one deck of 108 cards"),
        ("go", '| **`"left"`**, `"both ways"` |'),
        ("go", "`false`, **`true`** |"),
        ("roll", "| 3 | 7 | 7 |"),
        ("roll", "| `appetizer` | blue | 10 | 3 × Dumpling, 2 × Tempura, 1 × Sashimi |"),
        ("roll", "| `menu` | 3 | 18 |"),
        ("roll", "`wasabi`: 10 sides, on the green special dice."),
    ],
)
def test_facts_of_the_rule_books(game: str, line: str) -> None:
    assert line in TEXTS[f"{game}.md"]


@pytest.mark.parametrize("game", GAMES)
def test_rows_of_a_table_have_as_many_cells_as_its_head(game: str) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", TEXTS[f"{game}.md"], re.MULTILINE):
        assert len({len(re.split(r"(?<!\\)\|", row)) for row in table.splitlines()}) == 1, table
