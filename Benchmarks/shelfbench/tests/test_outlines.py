import json
import tempfile
import unittest
from pathlib import Path

from shelfbench.truth import outlined, stands, upright

STANDING = [[10, 0], [30, 0], [30, 90], [10, 90]]


class OutlineTests(unittest.TestCase):
    def test_corners_begin_at_the_top_left(self):
        for turn in range(4):
            turned = STANDING[turn:] + STANDING[:turn]
            self.assertEqual(upright(turned), STANDING)
            self.assertEqual(upright(turned[::-1]), STANDING)

    def test_a_leaning_book_keeps_its_sides(self):
        leaning = [[50, 0], [70, 10], [30, 100], [10, 90]]
        self.assertEqual(upright(leaning[2:] + leaning[:2]), leaning)
        self.assertTrue(stands(upright(leaning)))

    def test_lying_books_and_other_shapes_are_not_asked_for(self):
        lying = [[0, 50], [90, 50], [90, 70], [0, 70]]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            photos = [{"file": f"{split}.jpg", "width": 100, "split": split} for split in ("train", "test")]
            lines = [{"file": photo["file"], "polygons": [STANDING, lying, [*lying, [0, 60]]]} for photo in photos]
            for file, rows in (("detect2.jsonl", photos), ("spines_polygons.jsonl", lines)):
                (folder / file).write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
            [truth] = outlined(folder, "test")
        self.assertEqual((truth.name, truth.quads, truth.optional_quads), ("test.jpg", [STANDING], [lying, lying]))


if __name__ == "__main__":
    unittest.main()
