"""The data sections of the model cards."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

try:
    from training import sources
    from training.common import cards
    from training.detector.tests.made import photo, texture, write_jsonl
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


class Cards(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        write_jsonl(self.root / "detect" / "detect.jsonl", [
            photo("a"), photo("b"), photo("c", split="test"), photo("d", source="eggs"),
            photo("e", source="bees2", licence_class="unclear")])
        write_jsonl(self.root / "textures" / "textures.jsonl", [texture("t"), texture("u", split="val")])
        self.card = self.root / "card.md"
        self.card.write_text(f"before\n{cards.start('training/sources.py')}\nold\n{cards.END}\nafter\n")

    def run_it(self, *options: str) -> None:
        with mock.patch.object(sources, "CARDS", [self.card]):
            sources.main(["--data", str(self.root), *options])

    def test_sources_in_order_with_what_was_trained_on(self):
        self.run_it()
        lines = self.card.read_text().splitlines()
        self.assertEqual((lines[0], lines[-1]), ("before", "after"))
        self.assertNotIn("old", lines)
        rows = [line for line in lines if "| someone/" in line]
        self.assertEqual(rows, [
            "| bees2 | someone/bees2 | MIT | unclear | 1 | 1 | 3 |",
            "| coinsph | someone/coinsph | MIT | open | 3 | 2 | 6 |",
            "| eggs | someone/eggs | MIT | open | 1 | held out | – |",
            "| surface | someone/surfaces | CC0 | open | 2 | 1 |"])

    def test_summary(self):
        summary = sources.text(self.root)
        self.assertIn("5 photos with 15 boxed things from 3 repositories", summary)
        self.assertIn("3 photos with 9 things (2 open, 1 unclear)", summary)
        self.assertIn("1 photos of the 8 held-out sources, and 1 of the others", summary)

    def test_two_licenses_of_one_source_are_two_rows(self):
        entries = [photo("a"), photo("b") | {"licence": "CC BY 4.0", "licence_class": "open"}]
        self.assertEqual(len(sources.photo_rows(entries)), 2)

    def test_check_tells_an_old_card_from_a_current_one(self):
        with self.assertRaises(SystemExit):
            self.run_it("--check")
        self.assertIn("old", self.card.read_text())
        self.run_it()
        self.run_it("--check")
