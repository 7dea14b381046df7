"""The small tables of a menu beside its cards and rulings: variants of Go, tokens of Roll."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from simkit.menus.numbers import Whole

_Tokens = Annotated[int, Whole(0, 60, "tokens")]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Variants(_Table):
    """The variants of the rule book of Sushi Go!."""

    passing: Literal["left", "both ways"] = Field(
        default="left",
        alias="pass",
        description="Where the hands go: to the left, or to the left in rounds 1 and 3 and to the "
        "right in round 2.",
    )
    dummy: bool = Field(
        default=False,
        description="Whether two players play with a dummy: three hands of nine, and the dummy "
        "competes as a third seat.",
    )


class Start(_Table):
    """Tokens that each player has at the start of the game."""

    menu: _Tokens = Field(default=3, description="Menu tokens.")
    chopsticks: _Tokens = Field(default=2, description="Chopsticks tokens.")


class Supply(_Table):
    """Tokens in the box, those of the start included."""

    menu: _Tokens = Field(default=18, description="Menu tokens.")
    chopsticks: _Tokens = Field(default=12, description="Chopsticks tokens.")
    pudding: _Tokens = Field(default=20, description="Pudding tokens.")


class Tokens(_Table):
    """The tokens of Sushi Roll."""

    start: Start = Field(
        default=Start(), description="What each player has at the start of the game."
    )
    supply: Supply = Field(
        default=Supply(), description="What is in the box; of an empty supply nothing is taken."
    )
