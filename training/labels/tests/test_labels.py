"""Candidates become sheets, letters become verdicts, and verdicts put labels right."""

import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

try:
    import cv2
    import numpy as np
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.labels import sheets, verdicts
from training.labels.verdicts import Verdicts, checksum, judged
from training.seeker.photos import load_photos
from training.seeker.tests.made import BOXES, entry, write_data

NEW = [20.0, 70.0, 50.0, 100.0]
BETTER = [62.0, 22.0, 96.0, 58.0]


class Labels(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        write_data(self.root, [entry("a"), entry("b")])
        write_data(self.root, [], "detect2")
        self.photos = load_photos(self.root, "train")

    def candidates(self) -> Path:
        found = [{"box": NEW, "score": 0.9, "is": "new"},
                 {"box": BETTER, "score": 0.8, "is": "loose", "label": [float(v) for v in BOXES[1]]},
                 {"box": [100.0, 10.0, 130.0, 40.0], "score": 0.6, "is": "new"}]
        rows = [{"file": f"detect/{photo.path.name}", "sha": checksum(photo.path), "source": photo.source, "use": "train",
                 "kinds": [{"kind": "nut", "examples": [BOXES[0]], "candidates": found}]} for photo in self.photos[:1]]
        path = self.root / "candidates.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    def run_module(self, module, *given) -> None:
        with mock.patch("sys.argv", ["", *map(str, given)]), contextlib.redirect_stdout(io.StringIO()):
            module.main()

    def answered(self, letters: str) -> Verdicts:
        found, folder = self.candidates(), self.root / "sheets"
        self.run_module(sheets, "--data", self.root, "--candidates", found, "--out", folder)
        (self.root / "seen").mkdir()
        (self.root / "seen" / "0001.txt").write_text(letters, encoding="utf-8")
        out = self.root / "verdicts.jsonl"
        self.run_module(verdicts, "--sheets", folder, "--seen", self.root / "seen", "--candidates", found, "--out", out)
        return Verdicts.load([out])

    def test_what_is_seen_puts_labels_right(self):
        boxes, labels, doubts, strange = self.answered("t r n\n").applied(self.photos[0])
        self.assertEqual(boxes.tolist(), [BOXES[0], BETTER, BOXES[2], NEW])
        self.assertEqual(labels.tolist(), ["nut"] * 4)
        self.assertEqual((len(doubts), strange.tolist()), (0, [[100, 10, 130, 40]]))

    def test_photos_without_candidates_stay_as_they_are(self):
        boxes, _, doubts, strange = self.answered("t r n").applied(self.photos[1])
        self.assertEqual((boxes.tolist(), len(doubts), len(strange)), (BOXES, 0, 0))

    def test_a_letter_that_cannot_be_meant_is_unclear(self):
        boxes, _, doubts, _ = self.answered("r y u").applied(self.photos[0])
        self.assertEqual((len(boxes), len(doubts)), (3, 2))

    def test_a_sheet_with_other_numbers_of_letters_and_tiles_says_nothing(self):
        boxes, _, doubts, strange = self.answered("t t").applied(self.photos[0])
        self.assertEqual((len(boxes), len(doubts), len(strange)), (3, 3, 0))
        self.assertEqual(judged({"0009.png": {"1": {}}}, self.root / "seen"), {})

    def test_sheets_show_an_example_before_its_candidates(self):
        self.answered("tyn")
        sheet = cv2.imread(str(self.root / "sheets" / "0001.png"))
        blue = np.array(sheets.BLUE)
        self.assertTrue((sheet[2, 40] == blue).all())
        self.assertFalse((sheet[2, sheets.TILE + 60] == blue).all())


if __name__ == "__main__":
    unittest.main()
