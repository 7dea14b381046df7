"""The forms of what `simkit.score` reads: cards, rounds, tokens, and what each game has of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic_core import CoreSchema

from simkit.errors import InputError
from simkit.menus.catalogue import GAMES
from simkit.menus.menu import MAX_PLAYERS, MIN_PLAYERS
from simkit.menus.numbers import Whole
from simkit.schema import MAX_HAND, MAX_PLACES, N_ROUNDS

MAX_PATH = 4096

Text = Annotated[str, Field(strict=True, min_length=1, max_length=80)]
Answer = Annotated[bool, Field(strict=True)]


def _turn_or_answer(value: object) -> object:
    if type(value) is bool or (type(value) is int and 2 <= value <= MAX_HAND):
        return value
    raise ValueError(
        f"must be true, false or the turn in which it was turned over, 2 to {MAX_HAND}"
    )


class Laid(BaseModel):
    """One card or die of a tableau; a text is a card without more to say."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    card: Text = Field(
        description='A card id or a face ("nigiri-squid"), words of it that fit no other one '
        '("squid"), or "face-down".'
    )
    turn: Annotated[int, Whole(1, MAX_HAND)] | None = Field(
        default=None,
        description="The turn in which it was played. Without it: 1 for the first card, then one "
        "after the card before it. It matters for miso soup, uramaki, face-down cards, and for a "
        "wasabi and a nigiri of one turn.",
    )
    by: Annotated[int, Whole(1, 9)] | None = Field(
        default=None,
        description="Party: the order number of the chopsticks, spoon or menu that brought the "
        "card. It matters when uramaki of several players come in one turn.",
    )
    copies: Text | None = Field(default=None, description="Party: what a special order copies.")
    on_wasabi: Answer | None = Field(
        default=None,
        description="Whether a nigiri was put on a wasabi. Only copied ones have a choice.",
    )
    face_down: Annotated[bool | int, BeforeValidator(_turn_or_answer)] = Field(
        default=False,
        description="Party: turned over by a takeout box: the turn of the box, or true for the "
        "end of the round.",
    )

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, given: Any) -> Any:
        return {"card": given} if isinstance(given, str) else given

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"anyOf": [{"type": "string"}, handler(schema)]}


Seats = Annotated[list[list[Laid]], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)]
Claimed = Annotated[int, Whole(0, MAX_PLACES)]
_CLAIMED = (
    "Party: uramaki places that were taken during the round, by cards that are not listed. (List all "
    "uramaki with their turns, and the race is worked out.)"
)
_SEATS = (
    "The cards in front of each player (Sushi Roll: the dice in the tray), in the order of play. "
    "With a dummy its cards come third."
)


class RoundOf(BaseModel):
    """One round of a game; a list is its seats without more to say."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    seats: Seats = Field(description=_SEATS)
    claimed: Claimed = Field(default=0, description=_CLAIMED)

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, given: Any) -> Any:
        return {"seats": given} if isinstance(given, list | tuple) else given

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        whole = handler(schema)
        seats = handler.resolve_ref_schema(whole)["properties"]["seats"]
        return {"anyOf": [{k: v for k, v in seats.items() if k != "description"}, whole]}


_Tokens = Annotated[int, Whole(0, 60, "tokens")] | None


class TokensOf(BaseModel):
    """Tokens that a player of Sushi Roll has at the end of the game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    menu: _Tokens = Field(default=None, description="Menu tokens left. Without it: none.")
    chopsticks: _Tokens = Field(
        default=None, description="Chopsticks tokens left. Without it: none."
    )
    pudding: _Tokens = Field(
        default=None, description="Pudding tokens. Without it: those of the dice listed."
    )


class TableauFile(BaseModel):
    """Tableaux to be scored: one round (`seats`) or a whole game (`rounds`)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Text = Field(default="Tableaux", description="A title.")
    names: list[Text] = Field(default=[], description="The players' names, in seat order.")
    game: Literal["party", "go", "roll"] | None = Field(
        default=None,
        description='Which rules. Without it the menu\'s, without a menu "party".',
    )
    menu: Annotated[str, Field(strict=True, min_length=1, max_length=MAX_PATH)] | None = Field(
        default=None,
        description='A printed menu ("go" and "roll" are such), or the path of a menu file (as '
        "seen from this file).",
    )
    cards: list[Text] | None = Field(
        default=None,
        description="The kinds in play. Without menu and cards: the kinds listed; of Sushi Go! "
        "all in the box.",
    )
    seats: Seats | None = Field(default=None, description=f"One round. {_SEATS}")
    claimed: Claimed = Field(default=0, description=_CLAIMED)
    rounds: Annotated[list[RoundOf], Field(min_length=1, max_length=N_ROUNDS)] | None = Field(
        default=None, description="Several rounds of one game."
    )
    desserts: Seats | None = Field(
        default=None, description="Desserts that each player kept of earlier rounds."
    )
    tokens: (
        Annotated[list[TokensOf], Field(min_length=MIN_PLAYERS, max_length=MAX_PLAYERS)] | None
    ) = Field(
        default=None,
        description="Sushi Roll: tokens that each player has at the end of the game. They count "
        "as they are stated.",
    )
    game_over: Answer | None = Field(
        default=None,
        description="Whether desserts and tokens are scored. Without it: after three rounds, or "
        "if `desserts` or `tokens` are listed.",
    )
    variants: dict[str, Any] = Field(default={}, description="Sushi Go!: as in a menu file.")
    rulings: dict[str, Any] = Field(default={}, description="As in a menu file.")
    points: dict[str, Any] = Field(default={}, description="As in a menu file.")


FOR_GAMES = {
    "cards": ("party", "go"),
    "claimed": ("party",),
    "desserts": ("party", "go"),
    "tokens": ("roll",),
    "variants": ("go",),
    "by": ("party",),
    "copies": ("party",),
    "face_down": ("party",),
}
"""The fields that not all games have."""


def check_fields(given: BaseModel, game: str, where: str) -> None:
    """Raise InputError if a field of another game is set; `where` begins the message."""
    for name in type(given).model_fields:
        games = FOR_GAMES.get(name, (game,))
        if game not in games and getattr(given, name) not in (None, False, 0, {}):
            titles = " and ".join(GAMES[other] for other in games)
            raise InputError(
                f"{where}: `{name}` is for {titles}, but this is {GAMES[game]}; take it out, or say "
                "another `game`."
            )
