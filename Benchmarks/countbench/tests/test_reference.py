import unittest

try:
    import numpy as np

    from countbench import extras, networks, reference
    from countbench.manifest import Model
except ImportError as error:
    raise unittest.SkipTest(f"needs what Benchmarks/requirements.txt lists: {error}") from error

from pathlib import Path


def square(x, y, side=10.0):
    return [x, y, x + side, y + side]


def overlap(a, b):
    across, down = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    both = max(across, 0) * max(down, 0)
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


class SuppressionTests(unittest.TestCase):
    def test_agrees_with_a_plain_loop(self):
        chance = np.random.default_rng(3)
        for _ in range(30):
            corners = chance.random((40, 2)) * 40
            boxes = np.concatenate([corners, corners + chance.random((40, 2)) * 20 + 1], 1)
            scores = chance.integers(1, 6, 40) / 5
            kept = []
            for index in np.argsort(-scores, kind="stable"):
                if all(overlap(boxes[index], boxes[other]) <= 0.5 for other in kept):
                    kept.append(index)
            self.assertEqual(networks.suppressed(boxes, scores, 0.5).tolist(), kept)

    def test_keeps_nothing_of_nothing(self):
        self.assertEqual(len(networks.suppressed(np.zeros((0, 4)), np.zeros(0), 0.5)), 0)


class FilterTests(unittest.TestCase):
    photo = np.zeros((200, 200, 3), np.uint8)

    def test_leaves_out_what_is_far_larger(self):
        boxes = np.array([square(12 * place, 0) for place in range(12)] + [square(0, 20, 150)])
        kept, crops = reference.filtered(boxes, self.photo)
        self.assertEqual(len(kept), 12)
        self.assertEqual(crops[0].shape, (10, 10, 3))

    def test_leaves_out_what_is_far_longer(self):
        boxes = np.array([square(12 * place, 0) for place in range(9)] + [[0, 50, 50, 52]])
        self.assertEqual(len(reference.filtered(boxes, self.photo)[0]), 9)

    def test_keeps_two_whatever_they_are(self):
        boxes = np.array([square(0, 0), [0, 50, 199, 52]])
        self.assertEqual(len(reference.filtered(boxes, self.photo)[0]), 2)

    def test_drops_what_lies_outside_and_clamps_the_rest(self):
        boxes = np.array([square(-5, -5), square(300, 300)])
        kept, crops = reference.filtered(boxes, self.photo)
        self.assertEqual(kept.tolist(), [square(-5, -5)])
        self.assertEqual(crops[0].shape, (5, 5, 3))

    def test_measures_the_deviation_about_the_mean_and_the_limits_about_the_median(self):
        values = np.array([1.0, 1, 1, 1, 11])
        self.assertEqual(reference.usual(values, 2).tolist(), [0, 1, 2, 3])
        self.assertEqual(reference.usual(values, 2.5).tolist(), [0, 1, 2, 3, 4])


class MergeTests(unittest.TestCase):
    def test_takes_the_largest_group_and_of_equals_the_lowest_label(self):
        boxes = np.array([square(20 * place, 0) for place in range(4)])
        self.assertEqual(len(reference.merged(boxes, np.array([1, 0, 1, 1]))), 3)
        self.assertEqual(reference.merged(boxes, np.array([1, 1, 0, 0]))[0].tolist(), boxes[2].tolist())

    def test_lets_the_main_group_win(self):
        boxes = np.array([square(0, 0), square(1, 1), square(40, 0), square(60, 0)])
        main = reference.merged(boxes, np.array([0, 1, 1, 1]))
        self.assertEqual(main.tolist(), boxes[1:].tolist())

    def test_chooses_anew_after_merging(self):
        boxes = np.array([square(0, 0), square(0.5, 0), square(1, 0), square(40, 0), square(60, 0)])
        main = reference.merged(boxes, np.array([0, 0, 0, 1, 1]))
        self.assertEqual(main.tolist(), boxes[3:].tolist())

    def test_counts_one_thing_and_none(self):
        self.assertEqual(reference.grouped(None, 1).tolist(), [0])
        self.assertEqual(len(reference.merged(np.zeros((0, 4)), np.zeros(0, int))), 0)


class GroupTests(unittest.TestCase):
    def test_joins_what_points_the_same_way(self):
        vectors = np.array([[1, 0], [0.99, 0.14], [0, 1], [0.1, 0.99]])
        labels = reference.grouped(vectors, 4)
        self.assertEqual((labels[0] == labels[1], labels[2] == labels[3], labels[0] == labels[2]), (True, True, False))


class ClusteringTests(unittest.TestCase):
    def test_compares_groups_whatever_they_are_called(self):
        self.assertTrue(extras.same_groups([0, 0, 1, 2], [5, 5, 3, 0]))
        self.assertFalse(extras.same_groups([0, 0, 1, 2], [5, 5, 3, 3]))
        self.assertFalse(extras.same_groups([0, 0, 1, 1], [5, 5, 3, 0]))

    def test_makes_vectors_with_several_groups(self):
        some = extras.vectors(200, 1)
        np.testing.assert_allclose(np.linalg.norm(some, axis=1), 1, rtol=1e-6)
        self.assertTrue(2 <= reference.grouped(some, 200).max() < 199)


class InputTests(unittest.TestCase):
    def model(self, **changes):
        values = dict(
            path=Path("x"), width=4, height=4, colors="RGB", resize="stretch", scale=1, mean=(0, 0, 0),
            std=(1, 1, 1), kind="embedding", strides=(),
        )  # fmt: skip
        return Model(**values | changes)

    def test_orders_and_scales_channels(self):
        shown = np.zeros((1, 4, 4, 3), np.uint8) + np.array([10, 20, 30], np.uint8)
        numbers = networks.planes(shown, self.model(scale=0.1, mean=(1, 0, 0), std=(2, 1, 1)))
        np.testing.assert_allclose(numbers[0, :, 0, 0], [(3 - 1) / 2, 2, 1], rtol=1e-6)
        np.testing.assert_allclose(networks.planes(shown, self.model(colors="BGR"))[0, :, 0, 0], [10, 20, 30])

    def test_decodes_the_raw_head(self):
        detector = networks.Detector.__new__(networks.Detector)
        detector._model = self.model(width=16, height=16, kind="yoloxRaw", strides=(8, 16))
        raw = np.zeros((5, 4), np.float32)
        raw[2] = [0.5, 0.25, np.log(2), 0]
        places = detector._decoded(raw)
        np.testing.assert_allclose(places[2], [4, 10, 16, 8], rtol=1e-6)
        np.testing.assert_allclose(places[4], [0, 0, 16, 16], rtol=1e-6)

    def test_fits_a_crop_by_each_rule(self):
        embedder = networks.Embedder.__new__(networks.Embedder)
        crop = np.full((2, 8, 3), 200, np.uint8)
        for rule, rows in [("letterboxCenter114", [1]), ("letterboxTopLeft114", [0]), ("stretch", [0, 1, 2, 3])]:
            embedder._model = self.model(resize=rule)
            shown = embedder._fitted(crop)
            self.assertEqual(np.flatnonzero((shown == 200).all((1, 2))).tolist(), rows, rule)
        embedder._model = self.model(resize="centerCropShortest")
        self.assertEqual(embedder._fitted(crop).shape, (4, 4, 3))


if __name__ == "__main__":
    unittest.main()
