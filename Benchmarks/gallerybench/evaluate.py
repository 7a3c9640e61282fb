"""The command line of `make eval-gallery`: tags, colors and searches against what is known of photos."""

import argparse
import os
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between

from . import colors, espy, search, tags

START, END = "<!-- gallery: written by make eval-gallery -->", "<!-- end of gallery -->"


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-gallery", description=__doc__)
    parser.add_argument("--only", choices=("tags", "colors", "search"), help="only this part")
    parser.add_argument("--write", action="store_true", help="put the tables into Benchmarks/docs/gallery.md")
    options = parser.parse_args()
    shared = Path(os.environ.get("ESPY_SHARED", espy.ROOT.parent / "shared"))
    parts = {"tags": tags.report, "colors": colors.report, "search": search.report}
    text = "\n\n".join(report(shared) for name, report in parts.items() if options.only in (None, name))
    print(f"{machine.facts(espy.ROOT, {})}\n\n{text}")
    if options.write:
        replace_between(espy.ROOT / "Benchmarks" / "docs" / "gallery.md", START, END, text)


if __name__ == "__main__":
    main()
