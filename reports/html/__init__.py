"""A report as one page of HTML that needs nothing else: no network, no other file, no scripting to be read."""

from __future__ import annotations

import base64
import hashlib
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined

from reports.charts.render import DARK, THEME
from reports.pieces import Story

_DARK = {
    "ground": "#161616",
    "ink": "#ececec",
    "pale": "#b4b4b4",
    "line": "#3d3d3d",
    "soft": "#242424",
    "link": "#8ab8f0",
    "shadow": "#fff3",
}


def page(story: Story) -> str:
    """Return a report as a page.

    All that it says is escaped, wherever it comes from; charts are put in as they are. With scripting, tables can be
    sorted and numbers of players and policies left out; without, all of it is there.
    """
    files = resources.files("reports.html")
    script = (files / "page.js").read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    environment = Environment(
        loader=PackageLoader("reports.html", ""),
        autoescape=True,
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    return environment.get_template("page.html.j2").render(
        story=story,
        places={policy: i for i, policy in enumerate(story.policies)},
        style=_style((files / "page.css").read_text("utf-8")),
        script=script,
        script_hash=f"sha256-{digest}",  # no other script runs on the page, whatever is in it
    )


def _style(css: str) -> str:
    """Return the style sheet with the colours of charts, and those of a dark page."""
    light = {name: colour for colour, name in THEME.items()}
    dark = f"color-scheme: dark; {_variables(_DARK)} {_charts(DARK)}"
    return css.replace("LIGHT_CHARTS", _charts(light)).replace("DARK", dark).strip()


def _charts(colours: dict[str, str]) -> str:
    return _variables({f"chart-{name}": colour for name, colour in colours.items()})


def _variables(colours: dict[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in colours.items())
