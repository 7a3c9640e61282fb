"""Results as rows, with one schema for each verb, for pandas, Arrow and Spark."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Union

from .items import Result
from .results import Count, Rack, Shelf, Tags

if TYPE_CHECKING:
    import pandas
    import pyarrow

# A type name, a list of one type, or a structure.
Type = Union[str, list["Type"], dict[str, "Type"]]

_HEAD: dict[str, Type] = {"key": "string", "sha256": "string"}
_TAIL: dict[str, Type] = {
    "json": "string",
    "error": {"kind": "string", "message": "string", "retryable": "bool"},
    "attempts": "int",
    "ms": "double",
    "worker": "string",
    "espy_version": "string",
    "options_hash": "string",
}
_BODIES: dict[str, dict[str, Type]] = {
    "count": {
        "width": "int", "height": "int", "count": "int", "low": "int", "high": "int", "complete": "bool",
        "warnings": ["string"],
        "detections": [{
            "x": "double", "y": "double", "width": "double", "height": "double", "confidence": "double",
            "cluster": "int", "main": "bool",
        }],
    },
    "rack": {
        "width": "int", "height": "int", "rows": "int", "cols": "int", "complete": "bool", "read": "int",
        "unread": "int", "uncoded": "int", "empty": "int", "warnings": ["string"],
        "vials": [{"value": "string", "row": "int", "col": "int", "name": "string", "x": "double", "y": "double"}],
    },
    "shelf": {
        "width": "int", "height": "int", "warnings": ["string"],
        "spines": [{
            "id": "int", "row": "int", "confidence": "double", "text": "string", "text_confidence": "double",
            "isbn": "string", "quad": [["double"]],
        }],
    },
    "tag": {
        "width": "int", "height": "int", "kind": "string", "text": "string", "faces": "int",
        "tags": [{"name": "string", "category": "string", "confidence": "double", "source": "string"}],
        "colors": [{"name": "string", "share": "double"}],
        "codes": [{"symbology": "string", "value": "string"}],
    },
}


def columns(verb: str) -> dict[str, Type]:
    """Name and type of each column of a verb."""
    return {**_HEAD, **_BODIES[verb], **_TAIL}


def row(verb: str, result: Result[Any]) -> dict[str, Any]:
    """The values of a result, one for each column."""
    error = result.error
    cells: dict[str, Any] = {
        "key": result.key, "sha256": result.sha256, **dict.fromkeys(_BODIES[verb]),
        "json": None,
        "error": None if error is None else
        {"kind": error.kind, "message": error.message, "retryable": error.retryable},
        "attempts": result.attempts, "ms": result.ms, "worker": result.worker,
        "espy_version": result.espy_version, "options_hash": result.options_hash,
    }
    if result.value is not None:
        cells.update(_body(result.value))
        cells["json"] = json.dumps(result.value.raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return cells


def _body(value: Any) -> dict[str, Any]:
    cells: dict[str, Any] = {"width": value.width, "height": value.height}
    match value:
        case Count():
            cells |= {
                "count": value.count, "low": value.range.low, "high": value.range.high, "complete": value.complete,
                "warnings": list(value.warnings),
                "detections": _all(value.detections, "x y width height confidence cluster main"),
            }
        case Rack():
            cells |= {status: value.count(status) for status in ("read", "unread", "uncoded", "empty")}
            cells |= {
                "rows": value.rows, "cols": value.cols, "complete": value.complete,
                "warnings": [warning.kind for warning in value.warnings],
                "vials": _all(value.vials, "value row col name x y"),
            }
        case Shelf():
            spines = _all(value.spines, "id row confidence text text_confidence isbn quad")
            for spine in spines:
                spine["quad"] = [list(corner) for corner in spine["quad"]]
            cells |= {"warnings": list(value.warnings), "spines": spines}
        case Tags():
            cells |= {
                "kind": value.kind, "text": value.text, "faces": value.faces,
                "tags": _all(value.tags, "name category confidence source"),
                "colors": _all(value.colors, "name share"), "codes": _all(value.codes, "symbology value"),
            }
    return cells


def _all(items: Iterable[Any], names: str) -> list[dict[str, Any]]:
    return [{name: getattr(item, name) for name in names.split()} for item in items]


def frame(verb: str, results: Iterable[Result[Any]]) -> pandas.DataFrame:
    """Returns a data frame with one row per result."""
    import pandas

    table = pandas.DataFrame([row(verb, result) for result in results], columns=list(columns(verb)))
    whole = [name for name, kind in columns(verb).items() if kind == "int"]
    return table.astype({name: "Int64" for name in whole})


def arrow_schema(verb: str) -> pyarrow.Schema:
    """The Arrow schema of a verb."""
    import pyarrow

    return pyarrow.schema([pyarrow.field(name, _arrow(kind)) for name, kind in columns(verb).items()])


def arrow_table(verb: str, results: Iterable[Result[Any]]) -> pyarrow.Table:
    """Returns an Arrow table with one row per result."""
    import pyarrow

    return pyarrow.Table.from_pylist([row(verb, result) for result in results], schema=arrow_schema(verb))


def _arrow(kind: Type) -> pyarrow.DataType:
    import pyarrow

    if isinstance(kind, list):
        return pyarrow.list_(_arrow(kind[0]))
    if isinstance(kind, dict):
        return pyarrow.struct([pyarrow.field(name, _arrow(inner)) for name, inner in kind.items()])
    return {"string": pyarrow.string(), "int": pyarrow.int64(), "double": pyarrow.float64(),
            "bool": pyarrow.bool_()}[kind]


def spark_schema(verb: str) -> str:
    """The same schema in Spark's DDL."""
    return ", ".join(f"`{name}` {_ddl(kind)}" for name, kind in columns(verb).items())


def _ddl(kind: Type) -> str:
    if isinstance(kind, list):
        return f"array<{_ddl(kind[0])}>"
    if isinstance(kind, dict):
        return "struct<" + ", ".join(f"`{name}`: {_ddl(inner)}" for name, inner in kind.items()) + ">"
    return {"string": "string", "int": "bigint", "double": "double", "bool": "boolean"}[kind]
