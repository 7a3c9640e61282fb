"""Markdown tables, and texts between markers in a document."""

from pathlib import Path


def table(head: list[str], rows: list[list[str]]) -> str:
    """An aligned table: the first column left-aligned, all others right-aligned."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]

    def line(cells: list[str]) -> str:
        aligned = [cells[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:])]
        return "| " + " | ".join(aligned) + " |"

    rule = "|" + "|".join(["-" * (widths[0] + 2)] + ["-" * (width + 1) + ":" for width in widths[1:]]) + "|"
    return "\n".join([line(head), rule, *map(line, rows)])


def replace_between(document: Path, start: str, end: str, text: str) -> None:
    """Puts a text between two markers, each of which must occur once in the document.

    Raises SystemExit if a marker or the document is missing, before anything is changed.
    """
    content = document.read_text(encoding="utf-8") if document.exists() else ""
    if content.count(start) != 1 or content.count(end) != 1 or content.index(end) < content.index(start):
        raise SystemExit(f"{document}: needs the line {start!r} and after it {end!r}, once each")
    before, rest = content.split(start)
    document.write_text(f"{before}{start}\n{text}\n{end}{rest.split(end)[1]}", encoding="utf-8")
