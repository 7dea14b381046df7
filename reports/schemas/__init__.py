"""JSON Schemas of what commands print and write, made of the models and of the columns of tables.

`reports.docs` writes them to ``docs/schemas``. Those of files that people write, and of transcripts, are in
`simkit.menus.schema`, `simkit.tableau_file`, `analysis.sweep.forms` and `simkit.transcript_schema`; here they are put
beside the others.
"""

from __future__ import annotations

from typing import Any

from analysis.sweep.forms import plan_schema
from reports.schemas import documents
from simkit.menus import menu_schema
from simkit.tableau_file import score_schema
from simkit.transcript_schema import transcript_schema


def schemas() -> dict[str, dict[str, Any]]:
    """Return every schema by the name of its file: ``NAME.schema.json``.

    A document that begins with ``"schema": "simkit/NAME/VERSION"`` is in ``NAME-VERSION``.
    """
    return {
        "menu": menu_schema(),
        "score": score_schema(),
        "transcript": transcript_schema(),
        "sweep-plan": plan_schema(),
        **{
            form.removeprefix("simkit/").replace("/", "-"): s for form, s in documents.all_of_them()
        },
    }
