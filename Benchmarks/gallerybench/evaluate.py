"""The command line of `make eval-gallery`: tags, colors and searches compared with the truth of photos."""

import argparse
import os
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between

from . import colors, espy, search, tags

PARTS = {"tags": tags.report, "colors": colors.report, "search": search.report}
# The place of each in the document.
BLOCKS = {
    ("tags", "colors"): ("<!-- gallery: written by make eval-gallery -->", "<!-- end of gallery -->"),
    ("search",): ("<!-- searches: written by make eval-gallery -->", "<!-- end of searches -->"),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-gallery", description=__doc__)
    parser.add_argument("--only", choices=("tags", "colors", "search"), help="only this part")
    parser.add_argument("--write", action="store_true", help="put the tables into Benchmarks/docs/gallery.md")
    options = parser.parse_args()
    shared = Path(os.environ.get("ESPY_SHARED", espy.ROOT.parent / "shared"))
    texts = {name: report(shared) for name, report in PARTS.items() if options.only in (None, name)}
    print("\n\n".join([machine.facts(espy.ROOT, {}), *texts.values()]))
    for names, (start, end) in BLOCKS.items():
        if options.write and all(name in texts for name in names):
            text = "\n\n".join(texts[name] for name in names)
            replace_between(espy.ROOT / "Benchmarks" / "docs" / "gallery.md", start, end, text)


if __name__ == "__main__":
    main()
