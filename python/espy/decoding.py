"""Turns JSON into frozen dataclasses by their annotations."""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


NOT_IN_JSON: Mapping[str, str | None] = {"key": None}
"""Metadata of a field that is not in JSON."""


def called(key: str) -> Mapping[str, str | None]:
    """Metadata of a field with another name in JSON, for example because of a Python keyword."""
    return {"key": key}


def camel(name: str) -> str:
    """The JSON key of a field: `text_confidence` becomes `textConfidence`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


@functools.lru_cache(maxsize=None)
def keys(cls: type) -> tuple[tuple[str, str, Any, bool], ...]:
    """Name, JSON key, type, and whether it is required, for each field in JSON."""
    hints = typing.get_type_hints(cls)
    named = ((field, field.metadata.get("key", camel(field.name))) for field in dataclasses.fields(cls))
    return tuple(
        (field.name, key, hints[field.name], field.default is dataclasses.MISSING)
        for field, key in named if key is not None
    )


def decode(cls: type[T], data: Mapping[str, Any]) -> T:
    """Unknown keys are ignored, because a newer program may add some.

    Raises `ValueError` if a required key is missing.
    """
    values: dict[str, Any] = {}
    kind: type = cls
    for name, key, hint, is_needed in keys(kind):
        if key in data:
            values[name] = _value(hint, data[key])
        elif is_needed:
            raise ValueError(f"{cls.__name__} without {key}")
    return cls(**values)


def _value(hint: Any, data: Any) -> Any:
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        if data is None:
            return None
        options = [option for option in typing.get_args(hint) if option is not type(None)]
        return _value(options[0], data) if len(options) == 1 else data
    if origin is tuple:
        inner = typing.get_args(hint)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_value(inner[0], item) for item in data)
        return tuple(_value(item_hint, item) for item_hint, item in zip(inner, data, strict=True))
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return decode(hint, data)
    return float(data) if hint is float else data
