"""Which photos are trained on, which calibrate, and which only measure."""

import tempfile
import unittest
from pathlib import Path

try:
    import cv2  # noqa: F401
    import numpy as np

    from training.seeker import photos, render
    from training.seeker.collect import spread_over_sources
    from training.seeker.tests.made import entry, write_data, write_scenes
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


class Sources(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        write_data(self.root, [entry("a"), entry("b", split="val"), entry("c", source="jenga"),
                               entry("d", source="eggs"), entry("e", licence_class="unclear")])
        write_data(self.root, [entry("f", source="new", held=True), entry("g", source="other")], "detect2")

    def names(self, use: str, open_data_only: bool = False) -> list[str]:
        return [photo.path.stem for photo in photos.load_photos(self.root, use, open_data_only)]

    def test_each_photo_has_one_use(self):
        self.assertEqual(self.names("train"), ["a", "e", "g"])
        self.assertEqual(self.names("calibrate"), ["b", "c"])
        self.assertEqual(self.names("measure"), ["d", "f"])

    def test_unclear_licences_are_left_out_where_asked_for(self):
        self.assertEqual(self.names("train", open_data_only=True), ["a", "g"])

    def test_nothing_is_cut_out_of_photos_that_are_not_trained_on(self):
        assets = render.load_assets(self.root, False)
        self.assertTrue({group[0].path.stem for group in assets.crops} <= {"a", "e"})

    def test_a_kind_has_at_least_two_things(self):
        write_scenes(self.root / "scenes", 1)
        scene = photos.load_scenes([self.root / "scenes"])[0]
        self.assertEqual((scene.kinds, scene.background_weight), (["0"], 1.0))

    def test_no_source_outweighs_the_others(self):
        all_photos = photos.load_photos(self.root, "train")
        chosen = spread_over_sources(all_photos, 1, np.random.default_rng(0))
        self.assertEqual(sorted(photo.source for photo in chosen), ["coinsph", "other"])
