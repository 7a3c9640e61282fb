"""What the loss asks for, and how probabilities and thresholds are chosen."""

import unittest

try:
    import numpy as np
    import torch

    from training.tagger.choice import choose, competition, fit, threshold_for, without_false_tags
    from training.tagger.counts import count, truth, weights_of
    from training.tagger.losses import exclusive, margins, rivals_of
    from training.tagger.photos import Photo
    from training.tagger.tags import INDEX, TAGS, relations
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


def photo(*names, exhaustive=False):
    return Photo("p.jpg", tuple(INDEX[name] for name in names), "val", "s", "open", exhaustive=exhaustive)


def target(*places):
    row = torch.zeros(1, len(TAGS) + 1)
    row[0, list(places)] = 1
    return row


class Loss(unittest.TestCase):
    def test_what_may_be_there_hardly_counts(self):
        rivals = rivals_of(photo("beach"), relations(), [])[None]
        scores = torch.zeros(1, len(TAGS) + 1)
        scores[0, INDEX["beach"]] = 6
        alone = exclusive(scores, target(INDEX["beach"]), rivals).item()
        for name, most, least in (("sea", 1e-6, 0), ("person", 0.4, 0.1), ("kitchen", 1.1, 0.6)):
            other = scores.clone()
            other[0, INDEX[name]] = 6
            more = exclusive(other, target(INDEX["beach"]), rivals).item() - alone
            self.assertTrue(least <= more + 1e-6 and more < most, f"{name}: {more}")

    def test_exhaustive_photos_deny_what_they_do_not_name(self):
        person = INDEX["person"]
        self.assertLess(rivals_of(photo("dog"), relations(), [person])[person], 1)
        self.assertEqual(rivals_of(photo("dog", exhaustive=True), relations(), [person])[person], 1)

    def test_a_photo_of_none_denies_all(self):
        rivals = rivals_of(photo(), relations(), [])
        self.assertEqual((float(rivals[:-1].min()), float(rivals[-1])), (1, 0))

    def test_margins_are_against_rivals(self):
        scores = torch.full((1, len(TAGS) + 1), -9.0)
        scores[0, INDEX["beach"]], scores[0, INDEX["sea"]] = 5, 5
        found = margins(scores, torch.from_numpy(competition()))[0]
        self.assertGreater(found[INDEX["beach"]], 4)
        self.assertGreater(found[INDEX["sea"]], 4)
        self.assertLess(found[INDEX["kitchen"]], -9)


class Choice(unittest.TestCase):
    def test_truth_knows_what_it_does_not_know(self):
        known = truth([photo("beach"), photo()])
        names = ("beach", "kitchen", "sea", "person")
        self.assertEqual([known[0, INDEX[n]] for n in names], [1, 0, -1, -1])
        self.assertEqual(known[1].max(), 0)
        self.assertAlmostEqual(weights_of([photo("beach")])[0, INDEX["person"]], 0.3, places=5)

    def test_counts(self):
        known = truth([photo("beach"), photo("kitchen"), photo("sea"), photo("beach")])[:, [INDEX["beach"]]]
        counts = count(np.array([[0.9], [0.8], [0.7], [0.2]]), known, 0.5)
        self.assertEqual([counts.right[0], counts.wrong[0], counts.missed[0]], [1, 1, 1])
        strict = count(np.array([[0.9], [0.8], [0.7], [0.2]]), known, 0.5, strict=True)
        self.assertEqual(strict.wrong[0], 2)
        self.assertAlmostEqual(counts.f1[0], 0.5)

    def test_probabilities_are_calibrated(self):
        rng = np.random.default_rng(1)
        odds = rng.normal(-1, 2, (3000, 2)).astype(np.float32)
        there = (rng.random(odds.shape) < 1 / (1 + np.exp(-(2 * odds - 0.5)))).astype(np.int8)
        slopes, offsets = fit(odds, there, np.ones(odds.shape, np.float32))
        for tag in range(2):
            self.assertAlmostEqual(slopes[tag], 2, delta=0.25)
            self.assertAlmostEqual(offsets[tag], -0.5, delta=0.25)

    def test_threshold_keeps_the_precision(self):
        chances = np.array([0.9] * 8 + [0.8] * 8 + [0.3] * 20)
        there = np.array([1] * 8 + [1] * 7 + [0] + [0] * 20, bool)
        chosen = threshold_for(chances, there, np.ones(36), 0.85)
        self.assertTrue(0.3 < chosen <= 0.8, chosen)

    def test_photos_of_none_raise_thresholds(self):
        chances = np.array([[0.6, 0.1], [0.2, 0.3], [0.1, 0.1], [0.7, 0.7]])
        empty = np.array([True, True, True, False])
        raised = without_false_tags(chances, np.array([0.5, 0.5]), empty, allowed=0)
        self.assertGreater(raised[0], 0.6)
        self.assertEqual(raised[1], 0.5)

    def test_choosing_from_perfect_scores(self):
        photos = [photo("dog") if i % 3 == 0 else photo("beach") if i % 3 == 1 else photo() for i in range(60)]
        scores = torch.full((60, len(TAGS) + 1), -3.0)
        for row, one in enumerate(photos):
            scores[row, list(one.tags) or [len(TAGS)]] = 3
        slopes, _, thresholds, counts = choose(scores, photos)
        self.assertGreater(slopes.min(), 0)
        self.assertTrue(((thresholds > 0) & (thresholds <= 0.99)).all())
        for name in ("dog", "beach"):
            self.assertEqual((counts.right[INDEX[name]], counts.wrong[INDEX[name]]), (20, 0))
