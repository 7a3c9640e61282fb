import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.embedder.batches import Recipe, Sampler, draw
from training.embedder.cache import PictureCache
from training.embedder.losses import relations
from training.embedder.photos import real_photos, scene_photos
from training.embedder.tests.made import write_real, write_scenes


class BatchesTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name)
        write_real(path, [("a.jpg", "beans", "train", "open", ("bean", "coin")),
                          ("b.jpg", "fruit9", "train", "open", ("bean", "lemon"))])
        write_scenes(path, 4)
        photos = real_photos(path) + scene_photos([path])
        self.sampler = Sampler(photos, PictureCache(photos, path / "cache", "x"), recipe=Recipe(photos=5))

    def tearDown(self):
        self.folder.cleanup()

    def test_a_batch_is_reproduced_from_its_seed(self):
        first, columns = self.sampler.batch(np.random.default_rng(4))
        second, again = self.sampler.batch(np.random.default_rng(4))
        self.assertTrue((first == second).all())
        self.assertTrue(all((columns[n] == again[n]).all() for n in columns))

    def test_every_photo_brings_its_kinds_and_junk(self):
        crops, columns = self.sampler.batch(np.random.default_rng(1))
        self.assertEqual(crops.shape[1:], (3, 64, 64))
        self.assertTrue((0 <= crops).all() and (crops <= 255).all())
        for slot in range(5):
            mine = columns["photo"] == slot
            objects = mine & ~columns["junk"]
            self.assertEqual(objects.sum(), 7)
            self.assertEqual(len(set(columns["kind"][objects].tolist())), 2)
            self.assertGreaterEqual((mine & columns["junk"]).sum(), 1)

    def test_batches_hold_pairs_of_both_sorts(self):
        _, columns = self.sampler.batch(np.random.default_rng(2))
        same, different = relations(**columns)
        self.assertTrue(same.any() and different.any())
        self.assertFalse((same & different).any())
        photo = columns["photo"]
        self.assertFalse((same & (photo[:, None] != photo[None, :])).any())

    def test_one_label_in_two_photos_has_one_number(self):
        ids = self.sampler.label_ids
        self.assertEqual(len(ids), 3 + 4 * 2)

    def test_a_lone_object_is_viewed_again(self):
        self.assertEqual(draw(np.array([3]), 5, np.random.default_rng(0)).tolist(), [3, 3, 3])
        self.assertEqual(sorted(draw(np.arange(4), 4, np.random.default_rng(0))), [0, 1, 2, 3])
