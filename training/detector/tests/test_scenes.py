"""The guarantees of rendered scenes. Run with: python -m unittest discover training/detector"""

from __future__ import annotations

import unittest

import cv2
import numpy as np

from training.detector.scenes import Assets, render_scene
from training.detector.scenes import catalog, compose, layout, recipes
from training.detector.scenes.groups import Group, Light, extent_of, put
from training.detector.scenes.paint import EXTENT, Board
from training.detector.scenes.profiles import Turned
from training.detector.scenes.sprites import bake
from training.detector.scenes.view import View

SIZE = 192
ASSETS = Assets.load(None)


def scene(*seed: int):
    return render_scene(np.random.default_rng(seed), SIZE, ASSETS)


class Scenes(unittest.TestCase):
    def test_same_seed_same_picture(self):
        for i in range(8):
            a, b = scene(3, i), scene(3, i)
            self.assertTrue(np.array_equal(a.image, b.image))
            self.assertTrue(np.array_equal(a.boxes, b.boxes))

    def test_another_seed_another_picture(self):
        self.assertFalse(np.array_equal(scene(3, 0).image, scene(3, 1).image))

    def test_boxes_lie_in_the_picture_and_counts_are_bounded(self):
        empty = 0
        for i in range(60):
            made = scene(4, i)
            self.assertEqual(made.image.shape, (SIZE, SIZE, 3))
            self.assertEqual((made.image.dtype, made.boxes.dtype), (np.uint8, np.float32))
            self.assertEqual(made.boxes.shape[1], 5)
            self.assertLessEqual(len(made.boxes), layout.MOST + 8)
            empty += len(made.boxes) == 0
            x0, y0, x1, y1 = made.boxes[:, :4].T
            self.assertTrue((x0 >= 0).all() and (y0 >= 0).all() and (x1 <= SIZE).all() and (y1 <= SIZE).all())
            self.assertTrue((x1 - x0 >= 5).all() and (y1 - y0 >= 5).all())
            self.assertTrue((made.boxes[:, 4] == made.boxes[:, 4].astype(int)).all() and (made.boxes[:, 4] < 16).all())
        self.assertLess(empty, 25)

    def test_negatives_have_no_boxes(self):
        for i in range(12):
            made = compose._empty(np.random.default_rng((5, i)), SIZE, ASSETS)
            self.assertEqual(made.boxes.shape, (0, 5))
            self.assertGreater(made.image.std(), 0)

    def test_objects_differ_from_what_surrounds_them(self):
        found = sum(len(scene(6, i).boxes) > 1 for i in range(40))
        self.assertGreater(found, 20)


class Recipes(unittest.TestCase):
    def test_every_familiar_recipe_renders(self):
        for k, make in enumerate(recipes._FAMILIAR):
            rng = np.random.default_rng((7, k))
            board = compose._paint(rng, ASSETS, View(SIZE), make(rng, ASSETS))
            self.assertEqual(len(board.areas), len(board.kinds))
            self.assertTrue(set(np.unique(board.ids)) <= set(range(-1, len(board.areas))), make.__name__)

    def test_kinds_of_the_group_come_first(self):
        for i in range(10):
            rng = np.random.default_rng((8, i))
            recipe = recipes._bakery(rng, ASSETS)
            board = compose._paint(rng, ASSETS, View(SIZE), recipe)
            extra = max(board.kinds, default=0) - len(recipe.kinds) + 1
            self.assertLessEqual(extra, 4)


class Sprites(unittest.TestCase):
    def test_every_kind_fills_its_square(self):
        rng = np.random.default_rng(9)
        light = Light.sample(rng)
        for make in catalog._WEIGHTS:
            for _ in range(6):
                sprite = bake(make(rng, ASSETS), rng, 96, 0.0, light.toward)
                h, w = sprite.cover.shape
                self.assertLessEqual(max(w, h), 96, make.__name__)
                self.assertGreater(max(w, h), 50, make.__name__)
                inside = sprite.cover > EXTENT
                self.assertGreater(inside.mean(), 0.04, make.__name__)
                self.assertTrue(inside[:2].any() and inside[-2:].any(), make.__name__)

    def test_turned_things_are_no_wider_than_their_profile(self):
        rng = np.random.default_rng(14)
        for _ in range(30):
            kind = Turned(rng, ASSETS)
            sprite = bake(kind, rng, 96, 0.0, np.array([0, 0, 1], np.float32))
            widest = 2 * max(width for _, width in kind.knots) * (1 + 4 * kind.slack) + 0.05
            self.assertLess(sprite.cover.shape[1] / sprite.unit, widest)

    def test_a_sprite_is_scaled_once_per_size(self):
        rng = np.random.default_rng(15)
        sprite = bake(Turned(rng, ASSETS), rng, 64, 0.0, Light.sample(rng).toward)
        self.assertIs(sprite.sized(9, 20), sprite.sized(9, 20))
        self.assertEqual(sprite.sized(9, 20).cover.shape, (20, 9))

    def test_the_light_does_not_turn_with_the_object(self):
        rng = np.random.default_rng(10)
        kind = recipes._heap_of_fruit(rng, ASSETS).kinds[0]
        kind.skin.pattern, kind.skin.speckle, kind.blush, kind.stem, kind.clear = "plain", 0, 0, None, 0
        toward = np.array([-0.8, 0, 0.6], np.float32)
        for angle in (0, 90, 180):
            sprite = bake(kind, rng, 80, angle, toward)
            lit = sprite.bgr.astype(float).sum(2) * (sprite.cover > 127)
            half = lit.shape[1] // 2
            self.assertGreater(lit[:, :half].sum(), lit[:, -half:].sum())


class Shadows(unittest.TestCase):
    def test_they_fall_away_from_the_light_and_some_are_long(self):
        rng = np.random.default_rng(21)
        lights = [Light.sample(rng) for _ in range(3000)]
        lengths = np.array([np.hypot(*light.offset) for light in lights])
        self.assertTrue(all(np.dot(light.offset, light.toward[:2]) < 0 for light in lights))
        self.assertLessEqual(lengths.max(), 0.75)
        is_long = lengths >= 0.2
        self.assertTrue(0.14 < is_long.mean() < 0.22)
        # Those of a low lamp are always seen, and have edges.
        low = [light for light, long in zip(lights, is_long) if long]
        self.assertTrue(all(light.shadow >= 0.3 and light.soft <= 0.05 for light in low))
        self.assertTrue(any(light.shadow == 0 for light in lights))

    def test_a_long_shadow_is_no_part_of_the_thing(self):
        rng = np.random.default_rng(22)
        board = Board(np.full((160, 160, 3), 220, np.uint8))
        light = Light(np.array([-0.9, 0, 0.45], np.float32), 0.6, np.array([0.7, 0.0]), 0.02)
        group = Group(0, 40.0, [bake(Turned(rng, ASSETS), rng, 48, 0.0, light.toward)], 0.0)
        put(rng, board, group, (60, 80), 1.0, 1.0, light)
        thing = board.ids == 0
        dark = board.image.max(2) < 180
        right = np.flatnonzero((dark & ~thing).any(0)).max()
        self.assertGreater(right, np.flatnonzero(thing.any(0)).max() + 10)
        self.assertLess(np.flatnonzero(thing.any(0)).max(), 60 + 40 / 2 + 2)
        # Nothing is dark on the side of the light.
        self.assertFalse(dark[:, :35].any())


class Painting(unittest.TestCase):
    def setUp(self):
        self.board = Board(np.full((60, 60, 3), 50, np.uint8))
        self.disc = np.zeros((20, 20), np.uint8)
        cv2.circle(self.disc, (10, 10), 8, 255, -1)
        self.white = np.full((20, 20, 3), 255, np.uint8)

    def test_a_later_object_hides_an_earlier_one(self):
        self.board.paste(self.white, self.disc, self.disc, 10, 10, 0)
        self.board.paste(self.white, self.disc, self.disc, 14, 10, 1)
        self.assertEqual(self.board.areas[0], self.board.areas[1])
        self.assertEqual((self.board.ids == 1).sum(), self.board.areas[1])
        self.assertLess((self.board.ids == 0).sum(), self.board.areas[0])

    def test_clutter_hides_without_being_an_object(self):
        self.board.paste(self.white, self.disc, self.disc, 10, 10, 0)
        self.board.paste(self.white, self.disc, self.disc, 10, 10, -1)
        self.assertEqual(len(self.board.areas), 1)
        self.assertFalse((self.board.ids >= 0).any())

    def test_what_leaves_the_canvas_counts_as_hidden(self):
        self.board.paste(self.white, self.disc, self.disc, -10, 10, 0)
        self.board.paste(self.white, self.disc, self.disc, 200, 200, 0)
        self.assertGreater(self.board.areas[0], 2 * (self.board.ids == 0).sum() - 20)
        self.assertEqual((self.board.ids == 1).sum(), 0)

    def test_an_unseen_change_is_reported(self):
        self.board.paste(np.full((20, 20, 3), 52, np.uint8), self.disc, self.disc, 10, 10, 0)
        self.assertAlmostEqual(self.board.contrast[0], 2, delta=0.01)


class Layouts(unittest.TestCase):
    def test_numbers_are_bounded_even_for_the_smallest_pitch(self):
        for style in layout._STYLES:
            for i in range(4):
                made = layout.arrange(np.random.default_rng((11, i)), 640, 6.0, (1.0, 0.1), (style,))
                self.assertLessEqual(len(made.points), layout.MOST, style)
                self.assertEqual(made.points.shape[1], 2)
                if made.scale is not None:
                    self.assertEqual(len(made.scale), len(made.points))

    def test_spread_keeps_its_distance(self):
        rng = np.random.default_rng(12)
        kept = layout.spread(rng, rng.uniform(0, 100, (300, 2)), 9.0, 50)
        gaps = np.linalg.norm(kept[:, None] - kept[None], axis=2) + np.eye(len(kept)) * 99
        self.assertGreaterEqual(gaps.min(), 9.0)
        self.assertLessEqual(len(kept), 50)

    def test_long_things_fan_out_sideways(self):
        rng = np.random.default_rng(16)
        for extent, along in (((1.0, 0.1), 1), ((0.1, 1.0), 0)):
            made = layout._fan(rng, 640, 200.0, extent)
            a = np.radians(-made.angle)
            back = made.points @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
            steps = np.abs(np.diff(back, axis=0)[:3])
            self.assertTrue((steps[:, along] < 40).all())

    def test_blending_in_takes_the_color_of_the_background(self):
        rng = np.random.default_rng(17)
        recipe = recipes._wall(rng, ASSETS)
        compose._blend_in(rng, np.full((64, 64, 3), (200, 90, 40), np.uint8), recipe)
        self.assertLess(np.abs(recipe.kinds[0].skin.base - [200, 90, 40]).max(), 70)

    def test_extent_follows_the_turn(self):
        rng = np.random.default_rng(13)
        recipe = recipes._shelf(rng, ASSETS)
        kind = recipe.kinds[0]
        light = Light.sample(rng)
        kind.turn = 0.0
        lying = extent_of(kind, rng, light)
        kind.turn = 90.0
        standing = extent_of(kind, rng, light)
        self.assertAlmostEqual(lying[0], standing[1], delta=0.15)
        self.assertAlmostEqual(lying[1], standing[0], delta=0.15)


if __name__ == "__main__":
    unittest.main()
