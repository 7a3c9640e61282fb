import unittest

import numpy as np

from training.embedder.augment import Light, intrude
from training.embedder.candidates import (areas, background_box, double_of, neighbor_pairs, part_of, shared_area)
from training.embedder.crops import FILL, cut, random_cut, turned_size
from training.embedder.tests.made import picture


class CandidatesTest(unittest.TestCase):
    def setUp(self):
        self.pixels, self.boxes, self.kinds = picture()
        self.rng = np.random.default_rng(3)

    def test_parts_cover_less_than_45_percent_and_stay_inside(self):
        for _ in range(200):
            box = self.boxes[self.rng.integers(len(self.boxes))]
            part = part_of(box, self.rng)
            self.assertLess(areas(part), 0.45 * areas(box))
            self.assertAlmostEqual(shared_area(box, part[None])[0], areas(part), delta=0.5)

    def test_tiny_boxes_have_no_parts(self):
        self.assertIsNone(part_of(np.array([0, 0, 10, 9], np.float32), self.rng))

    def test_neighbors_are_side_by_side(self):
        bars = self.boxes[self.kinds == 1][:5]
        pairs = neighbor_pairs(bars)
        self.assertEqual(pairs.tolist(), [[0, 1], [1, 2], [2, 3], [3, 4]])
        double = double_of(bars, pairs[0])
        self.assertEqual(double.tolist(), [bars[0][0], bars[0][1], bars[1][2], bars[1][3]])

    def test_far_or_unlike_boxes_are_no_neighbors(self):
        boxes = np.array([[0, 0, 10, 10], [100, 0, 110, 10], [12, 0, 60, 48]], np.float32)
        self.assertEqual(len(neighbor_pairs(boxes)), 0)

    def test_background_hardly_touches_objects(self):
        found = [background_box(self.boxes, 300, 240, self.rng) for _ in range(30)]
        found = [b for b in found if b is not None]
        self.assertTrue(found)
        for box in found:
            self.assertLess(shared_area(box, self.boxes).sum(), 0.1 * areas(box))

    def test_a_full_photo_has_no_background(self):
        self.assertIsNone(background_box(np.array([[0, 0, 100, 100]], np.float32), 100, 100, self.rng))


class CropsTest(unittest.TestCase):
    def setUp(self):
        bgr, self.boxes, _ = picture()
        self.pixels = np.ascontiguousarray(bgr[..., ::-1])
        self.rng = np.random.default_rng(5)
        self.bar = self.boxes[5]

    def test_letterbox_keeps_the_shape_and_centers(self):
        crop = cut(self.pixels, self.bar, "letterbox")
        filled = (crop == FILL).all((1, 2))
        self.assertEqual(filled.sum(), 64 - round(17 * 64 / 45))
        self.assertTrue(filled[:20].all() and filled[-20:].all())

    def test_stretch_fills_the_square(self):
        self.assertFalse((cut(self.pixels, self.bar, "stretch") == FILL).all(2).any())

    def test_boxes_beyond_the_photo_are_clamped(self):
        crop = cut(self.pixels, np.array([-50, -50, 20, 20], np.float32), "stretch")
        self.assertTrue((crop == cut(self.pixels, np.array([0, 0, 20, 20], np.float32), "stretch")).all())
        self.assertEqual(cut(self.pixels, np.array([400, 400, 500, 500], np.float32)).shape, (64, 64, 3))

    def test_a_quarter_turn_swaps_sides(self):
        for boxiness in (0, 1):
            np.testing.assert_allclose(turned_size(10, 4, np.pi / 2, boxiness), [4, 10], atol=1e-9)
        np.testing.assert_allclose(turned_size(10, 10, np.pi / 4, 1), [200 ** 0.5] * 2)
        np.testing.assert_allclose(turned_size(10, 10, np.pi / 4, 0), [10, 10])

    def test_random_cuts_still_show_the_object(self):
        shares = []
        for _ in range(60):
            crop, mask = random_cut(self.pixels, self.bar, self.rng, sharp=self.rng.uniform(12, 90))
            inside = crop[mask].astype(int)
            shares.append((inside[:, 2] > inside[:, 0] + 60).mean())
            self.assertTrue((crop[~mask] == FILL).all())
        # A bar turned by 45 degrees fills 40% of its box, and the box may be 15% too large either way.
        self.assertGreater(min(shares), 0.25)
        self.assertGreater(np.mean(shares), 0.55)

    def test_the_same_seed_cuts_the_same(self):
        a, b = (random_cut(self.pixels, self.bar, np.random.default_rng(9), sharp=30)[0] for _ in range(2))
        self.assertTrue((a == b).all())

    def test_intruders_leave_most_of_the_crop(self):
        crop, mask = random_cut(self.pixels, self.boxes[0], self.rng)
        other = np.zeros_like(crop)
        changed = [(intrude(crop, mask, other, self.rng) != crop).any(2).mean() for _ in range(60)]
        self.assertLess(max(changed), 0.5)
        self.assertGreater(np.mean(changed), 0.02)

    def test_light_is_one_per_photo_and_leaves_the_fill(self):
        crop, mask = np.full((64, 64, 3), 128, np.uint8), np.ones((64, 64), bool)
        mask[:10] = False
        within, between = [], []
        for _ in range(30):
            light = Light(self.rng)
            lit = [light.apply(crop, mask, self.rng) for _ in range(2)]
            self.assertTrue((lit[0][:10] == FILL).all())
            within.append(abs(lit[0][10:].mean() - lit[1][10:].mean()))
            between.append(lit[0][10:].mean())
        self.assertLess(np.mean(within), np.std(between) / 2)

    def test_light_keeps_channels_apart(self):
        red = np.zeros((64, 64, 3), np.uint8)
        red[..., 0] = 200
        lit = [Light(self.rng).apply(red, np.ones((64, 64), bool), self.rng) for _ in range(40)]
        colored = [(c[..., 0].mean() > c[..., 2].mean() + 20) for c in lit]
        # One photo in ten is gray.
        self.assertGreater(sum(colored), 28)
