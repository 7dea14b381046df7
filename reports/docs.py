"""All files of ``docs`` that are made of the code, in one go: ``python -m reports.docs docs``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from reports import metric_pages, rules_pages, table_pages
from reports.schemas import schemas

FOLDERS = {"metrics": "*.md", "rules": "*.md", "schemas": "*.json"}
"""All such files in these are made here."""


def documents(folder: Path) -> dict[str, str]:
    """Return the text of each file by its path in the folder.

    Parameters
    ----------
    folder : Path
        Where `metric_pages.MEASURED` is; it takes minutes to make, so it is read.
    """
    measured = (folder / metric_pages.MEASURED).read_text("utf-8")
    return {
        **{f"metrics/{name}": text for name, text in metric_pages.documents(measured).items()},
        **{f"rules/{name}": text for name, text in rules_pages.documents().items()},
        "tables.md": table_pages.document(),
        **{f"schemas/{name}.schema.json": _json(schema) for name, schema in schemas().items()},
    }


def _json(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def write(folder: Path) -> None:
    """Write all of them, and take away pages that are no longer made."""
    texts = documents(folder)
    for made, which in FOLDERS.items():
        (folder / made).mkdir(exist_ok=True)
        for old in (folder / made).glob(which):
            if f"{made}/{old.name}" not in texts:
                old.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
