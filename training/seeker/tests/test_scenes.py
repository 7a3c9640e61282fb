"""Hard scenes: siblings that can be told apart, and wholes whose parts are no things."""

import unittest

try:
    import numpy as np

    from training.detector.scenes import Assets
    from training.detector.scenes.kinds import Solid
    from training.seeker.render import scene_of
    from training.seeker.scenes import siblings, wholes
    from training.seeker.scenes.recipes import _RECIPES
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


class Scenes(unittest.TestCase):
    def test_every_recipe_can_be_drawn(self):
        for recipe in sorted(set(_RECIPES), key=lambda make: make.__name__):
            made = recipe(np.random.default_rng(3), Assets())
            for kind in made.kinds:
                flat = kind.draw(np.random.default_rng(4), 64)
                self.assertGreater(int((flat.cover > 127).sum()), 40, recipe.__name__)

    def test_a_scene_depends_on_its_number_alone(self):
        first, again, other = scene_of(1, 7, Assets()), scene_of(1, 7, Assets()), scene_of(3, 7, Assets())
        self.assertTrue(np.array_equal(first.image, again.image))
        self.assertTrue(np.array_equal(first.boxes, again.boxes))
        self.assertFalse(np.array_equal(first.image, other.image))

    def test_siblings_differ_to_the_eye(self):
        rng = np.random.default_rng(5)
        family = siblings.siblings(rng, Solid(rng, Assets()), 3)
        looks = [siblings._look(kind) for kind in family]
        self.assertGreater(len(family), 1)
        for i, one in enumerate(looks):
            for other in looks[:i]:
                self.assertGreaterEqual(siblings._difference(one, other), siblings.LEAST_DIFFERENCE)

    def test_parts_do_not_reach_beyond_the_whole(self):
        rng = np.random.default_rng(6)
        whole, part = Solid(rng, Assets()), Solid(rng, Assets())
        plain = whole.draw(np.random.default_rng(1), 64)
        topped = wholes.Topped(rng, whole, part, wholes.grid_places(3, 2), 0.2).draw(np.random.default_rng(1), 64)
        self.assertTrue(np.array_equal(plain.cover, topped.cover))
        self.assertFalse(np.array_equal(plain.bgr, topped.bgr))
        self.assertTrue(np.array_equal(plain.bgr[plain.cover == 0], topped.bgr[plain.cover == 0]))
