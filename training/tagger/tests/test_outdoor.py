import unittest

try:
    import numpy as np

    from training.tagger import outdoor
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


class Outdoor(unittest.TestCase):
    def test_line_tells_what_it_was_taught(self):
        rng = np.random.default_rng(1)
        scores = rng.normal(size=(400, 5))
        known = (scores[:, 2] > 0).astype(float)
        line = outdoor.fit(scores, known, np.ones(400))
        self.assertGreater(((outdoor.chances(scores, line) > 0.5) == (known == 1)).mean(), 0.9)

    def test_each_collection_is_judged_by_others(self):
        # Each collection's labels are the opposite of all others'.
        scores = np.repeat(np.eye(5), 20, 0)
        known = np.repeat([1.0, 1, 1, 1, 0], 20)
        found = outdoor.left_out(scores, known, np.ones(100), [f"s{place // 20}" for place in range(100)])
        self.assertGreater(found[-1], 0.5)

    def test_threshold_is_the_lowest_that_is_right_often_enough(self):
        found, known = np.array([0.52, 0.58, 0.63, 0.9]), np.array([0.0, 1, 1, 1])
        self.assertEqual(outdoor.threshold_of(found, known), 0.55)
        self.assertEqual(outdoor.threshold_of(found, np.zeros(4)), 0.95)

    def test_no_photo_is_said_to_be_both(self):
        self.assertFalse(set(outdoor.SEEN["outdoor"]) & set(outdoor.SEEN["not"]))
