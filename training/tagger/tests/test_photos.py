"""Reading, decoding and drawing views of photos."""

import tempfile
import unittest
from pathlib import Path

try:
    import numpy as np

    from training.tagger.augment import view
    from training.tagger.batches import Batches
    from training.tagger.cache import PhotoCache
    from training.tagger.photos import load_photos
    from training.tagger.tags import INDEX, TAGS
    from training.tagger.tests.made import write_data
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = write_data(Path(folder.name))

    def test_kinds_of_photos(self):
        photos = load_photos(self.root)
        kinds = {Path(photo.path).stem: (photo.kind, photo.split) for photo in photos}
        self.assertEqual(kinds["dog_0"], ("tagged", "train"))
        self.assertEqual(kinds["screws"], ("negative", "train"))
        self.assertEqual(kinds["nuts"], ("stranger", "test"))
        self.assertEqual(kinds["fruits15"], ("extra", "train"))
        self.assertNotIn("palm", kinds)

    def test_labels_of_an_extra_photo(self):
        extra = [photo for photo in load_photos(self.root) if photo.kind == "extra"]
        self.assertEqual([photo.tags for photo in extra], [(INDEX["fruit"],)])

    def test_cache_holds_the_pictures_and_is_used_again(self):
        photos = load_photos(self.root)
        cache = PhotoCache(photos, self.root / "cache", "all")
        self.assertEqual((cache[0].shape, cache.half(0).shape), ((48, 60, 3), (24, 30, 3)))
        self.assertGreater(cache[0][..., 0].mean(), 200)  # red comes first
        before = (self.root / "cache" / "all.bin").stat().st_mtime_ns
        PhotoCache(photos, self.root / "cache", "all")
        self.assertEqual((self.root / "cache" / "all.bin").stat().st_mtime_ns, before)

    def test_batches(self):
        photos = load_photos(self.root)
        places = [i for i, photo in enumerate(photos) if photo.split == "train"]
        batches = Batches(PhotoCache(photos, self.root / "cache", "all"), places, [photos[i] for i in places], 16, 1)
        batches.queue.put(batches.make(32))
        pictures, targets, rivals = batches.next()
        self.assertEqual((tuple(pictures.shape), tuple(targets.shape)), ((16, 3, 32, 32), (16, len(TAGS) + 1)))
        self.assertTrue((targets.sum(1) == 1).all())
        self.assertEqual(float((targets * rivals).max()), 0)
        self.assertTrue(float(pictures.min()) >= 0 and float(pictures.max()) <= 255)


class Views(unittest.TestCase):
    def test_same_seed_same_view(self):
        pixels = np.random.default_rng(1).integers(0, 256, (90, 160, 3)).astype(np.uint8)
        half = np.ascontiguousarray(pixels[::2, ::2])
        for seed in range(40):
            one, two = (view(np.random.default_rng(seed), pixels, half, 48) for _ in range(2))
            self.assertEqual((one.shape, one.dtype), ((48, 48, 3), np.uint8))
            self.assertTrue((one == two).all())

    def test_views_differ(self):
        pixels = np.random.default_rng(1).integers(0, 256, (90, 160, 3)).astype(np.uint8)
        rng = np.random.default_rng(2)
        one, two = (view(rng, pixels, pixels, 48) for _ in range(2))
        self.assertFalse((one == two).all())
