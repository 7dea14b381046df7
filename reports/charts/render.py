"""Charts as SVG and PNG: the same chart, the same bytes."""

from __future__ import annotations

import io
import re
from xml.etree import ElementTree as ET

from matplotlib.backends.backend_svg import FigureCanvasSVG

from reports.charts import style
from reports.charts.style import GROUND, Chart, styled

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_HREF = f"{{{_XLINK}}}href"
_REFERENCE = re.compile(r"url\(#([^)]+)\)")
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_LONG = re.compile(
    r"-?\d+\.\d{3,}"
)  # of points: what is beyond the second decimal is not to be seen
_PLACES = ("d", "x", "y", "width", "height", "transform")
_FAMILY = re.compile(r"font-family: [^;]*; ?")
_FONTS = "DejaVu Sans, Verdana, Segoe UI, Helvetica, Arial, sans-serif"

THEME = {
    style.INK: "ink",
    style.PALE: "pale",
    style.LINE: "line",
    style.GRID: "grid",
    style.PAPER: "paper",
    style.STRIPE: "stripe",
    style.BLUE: "blue",
    style.RED: "red",
    style.GREEN: "green",
    style.PINK: "pink",
    style.AMBER: "amber",
    style.SKY: "sky",
}
"""Colours that a page may change, and what they are called there: ``--chart-ink`` and so on."""

DARK = {
    "ink": "#ececec",
    "pale": "#b4b4b4",
    "line": "#6d6d6d",
    "grid": "#383838",
    "paper": "#1b1b1b",
    "stripe": "#252525",
    "blue": "#56b4e9",
    "red": "#f28a3c",
    "green": "#2fc49a",
    "pink": "#e3a3c6",
    "amber": "#f0c244",
    "sky": "#9ad4f5",
}
"""What they are on a dark page."""


@styled
def png(chart: Chart) -> bytes:
    """Return a chart as PNG, on white."""
    file = io.BytesIO()
    chart.agg.print_png(file, metadata={"Software": None})  # type: ignore[no-untyped-call]
    return file.getvalue()


@styled
def svg(chart: Chart, *, name: str, themed: bool = False) -> str:
    """Return a chart as one ``<svg>`` element, which is a file of its own, too.

    Parameters
    ----------
    chart : Chart
    name : str
        Unique on the page: all ids begin with it.
    themed : bool
        For a page: no ground, and colours that the page may set (`THEME`).
    """
    root = ET.fromstring(chart.drawn or _drawn(chart))
    if themed:
        _take_out(root, GROUND)
    _lighten(root)
    for gid, texts in chart.tips.items():
        _tell(root, gid, texts)
    _rename_ids(root, name)
    _describe(root, chart, name)
    if themed:
        _theme(root)
    ET.register_namespace("", _SVG)
    ET.register_namespace("xlink", _XLINK)
    return ET.tostring(root, encoding="unicode") + "\n"


def _drawn(chart: Chart) -> str:
    """Return the SVG as matplotlib writes it, once."""
    file, dpi = io.StringIO(), chart.dpi
    try:
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        FigureCanvasSVG(chart).print_svg(file, metadata=nothing)  # type: ignore[no-untyped-call]
    finally:
        chart.dpi = dpi
        chart.set_canvas(chart.agg)
    chart.drawn = file.getvalue()
    return chart.drawn


def _take_out(root: ET.Element, gid: str) -> None:
    """Take an artist out."""
    for parent in root.iter():
        for child in list(parent):
            if child.get("id") == gid:
                parent.remove(child)


def _lighten(root: ET.Element) -> None:
    """Leave out what says nothing, or what would reach beyond the chart: a style for all elements."""
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):
                parent.remove(child)
        if parent.tag != f"{{{_SVG}}}text":
            parent.text = None
        parent.tail = None
    root.set("style", f"stroke-linejoin: round; stroke-linecap: butt; font-family: {_FONTS}")
    for element in root.iter():
        look = element.get("style", "")
        if element is not root:
            look = _FAMILY.sub("", look)
        if look:
            element.set("style", look)
        for name in _PLACES:
            if name in element.attrib:
                element.set(name, _LONG.sub(_short, element.attrib[name]))
        if element.get("transform", "").startswith("rotate(-0 "):
            del element.attrib["transform"]
        _share_look(element)


def _share_look(group: ET.Element) -> None:
    """Say once how marks look that all look alike."""
    marks = list(group)
    looks = {mark.get("style") for mark in marks}
    if len(marks) > 1 and len(looks) == 1 and {mark.tag for mark in marks} == {f"{{{_SVG}}}use"}:
        look = looks.pop()
        if look and "style" not in group.attrib:
            group.set("style", look)
            for mark in marks:
                del mark.attrib["style"]


def _short(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


def _tell(root: ET.Element, gid: str, texts: list[str]) -> None:
    """Put a text into each mark of an artist; browsers show it where the mouse is."""
    group = root.find(f".//*[@id='{gid}']")
    if group is None:
        return
    marks = list(group.iter(f"{{{_SVG}}}use")) if len(texts) > 1 else [group]
    for mark, text in zip(marks, texts, strict=True):
        title = ET.Element(f"{{{_SVG}}}title")
        title.text = _legal(text)
        mark.insert(0, title)


def _rename_ids(root: ET.Element, name: str) -> None:
    """Begin all ids with the name of the chart; drop those that nothing refers to."""
    used = {
        target
        for element in root.iter()
        for value in element.attrib.values()
        for target in (*_REFERENCE.findall(value), *([value[1:]] if value.startswith("#") else []))
    }
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            if key == "id":
                if value in used:
                    element.set(key, f"{name}-{value}")
                else:
                    del element.attrib[key]
            elif key == _HREF:
                element.set(key, f"#{name}-{value[1:]}")
            else:
                element.set(key, _REFERENCE.sub(rf"url(#{name}-\1)", value))


def _describe(root: ET.Element, chart: Chart, name: str) -> None:
    """Say what the chart is and shows."""
    title = ET.Element(f"{{{_SVG}}}title", {"id": f"{name}-title"})
    title.text = _legal(chart.title)
    words = ET.Element(f"{{{_SVG}}}desc", {"id": f"{name}-desc"})
    words.text = _legal(chart.alt)
    root[:0] = [title, words]
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")


def _theme(root: ET.Element) -> None:
    """Let a page set the colours."""

    def variable(found: re.Match[str]) -> str:
        colour = found[0]
        return f"var(--chart-{THEME[colour]}, {colour})" if colour in THEME else colour

    for element in root.iter():
        if "style" in element.attrib:
            element.set("style", _COLOUR.sub(variable, element.attrib["style"]))


def _legal(text: str) -> str:
    """Return a text without the characters that XML can not hold."""
    return "".join(c if c.isprintable() else " " for c in text)
