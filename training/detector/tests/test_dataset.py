"""Photos that are trained on, and samples made of them."""

import tempfile
import unittest
from pathlib import Path

try:
    import numpy as np
    import torch
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.common.photos import textures
from training.detector.dataset import Views
from training.detector.photos import held_out_photos, load_photos, training_photos
from training.detector.tests.made import BOXES, photo, texture, write_data, write_scenes


class WithData(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        write_data(self.root, [
            photo("a"), photo("b", source="trees2", licence_class="unclear"), photo("c", split="test"),
            photo("d", source="eggs"), photo("e", licence_class="research")],
            [texture("t"), texture("u", split="val"), texture("v", licence_class="research")])
        self.scenes = write_scenes(self.root / "scenes", 3)


class Photos(WithData):
    def names(self, photos) -> str:
        return "".join(p.path.stem for p in photos)

    def test_held_out_sources_and_other_splits_are_not_trained_on(self):
        photos = load_photos(self.root)
        self.assertEqual(self.names(photos), "abcde")
        self.assertEqual(self.names(training_photos(photos)), "abe")
        self.assertEqual(self.names(held_out_photos(photos)), "d")

    def test_open_data_only(self):
        self.assertEqual(self.names(training_photos(load_photos(self.root, open_data_only=True))), "a")
        self.assertEqual([path.stem for path in textures(self.root)], ["t", "v"])
        self.assertEqual([path.stem for path in textures(self.root, open_data_only=True)], ["t"])

    def test_loosely_boxed_sources_are_trusted_less(self):
        a, b = load_photos(self.root)[:2]
        self.assertLess(b.background_weight, a.background_weight)


class Samples(WithData):
    def views(self, seed: int = 1, start: int = 0, scenes: bool = True) -> Views:
        return Views(training_photos(load_photos(self.root)), self.scenes if scenes else [],
                     textures(self.root), 128, seed, 40, start)

    def same(self, a, b) -> bool:
        return all(np.array_equal(np.asarray(x), np.asarray(y)) for x, y in zip(a, b))

    def test_seed_and_index_decide(self):
        first, again, other = self.views(), self.views(), self.views(seed=2)
        for index in range(12):
            self.assertTrue(self.same(first[index], again[index]), index)
        self.assertFalse(all(self.same(first[index], other[index]) for index in range(4)))
        self.assertFalse(self.same(first[0], first[1]))

    def test_a_later_start_goes_on_with_the_same_samples(self):
        later = self.views(start=7)
        self.assertEqual(len(later), 33)
        for index in range(4):
            self.assertTrue(self.same(self.views()[7 + index], later[index]))

    def test_shapes_and_things_in_the_square(self):
        held = 0
        for pixels, targets, kinds, weight in (self.views()[i] for i in range(40)):
            self.assertEqual((pixels.shape, pixels.dtype), ((3, 128, 128), torch.uint8))
            self.assertEqual((targets.shape, kinds.shape), ((336, 4), (336,)))
            things = targets[kinds == 1]
            self.assertTrue(((things >= 0) & (things <= 128)).all())
            self.assertTrue((things[:, 2:] > things[:, :2]).all())
            self.assertIn(round(float(weight), 2), (0.25, 0.6, 1.0))
            held += bool((kinds == 1).any())
        self.assertGreater(held, 25)

    def test_shares_of_photos_scenes_and_surfaces(self):
        views, rng = self.views(), np.random.default_rng(0)
        picked = [views._pick(rng) for _ in range(1500)]
        surfaces = sum(len(boxes) == 0 for _, boxes, _ in picked) / 1500
        scenes = sum(weight == 1 for _, _, weight in picked) / 1500 - surfaces
        self.assertAlmostEqual(surfaces, 0.05, delta=0.03)
        self.assertAlmostEqual(scenes, 0.5, delta=0.06)

    def test_without_scenes_photos_take_their_place(self):
        views, rng = self.views(scenes=False), np.random.default_rng(0)
        for _, boxes, weight in (views._pick(rng) for _ in range(100)):
            self.assertTrue(weight < 1 or len(boxes) == 0)
            self.assertIn(len(boxes), (0, len(BOXES)))
