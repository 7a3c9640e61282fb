"""The part of YAML that docs/openapi.yaml uses: block and flow mappings and lists, and folded texts. The standard
library cannot read YAML."""

from __future__ import annotations

import re
from typing import Any

_KEY = re.compile(r'("[^"]*"|[^\s"{}\[\],:][^:{}\[\],]*|\$ref):(?:\s+|$)')


def read_yaml(text: str) -> Any:
    lines = [(len(line) - len(line.lstrip()), line.strip()) for line in text.splitlines()]
    lines = [line for line in lines if line[1] and not line[1].startswith("#")]
    value, _ = _block(lines, 0, lines[0][0])
    return value


def _block(lines: list[tuple[int, str]], at: int, depth: int) -> tuple[Any, int]:
    if lines[at][1].startswith("- "):
        return _list(lines, at, depth)
    found: dict[str, Any] = {}
    while at < len(lines) and lines[at][0] == depth and not lines[at][1].startswith("- "):
        match = _KEY.match(lines[at][1])
        assert match, lines[at]
        rest = lines[at][1][match.end():]
        found[match.group(1).strip('"')], at = _value(lines, at, depth, rest)
    return found, at


def _value(lines: list[tuple[int, str]], at: int, depth: int, rest: str) -> tuple[Any, int]:
    """The value after a key: the rest of its line, or the lines below."""
    below = at + 1
    while below < len(lines) and lines[below][0] > depth:
        below += 1
    if rest in (">-", ">", "|"):
        return " ".join(text for _, text in lines[at + 1:below]), below
    if rest:
        whole = " ".join([rest, *(text for _, text in lines[at + 1:below])])
        return _flow(whole), below
    if below > at + 1:
        return _block(lines, at + 1, lines[at + 1][0])
    if below < len(lines) and lines[below][0] == depth and lines[below][1].startswith("- "):
        return _list(lines, below, depth)
    return None, below


def _list(lines: list[tuple[int, str]], at: int, depth: int) -> tuple[list[Any], int]:
    items = []
    while at < len(lines) and lines[at][0] == depth and lines[at][1].startswith("- "):
        text = lines[at][1][2:]
        if _KEY.match(text):
            lines[at] = (depth + 2, text)
            item, at = _block(lines, at, depth + 2)
        else:
            item, at = _flow(text), at + 1
        items.append(item)
    return items, at


def _flow(text: str) -> Any:
    value, rest = _flow_value(text.strip(), top=True)
    return value


def _flow_value(text: str, top: bool = False) -> tuple[Any, str]:
    if text.startswith("{"):
        found: dict[str, Any] = {}
        text = text[1:].lstrip()
        while not text.startswith("}"):
            match = _KEY.match(text)
            assert match, text
            found[match.group(1).strip('"')], text = _flow_value(text[match.end():].lstrip())
            text = text.lstrip().removeprefix(",").lstrip()
        return found, text[1:]
    if text.startswith("["):
        items = []
        text = text[1:].lstrip()
        while not text.startswith("]"):
            item, text = _flow_value(text)
            items.append(item)
            text = text.lstrip().removeprefix(",").lstrip()
        return items, text[1:]
    if text.startswith('"'):
        end = text.index('"', 1)
        return text[1:end], text[end + 1:]
    if top:
        return text, ""
    end = min((at for at in (text.find(mark) for mark in ",}]") if at >= 0), default=len(text))
    return text[:end].strip(), text[end:]
