"""Training, and the choice of probabilities, thresholds and enabled tags."""

import unittest

try:
    import numpy as np
    import torch

    from training.tagger.choice import fit, is_on, threshold_for, without_false_tags
    from training.tagger.counts import Counts, truth, weights_of
    from training.tagger.folds import by_group, by_source
    from training.tagger.learn import Inputs, answers, learn, source_weights
    from training.tagger.net import MOST_ODDS, MOST_SCORE, bent, evened, members, rolled
    from training.tagger.photos import Photo
    from training.tagger.tags import INDEX, TAGS
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


class Kinds(unittest.TestCase):
    def test_kinds_of_a_tag_add_up(self):
        table = members()
        dogs = table[INDEX["dog"]].nonzero()[:, 0]
        self.assertGreater(len(dogs), 100)
        scores = torch.full((1, 1000), -20.0)
        scores[0, dogs[:2]] = 10
        odds = rolled(evened(scores), table)[0]
        self.assertAlmostEqual(float(odds[INDEX["dog"]]), MOST_ODDS, delta=0.01)
        self.assertAlmostEqual(float(odds[INDEX["cat"]]), -MOST_ODDS, delta=0.01)
        self.assertEqual(float(odds[INDEX["rain"]]), 0)

    def test_a_fainter_photo_of_the_same_says_the_same(self):
        scores = torch.randn(2, 1000, generator=torch.Generator().manual_seed(1))
        torch.testing.assert_close(evened(scores * 0.3 + 4), evened(scores), atol=1e-4, rtol=0)
        torch.testing.assert_close(evened(torch.ones(1, 1000)), torch.zeros(1, 1000))

    def test_what_stands_out_stays_first_and_is_drawn_in(self):
        found = bent(torch.tensor([0.1, 3.0, 9.0]))
        self.assertAlmostEqual(float(found[0]), 0.1, delta=0.001)
        self.assertLess(float(found[1]), float(found[2]))
        self.assertLess(float(found[2]), MOST_SCORE)


class Learning(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(1)
        self.photos = [Photo(f"{i}.jpg", (INDEX["rain"],) if i % 2 else (), "train", f"s{i % 5}", "open", group=str(i // 3))
                       for i in range(200)]
        kinds = rng.normal(0, 1, (200, 2, 1000))
        kinds[1::2, :, :50] += 2  # what it looks like, a little of many kinds
        self.inputs = Inputs(kinds)

    def test_a_tag_without_kinds_is_learned(self):
        torch.manual_seed(1)
        rows = np.arange(150)
        layer = learn(self.inputs, rows, truth(self.photos), weights_of(self.photos),
                      source_weights(self.photos, rows), epochs=60)
        odds = answers(layer, self.inputs, np.arange(150, 200))[:, INDEX["rain"]].numpy()
        self.assertGreater(odds[1::2].mean(), odds[::2].mean() + 1)

    def test_folds_keep_collections_and_near_repeats_together(self):
        rows = np.arange(150)
        for folds, key in ((by_source(self.photos, rows), "source"), (by_group(self.photos, rows), "group")):
            places = {}
            for row in rows:
                places.setdefault(getattr(self.photos[row], key), set()).add(folds[row])
            self.assertTrue(all(len(found) == 1 for found in places.values()))
            self.assertTrue((folds[150:] == -1).all())

    def test_large_collections_weigh_less(self):
        photos = self.photos[:20] + [Photo("x.jpg", (), "train", "alone", "open")]
        weights = source_weights([Photo("p", (), "train", "big", "open")] * 100 + photos[-1:], np.arange(101))
        self.assertGreater(weights[100], 4 * weights[0])


class Choice(unittest.TestCase):
    def test_probabilities_are_calibrated(self):
        rng = np.random.default_rng(1)
        own, added = rng.normal(-1, 2, (2, 4000, 2)).astype(np.float32)
        there = (rng.random(own.shape) < 1 / (1 + np.exp(-(1.5 * own + 0.5 * added - 0.5)))).astype(np.int8)
        slopes, shares, offsets = fit(own, added, there, np.ones(own.shape, np.float32))
        for tag in range(2):
            self.assertAlmostEqual(slopes[tag], 1.5, delta=0.2)
            self.assertAlmostEqual(shares[tag], 0.5, delta=0.15)
            self.assertAlmostEqual(offsets[tag], -0.5, delta=0.2)

    def test_threshold_keeps_the_precision(self):
        chances = np.array([0.9] * 12 + [0.6] * 12 + [0.3] * 20)
        there = np.array([1] * 12 + [1] * 8 + [0] * 4 + [0] * 20, bool)
        self.assertGreater(threshold_for(chances, there, np.ones(44), 0.9), 0.6)
        self.assertLess(threshold_for(chances, there, np.ones(44), 0.8), 0.6)

    def test_photos_of_none_raise_thresholds_of_tags_that_are_on(self):
        chances = np.array([[0.6, 0.1, 0.9], [0.2, 0.3, 0.9], [0.1, 0.1, 0.9], [0.7, 0.7, 0.9]])
        empty = np.array([True, True, True, False])
        raised = without_false_tags(chances, np.full(3, 0.5), empty, np.array([True, True, False]), allowed=0)
        self.assertGreater(raised[0], 0.6)
        self.assertEqual(raised[1:].tolist(), [0.5, 0.5])

    def test_on_needs_precision_finds_and_photos(self):
        counts = Counts(np.array([20, 20, 3, 5]), np.array([0, 5, 0, 0]), np.array([5, 0, 1, 30]))
        self.assertEqual(is_on(counts, 0.9).tolist(), [True, False, False, False])

    def test_every_tag_has_a_category(self):
        self.assertEqual((len(TAGS), len(set(TAGS))), (94, 94))


if __name__ == "__main__":
    unittest.main()
