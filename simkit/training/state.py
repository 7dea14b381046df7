"""What a training has found so far, as plain data: with the seed, all that is needed to go on.

The strategy itself is not stored. It is a function of its seed and of the values that its proposals got, so a
training goes on by proposing again what was proposed and telling it the values that were noted: seconds for a
thousand generations, and the same to the last bit.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from simkit.errors import InputError, OutputError
from simkit.policies.weights import Weights

FORMAT = "simkit/training/1"


@dataclass(frozen=True, slots=True)
class Check:
    """The mean of the strategy against the best weights so far, on deals of its own.

    Attributes
    ----------
    gain, se : float
        Points by which it is better, and their standard error.
    renewed : bool
        Whether it took their place.
    """

    gain: float
    se: float
    renewed: bool


@dataclass(frozen=True, slots=True)
class Generation:
    """What was found in a generation: the margins of the proposals, and the check if there was one."""

    margins: tuple[float, ...]
    check: Check | None = None


@dataclass(slots=True)
class State:
    """Settings, start, and generations so far.

    Attributes
    ----------
    settings : dict
        Of the training, as plain data.
    start : Weights
        Where it began.
    versions : mapping
        Of what results depend on.
    generations : list of Generation
        In order, over all blocks.
    """

    settings: dict[str, Any]
    start: Weights
    versions: Mapping[str, Any]
    generations: list[Generation] = field(default_factory=list)

    def write(self, path: Path) -> None:
        """Write the state whole or not at all.

        Raises
        ------
        OutputError
            The file can not be written.
        """
        content = {
            "schema": FORMAT,
            "versions": dict(self.versions),
            "settings": self.settings,
            "start": {key: [list(end) for end in ends] for key, ends in self.start.weights.items()},
            "generations": [asdict(one) for one in self.generations],
        }
        aside = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            try:
                aside.write_text(json.dumps(content) + "\n", "utf-8")
                aside.replace(path)
            finally:
                aside.unlink(missing_ok=True)
        except OSError as error:
            raise OutputError(
                f"{path}: cannot be written: {error.strerror}; choose another place."
            ) from None


def state_path(out: Path) -> Path:
    """Return where the state of a training lies that writes its weights to `out`."""
    return out.with_name(f"{out.name}.state.json")


def read_state(path: Path, versions: Mapping[str, Any]) -> State:
    """Read a state.

    Raises
    ------
    InputError
        There is none, it can not be read, or it was written by other versions, with which the
        same proposals would get other values.
    """
    try:
        content = json.loads(path.read_text("utf-8"))
        if content["schema"] != FORMAT:
            raise ValueError
        start: Any = {key: tuple(map(tuple, ends)) for key, ends in content["start"].items()}
        generations = [
            Generation(tuple(one["margins"]), Check(**one["check"]) if one["check"] else None)
            for one in content["generations"]
        ]
        found = State(content["settings"], Weights(start), content["versions"], generations)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no training to resume; start it anew.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{path}: this is no state of a training; start it anew.") from None
    for name, version in versions.items():
        if found.versions.get(name) != version:
            raise InputError(
                f"{path}: was written with {name} {found.versions.get(name)}, here is {version}; start "
                "anew from the weights so far (--start)."
            )
    return found
