"""Every change to a picture is also made to its boxes."""

import unittest

try:
    import cv2  # noqa: F401
    import numpy as np
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.detector.augment import blur_and_noise, change_colors, view

# Blue, green, red: one thing of each color in three corners, so that the pose is identifiable.
THINGS = np.array([[20, 15, 70, 55], [130, 20, 170, 75], [25, 90, 80, 130]], np.float32)
WIDTH, HEIGHT, SIZE = 200, 150, 384
# Half a pixel for edges between pixels, and a little for the blur of scaling.
TOLERANCE = 0.8


def painted() -> np.ndarray:
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    for color, (left, top, right, bottom) in enumerate(THINGS.astype(int)):
        image[top:bottom, left:right, color] = 255
    return image


def bounds(square: np.ndarray, color: int):
    """The box of everything of one color, with edges at half its brightness; None if there is nothing."""
    others = np.delete(square, color, 2).max(2)  # Gray fill is no color.
    rows, columns = np.nonzero((square[..., color] > 127) & (others < 60))
    if not len(rows):
        return None
    return np.array([columns.min(), rows.min(), columns.max() + 1, rows.max() + 1])


class View(unittest.TestCase):
    def test_boxes_stay_on_their_things_in_all_eight_poses(self):
        poses = set()
        for seed in range(60):
            for scale in (0.45, 1.0, 1.6):
                rng = np.random.default_rng((seed, int(scale * 100)))
                square, boxes, ignored = view(painted(), THINGS, SIZE, scale, rng)
                self.assertEqual((len(boxes), len(ignored)), (3, 0))
                for color, box in enumerate(boxes):
                    np.testing.assert_allclose(bounds(square, color), box, atol=TOLERANCE, err_msg=f"{seed} at {scale}")
            centers = (boxes[:, :2] + boxes[:, 2:]) / 2
            aside, down = centers[1] - centers[0], centers[2] - centers[0]
            poses.add((abs(aside[0]) > abs(aside[1]), *(np.sign(aside + down))))
        self.assertEqual(len(poses), 8)

    def test_cut_things_keep_the_part_that_is_seen(self):
        cut = 0
        for seed in range(80):
            square, boxes, ignored = view(painted(), THINGS, 160, 1.9, np.random.default_rng(seed))
            seen = [bounds(square, color) for color in range(3)]
            for box in boxes:
                self.assertTrue((box >= 0).all() and (box <= 160).all())
                self.assertTrue(any(s is not None and np.abs(s - box).max() < TOLERANCE for s in seen), f"{seed}: {box}")
                cut += bool((box == 0).any() or (box == 160).any())
        self.assertGreater(cut, 20)

    def test_little_of_a_thing_is_ignored_and_none_of_it_is_nothing(self):
        kept = left_out = gone = 0
        for seed in range(200):
            thing = np.array([[60, 40, 100, 80]], np.float32)
            _, boxes, ignored = view(painted(), thing, 64, 1.0, np.random.default_rng(seed))
            # The scale varies by up to a tenth each way, so the whole has 1,296 to 1,936 pixels.
            for box in boxes:
                self.assertGreaterEqual((box[2:] - box[:2]).prod(), 0.4 * 1296 - 1)
            for box in ignored:
                self.assertLessEqual((box[2:] - box[:2]).prod(), 0.4 * 1936 + 1)
            kept, left_out = kept + len(boxes), left_out + len(ignored)
            gone += len(boxes) + len(ignored) == 0
        self.assertGreater(min(kept, left_out, gone), 10)

    def test_specks_are_ignored(self):
        specks = np.array([[50, 50, 53, 90], [80, 80, 85, 85], [100, 20, 140, 60]], np.float32)
        _, boxes, ignored = view(painted(), specks, SIZE, 1.0, np.random.default_rng(4))
        self.assertEqual((len(boxes), len(ignored)), (1, 2))

    def test_a_picture_smaller_than_the_square_lies_in_gray(self):
        square, _, _ = view(painted(), THINGS, SIZE, 0.5, np.random.default_rng(1))
        gray = (square == 114).all(2).mean()
        self.assertAlmostEqual(gray, 1 - WIDTH * HEIGHT * 0.25 / SIZE**2, delta=0.05)

    def test_no_boxes(self):
        _, boxes, ignored = view(painted(), np.zeros((0, 4), np.float32), SIZE, 1.0, np.random.default_rng(1))
        self.assertEqual((boxes.shape, ignored.shape), ((0, 4), (0, 4)))


class Colors(unittest.TestCase):
    def test_shape_and_type_stay_and_seeds_repeat(self):
        image = np.random.default_rng(0).integers(0, 256, (64, 64, 3), np.uint8)
        changed = 0
        for seed in range(40):
            a, b = (blur_and_noise(change_colors(image.copy(), rng), rng)
                    for rng in (np.random.default_rng(seed), np.random.default_rng(seed)))
            self.assertEqual((a.shape, a.dtype), (image.shape, np.uint8))
            np.testing.assert_array_equal(a, b)
            changed += not np.array_equal(a, image)
        self.assertGreater(changed, 35)
