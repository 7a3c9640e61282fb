import sys
import tempfile
import unittest
from pathlib import Path

from countbench.answers import Way, ask, score
from countbench.photos import Photo, Thing
from countbench.scores import Score, summary


def box(x, y, main=True):
    return {"x": x - 5, "y": y - 5, "width": 10, "height": 10, "main": main}


PROGRAM = """#!{python}
import json, os, sys
for path in sys.argv[1:]:
    if path.endswith(".jpg"):
        range = {{"low": 4, "high": 6}}
        count = int(os.environ["COUNT"]) + ("--reference" in sys.argv)
        print(json.dumps({{"file": path, "count": count, "range": range, "width": 9, "height": 9, "detections": []}}))
print(json.dumps({{"total": {{"count": 9}}}}))
sys.exit(1)
"""


class ScoreTests(unittest.TestCase):
    def test_is_within_only_when_a_whole_count_is(self):
        self.assertTrue(Score("a", 100, 95, 95, 95).within(0.05))
        self.assertFalse(Score("a", 100, 94, 94, 94).within(0.05))
        self.assertFalse(Score("a", 9, 10, 10, 10).within(0.05))
        self.assertTrue(Score("a", 9, 9, 9, 9).within(0))

    def test_measures_marks(self):
        one = Score("a", truth=10, count=8, low=8, high=8, marks=8, hits=6)
        self.assertEqual((one.error, one.recall, one.precision), (-2, 0.6, 0.75))
        self.assertAlmostEqual(one.f1, 2 * 6 / 18)

    def test_a_photo_that_failed_is_never_within(self):
        self.assertFalse(Score("a", 0, 0, 0, 0, failure="broken").within(0.1))

    def test_nothing_marked_on_an_empty_photo_is_right(self):
        self.assertEqual(Score("a", 0, 0, 0, 0, marks=0, hits=0).f1, 1)


class SummaryTests(unittest.TestCase):
    scores = [
        Score("a", truth=10, count=10, low=9, high=11, marks=10, hits=10),
        Score("b", truth=100, count=92, low=93, high=96, marks=92, hits=46),
        Score("c", truth=50, count=52, low=50, high=52),
    ]

    def test_adds_up(self):
        total = summary(self.scores)
        self.assertEqual(total.photos, 3)
        self.assertAlmostEqual(total.mean_absolute_error, 10 / 3)
        self.assertAlmostEqual(total.exact, 1 / 3)
        self.assertAlmostEqual(total.within_5, 2 / 3)
        self.assertAlmostEqual(total.within_10, 1)
        self.assertAlmostEqual(total.in_range, 2 / 3)

    def test_pools_marks_of_photos_with_known_places(self):
        total = summary(self.scores)
        self.assertAlmostEqual(total.f1_pooled, 2 * 56 / (102 + 110))
        self.assertAlmostEqual(total.f1_mean, (1 + 2 * 46 / 192) / 2)

    def test_has_no_marks_without_places(self):
        self.assertIsNone(summary(self.scores[2:]).f1_pooled)


class AnswerTests(unittest.TestCase):
    photo = Photo("set", Path("a.jpg"), 2, [Thing(20, 20, 10), Thing(60, 20, 10)])

    def test_takes_marks_of_the_main_group_from_the_middle_of_boxes(self):
        answer = {
            "count": 2,
            "range": {"low": 1, "high": 3},
            "width": 90,
            "height": 60,
            "detections": [box(22, 21), box(90, 90), box(60, 20, main=False)],
        }
        self.assertEqual(score(self.photo, answer), Score("set/a.jpg", 2, 2, 1, 3, marks=2, hits=1))

    def test_asks_the_program_for_all_photos_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "espy"
            program.write_text(PROGRAM.format(python=sys.executable), encoding="utf-8")
            program.chmod(0o700)
            photos = [Photo("set", Path("a.jpg"), 5), Photo("set", Path("b.jpg"), 7, [])]
            found = ask(program, Way("reference", "", ("--reference",)), photos, {"COUNT": "5"})
            self.assertEqual([one.name for one in found], ["set/a.jpg", "set/b.jpg"])
            self.assertEqual([(one.error, one.hits) for one in found], [(1, None), (-1, 0)])
            with self.assertRaisesRegex(SystemExit, "1 answers for 2 photos"):
                ask(program, Way("espy", ""), [photos[0], Photo("set", Path("c.txt"), 1)], {"COUNT": "5"})

    def test_keeps_the_reason_of_a_failure(self):
        failed = score(self.photo, {"file": "a.jpg", "error": {"kind": "truncated", "message": "ends too early"}})
        self.assertEqual((failed.count, failed.hits, failed.failure), (0, 0, "ends too early"))

    def test_has_no_marks_where_nobody_noted_the_places(self):
        answer = {
            "count": 3, "range": {"low": 3, "high": 3}, "width": 9, "height": 9, "detections": [box(1, 1)] * 3
        }
        self.assertIsNone(score(Photo("set", Path("a.jpg"), 2), answer).hits)


if __name__ == "__main__":
    unittest.main()
