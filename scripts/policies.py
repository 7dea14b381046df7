"""``simkit policies``: who can play, and what can be changed in the way they play."""

from __future__ import annotations

from typing import Any

from scripts._output import Format, FormatOption, console, print_csv, print_json, print_table

FORM = "NAME[:DATA][+MODIFIER=VALUE]..."
EXAMPLE = "simkit simulate go --players 4 --policies 'greedy+noise=0.1,greedy,mine.py,random'"


def policies(fmt: FormatOption = Format.TEXT) -> None:
    """List the policies for --policy and --policies, and their modifiers."""
    known, modifiers = _policies(), _modifiers()
    if fmt is Format.JSON:
        print_json("simkit/policies/1", {"policies": known, "modifiers": modifiers})
    elif fmt is Format.CSV:
        print_csv(known)
    else:
        screen = console()
        screen.print(f"--policy {FORM}")
        print_table([_line(policy) for policy in known])
        screen.print("Your own: the path of a Python file (docs/policies.md), as in mine.py")
        print_table([_line(modifier) for modifier in modifiers])
        screen.print(f"An example: {EXAMPLE}", soft_wrap=True)


def _policies() -> list[dict[str, Any]]:
    from simkit.policies.switch import POLICIES

    return [
        {"policy": policy.name, "summary": policy.summary, "data": policy.takes or None}
        for policy in POLICIES
    ]


def _modifiers() -> list[dict[str, Any]]:
    from simkit.policies.modifiers import MODIFIERS

    return [
        {"modifier": f"+{name}={value}", "summary": summary, "example": example}
        for name, (value, summary, example) in MODIFIERS.items()
    ]


def _line(entry: dict[str, Any]) -> dict[str, str]:
    """Return an entry as a row for people."""
    line = {name: value or "" for name, value in entry.items()}
    if "data" in line:
        line["after a colon"] = line.pop("data")
    return line
