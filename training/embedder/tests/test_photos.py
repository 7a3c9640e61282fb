import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.embedder.cache import PictureCache
from training.embedder.photos import real_photos, scene_photos
from training.embedder.tests.made import write_real, write_scenes


class PhotosTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)
        write_real(self.path, [("a.jpg", "beans", "train", "open", ("bean", "coin")),
                               ("b.jpg", "eggs", "train", "open", ("egg", "bar")),
                               ("c.jpg", "bees2", "val", "unclear", ("bee", "bar"))])

    def tearDown(self):
        self.folder.cleanup()

    def test_held_out_sources_are_never_trained_on(self):
        self.assertEqual([p.split for p in real_photos(self.path)], ["train", "held-out", "val"])

    def test_open_data_only_leaves_out_the_others(self):
        self.assertEqual([p.source for p in real_photos(self.path, open_only=True)], ["beans", "eggs"])

    def test_mixed_labels_are_marked_box_by_box(self):
        photo = real_photos(self.path)[0]
        coins = photo.kinds == photo.labels.index("coin")
        self.assertTrue((photo.mixed == coins).all() and coins.any() and not coins.all())

    def test_scenes_keep_their_kinds_and_some_are_held_out(self):
        write_scenes(self.path, 22)
        scenes = scene_photos([self.path])
        self.assertEqual(len(scenes), 22)
        self.assertEqual(sum(s.split == "held-out" for s in scenes), 2)
        self.assertEqual(sorted(set(scenes[3].kinds)), [0, 1])
        self.assertNotEqual(scenes[3].labels, scenes[4].labels)

    def test_a_scene_without_picture_or_boxes_is_skipped(self):
        np.save(self.path / "0000000.npy", np.zeros((0, 5), np.float32))
        np.save(self.path / "0000001.npy", np.zeros((3, 5), np.float32))
        (self.path / "0000000.jpg").write_bytes((self.path / "a.jpg").read_bytes())
        self.assertEqual(scene_photos([self.path]), [])

    def test_cache_returns_what_was_read_and_notices_other_photos(self):
        photos = real_photos(self.path)
        first = PictureCache(photos[:2], self.path / "cache", "x")
        self.assertEqual(first[1].shape, (240, 300, 3))
        self.assertEqual(first.factors, [1.0, 1.0])
        stamp = first.file.stat().st_mtime_ns
        self.assertEqual(PictureCache(photos[:2], self.path / "cache", "x").file.stat().st_mtime_ns, stamp)
        other = PictureCache(photos[1:], self.path / "cache", "x")
        self.assertTrue((other[0] == first[1]).all())

    def test_cache_notices_a_picture_painted_anew(self):
        photos = real_photos(self.path)
        first = PictureCache(photos, self.path / "cache", "x")[0].copy()
        (self.path / "a.jpg").write_bytes((self.path / "b.jpg").read_bytes())
        self.assertFalse((PictureCache(photos, self.path / "cache", "x")[0] == first).all())

    def test_colors_come_as_red_green_blue(self):
        cache = PictureCache(real_photos(self.path), self.path / "cache", "x")
        red, _, blue = cache[0][30, 30].astype(int)
        self.assertGreater(red, blue + 100)
