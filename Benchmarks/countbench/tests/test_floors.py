import json
import tempfile
import unittest
from pathlib import Path

from countbench import compare, floors, report
from countbench.scores import Score


def outcomes(hits=9, marks=10, truth=10):
    return {"trays": {"espy": [Score("trays/a.jpg", truth, marks, marks, marks, marks=marks, hits=hits)]}}


class FloorsTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "floors.json"
        floors.tighten(self.file, outcomes(), "espy")

    def floor(self):
        return json.loads(self.file.read_text(encoding="utf-8"))["trays"]

    def test_starts_with_what_was_reached(self):
        self.assertEqual(self.floor(), {"photos": 1, "things": 10, "hits": 9, "wrong": 1})

    def test_only_tightens(self):
        floors.tighten(self.file, outcomes(hits=10, marks=13), "espy")
        self.assertEqual((self.floor()["hits"], self.floor()["wrong"]), (10, 1))

    def test_starts_anew_for_other_photos(self):
        floors.tighten(self.file, outcomes(hits=3, marks=3, truth=20), "espy")
        self.assertEqual(self.floor(), {"photos": 1, "things": 20, "hits": 3, "wrong": 0})

    def test_is_content_with_as_good(self):
        self.assertEqual(floors.behind(self.file, outcomes(), "espy"), [])
        self.assertEqual(floors.behind(self.file, outcomes(hits=10), "espy"), [])

    def test_names_what_was_lost(self):
        self.assertEqual(len(floors.behind(self.file, outcomes(hits=8, marks=9), "espy")), 1)
        self.assertEqual(len(floors.behind(self.file, outcomes(hits=9, marks=11), "espy")), 1)
        self.assertEqual(len(floors.behind(self.file, outcomes(hits=8, marks=11), "espy")), 2)

    def test_does_not_judge_other_photos(self):
        self.assertIn("floor is of", floors.behind(self.file, outcomes(truth=20), "espy")[0])

    def test_passes_over_a_set_that_was_not_measured(self):
        self.assertEqual(floors.behind(self.file, {"photos": {}}, "espy"), [])


class CompareTests(unittest.TestCase):
    def test_lists_what_changed(self):
        old = json.loads(json.dumps(report.plain(outcomes())))
        self.assertIn("| trays/a.jpg | espy |", compare.changes(old, outcomes(hits=10)))

    def test_says_when_nothing_changed(self):
        old = json.loads(json.dumps(report.plain(outcomes())))
        self.assertIn("Nothing.", compare.changes(old, outcomes()))

    def test_compares_only_photos_of_both_runs(self):
        self.assertEqual(compare.changes({"sets": {}}, outcomes()), "Changed:\n\nNothing.")


class ReportTests(unittest.TestCase):
    def test_shows_every_photo_and_every_failure(self):
        both = {"espy": [Score("t/a.jpg", 9, 8, 7, 9, 8, 8)], "nano": [Score("t/a.jpg", 9, 0, 0, 0, 0, 0, "too dark")]}
        text = report.all({"t": both})
        self.assertIn("| a.jpg |     9 |    8 |    -1 |   7…9 |   0.89 |      1.00 |", text)
        self.assertIn("- nano, t/a.jpg: too dark", text)


if __name__ == "__main__":
    unittest.main()
