import json
import os
import tempfile
import unittest
from pathlib import Path

from countbench.photos import Thing, from_sidecars, from_truth_file, photo

ROOT = Path(__file__).resolve().parents[3]
PILLS = {
    "count": 5,
    "classes": {"pink": 1, "cream": 3, "red": 1},
    "main_class_count": 3,
    "centres": [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5]],
    "approx_size": [4, 9],
}


def drawn(kind, x):
    return {"kind": kind, "center": {"x": x, "y": 5}, "box": {"x": x - 1, "y": 1, "width": 2, "height": 8}}


class PhotosTests(unittest.TestCase):
    def test_knows_one_size_for_all(self):
        found = photo("set", Path("a.jpg"), {"count": 1, "centres": [[3, 4]], "approx_size": [4, 9]})
        self.assertEqual((found.name, found.answer, found.things), ("set/a.jpg", 1, [Thing(3, 4, 6)]))

    def test_knows_a_size_for_each(self):
        entry = {"count": 2, "centres": [[0, 0], [9, 9]], "approx_size_per_object": [[2, 2], [5, 5]]}
        self.assertEqual([thing.size for thing in photo("set", Path("a.jpg"), entry).things], [2, 5])

    def test_asks_for_the_main_class_alone(self):
        found = photo("set", Path("a.jpg"), PILLS)
        self.assertEqual(found.answer, 3)
        self.assertEqual([thing.x for thing in found.things], [2, 3, 4])

    def test_has_no_places_when_the_classes_do_not_add_up(self):
        self.assertIsNone(photo("set", Path("a.jpg"), PILLS | {"classes": {"cream": 3}}).things)

    def test_does_without_places(self):
        self.assertIsNone(photo("set", Path("a.jpg"), {"count": 7}).things)

    def test_leaves_out_a_photo_that_is_missing(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "here.jpg").touch()
            truth = {"here.jpg": {"count": 1}, "gone.jpg": {"count": 2}, "note": "about the photos"}
            (folder / "truth.json").write_text(json.dumps(truth), encoding="utf-8")
            self.assertEqual([found.path.name for found in from_truth_file("set", folder)], ["here.jpg"])

    def test_pairs_a_picture_with_its_sidecar(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "tray.jpg").touch()
            things = [drawn(1, 10), drawn(1, 30), drawn(0, 50)]
            (folder / "tray.json").write_text(json.dumps({"count": 2, "things": things}), encoding="utf-8")
            (folder / "alone.json").write_text(json.dumps({"count": 1}), encoding="utf-8")
            found = from_sidecars("scenes", folder)
            self.assertEqual([one.name for one in found], ["scenes/tray.jpg"])
            self.assertEqual(found[0].things, [Thing(10, 5, 4), Thing(30, 5, 4)])

    def test_an_empty_tray_has_no_things_rather_than_unknown_ones(self):
        self.assertEqual(photo("set", Path("a.jpg"), {"count": 0, "things": []}).things, [])

    def test_reads_the_trays_of_the_repository(self):
        found = from_sidecars("samples", ROOT / "Tests" / "Samples" / "count")
        self.assertGreater(len(found), 3)
        for one in found:
            self.assertEqual(len(one.things), one.answer, one.name)

    def test_reads_the_real_truth(self):
        folder = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data" / "count"
        if not (folder / "truth.json").exists():
            self.skipTest(f"no photos in {folder}")
        for found in from_truth_file("photos", folder):
            self.assertEqual(len(found.things), found.answer, found.name)


if __name__ == "__main__":
    unittest.main()
