"""Writes what a model was trained on into its card, between two markers."""

from collections.abc import Callable
from pathlib import Path

from Benchmarks.benchkit.tables import replace_between

from . import command

MODELS = Path(__file__).resolve().parents[2] / "models"
END = "<!-- end of sources -->"
# The lengthy license statement of most of the collection, and its short form.
_SHORTER = {"README.dataset.txt of the Roboflow export in the repo": "its README.dataset.txt"}


def shorter(licence: str) -> str:
    for long, short in _SHORTER.items():
        licence = licence.replace(long, short)
    return licence


def start(program: str) -> str:
    """The marker above a text."""
    return f"<!-- sources: written by {program} -->"


def run(program: str, cards: list[Path], text: Callable[[Path], str], about: str | None,
        arguments: list[str] | None = None) -> None:
    """The command line of a program that writes a text into cards; with `--check` it only compares."""
    parser = command.parser(about, data="folder with the lists of photos")
    parser.add_argument("--check", action="store_true", help="only say whether the cards are up to date")
    options = parser.parse_args(arguments)
    first, wanted = start(program), text(options.data)
    for card in cards:
        if not options.check:
            replace_between(card, first, END, wanted)
        elif f"{first}\n{wanted}\n{END}" not in card.read_text(encoding="utf-8"):
            module = program.removesuffix(".py").replace("/", ".")
            raise SystemExit(f"{card.name} is out of date: python -m {module} --data {options.data}")
