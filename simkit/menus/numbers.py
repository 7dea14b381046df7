"""Whole numbers in a range: the one check for every number of a menu file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`; what for is said by `unit` (``"copies"``)."""

    low: int
    high: int
    unit: str = ""

    def __str__(self) -> str:
        of_what = f" of {self.unit}" if self.unit else ""
        return f"a whole number{of_what} from {self.low} to {self.high}"

    def check(self, value: object) -> int:
        """Return the value, or raise ValueError with the allowed range."""
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValueError(f"must be {self}")
        return value

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON schema of the number."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return self.json_schema()


@dataclass(frozen=True, slots=True)
class Wholes:
    """A list of whole numbers, from `shortest` to `longest` entries."""

    each: Whole
    shortest: int
    longest: int

    def __str__(self) -> str:
        fewer = "" if self.shortest == self.longest else f"{self.shortest} to "
        return f"a list of {fewer}{self.longest} numbers, each {self.each}"

    def check(self, value: object) -> tuple[int, ...]:
        """Return the numbers as a tuple, or raise ValueError with what is allowed."""
        if not isinstance(value, list | tuple) or not self.shortest <= len(value) <= self.longest:
            raise ValueError(f"must be {self}")
        try:
            return tuple(self.each.check(number) for number in value)
        except ValueError:
            raise ValueError(f"must be {self}") from None

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON schema of the list."""
        return {
            "type": "array",
            "items": self.each.json_schema(),
            "minItems": self.shortest,
            "maxItems": self.longest,
        }

    def __get_pydantic_core_schema__(
        self, _source: object, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(
        self, _schema: CoreSchema, _handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return self.json_schema()


COPIES = Whole(0, 60, "copies")
POINTS = Whole(-100, 100, "points")
