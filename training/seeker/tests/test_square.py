"""What squares are put together from."""

import unittest

try:
    import cv2  # noqa: F401
    import numpy as np
    import torch  # noqa: F401

    from training.seeker import samples
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.seeker.crops import View, side
from training.seeker.square import Square
from training.seeker.targets import EMPTY, HARD, THING, UNJUDGED, Targets, gaps


def view(width: int, height: int, boxes: list, labels: list[str]) -> View:
    return View(np.full((height, width, 3), 50, np.uint8), np.array(boxes, np.float32).reshape(-1, 4),
                np.array(labels, object), np.ones(len(boxes)))


class Sides(unittest.TestCase):
    def test_long_things_count_by_their_short_side(self):
        boxes = np.array([[0, 0, 40, 40], [0, 0, 100, 4], [0, 0, 1, 1]], np.float32)
        self.assertEqual(side(boxes).tolist(), [40.0, 10.0, 2.0])


class Squares(unittest.TestCase):
    def setUp(self):
        self.square = Square(320, corner=3)
        self.square.put_main(view(160, 200, [[10, 10, 50, 50], [60, 60, 100, 100]], ["nut", "bolt"]), 0.9)

    def test_the_main_view_lies_in_its_corner(self):
        self.assertEqual(self.square.boxes[0].tolist(), [170, 130, 210, 170])
        self.assertTrue((self.square.pixels[120:, 160:] == 50).all())
        self.assertTrue((self.square.pixels[:120] == 114).all())

    def test_rooms_cover_the_rest(self):
        free = np.ones((320, 320), bool)
        free[120:, 160:] = False
        for room in self.square.rooms():
            self.assertTrue(free[room.area].all())
            free[room.area] = False
        self.assertFalse(free.any())

    def test_only_whole_things_of_the_kind_are_examples(self):
        self.assertEqual(self.square.examples("nut").tolist(), [0])
        self.square.seen[0] = 0.5
        self.assertEqual(len(self.square.examples("nut")), 0)

    def test_things_of_fillings_are_not_meant(self):
        self.square.put_others(self.square.rooms()[0], view(160, 320, [[5, 5, 45, 45]], ["nut"]), 0.25)
        self.assertEqual(self.square.meant.tolist(), [True, True, False])
        self.assertEqual((self.square.trust, self.square.least_trust), (0.9, 0.25))
        states = samples.seek_targets(self.square, "nut").states
        self.assertEqual(states[3, 3], HARD)
        self.assertEqual(states[18, 23], THING)
        self.assertEqual(states[25, 30], HARD)  # the bolt

    def test_an_example_may_come_from_a_mate(self):
        self.square.put_mate(self.square.rooms()[0], view(160, 320, [[5, 5, 45, 45]], ["nut"]), 0.9)
        self.assertEqual(self.square.examples("nut").tolist(), [0, 2])
        self.assertEqual(self.square.examples("nut", from_mate=True).tolist(), [2])

    def test_boxes_turn_with_the_pixels(self):
        for way in range(8):
            square = Square(320, corner=0)
            square.put_main(view(320, 320, [[16, 40, 56, 60]], ["nut"]), 1.0)
            square.pixels[:] = 0
            square.pixels[40:60, 16:56] = 255
            square.turn(way)
            left, top, right, bottom = square.boxes[0].astype(int)
            self.assertTrue((square.pixels[top:bottom, left:right] == 255).all(), way)
            self.assertEqual(int(square.pixels.sum()), 255 * 3 * 40 * 20)


class Cells(unittest.TestCase):
    def test_cells_around_the_middle_answer(self):
        targets = Targets(64)
        targets.hold(np.array([[8, 8, 40, 40]], np.float32))
        rows, columns = np.nonzero(targets.states == THING)
        self.assertEqual((sorted(set(rows)), sorted(set(columns))), ([2, 3], [2, 3]))
        self.assertEqual(targets.boxes[2, 3].tolist(), [8, 8, 40, 40])

    def test_things_come_before_what_is_to_be_avoided(self):
        targets = Targets(64)
        box = np.array([[8, 8, 40, 40]], np.float32)
        targets.leave_out(np.array([[40, 40, 64, 64]], np.float32))
        targets.hold(box)
        targets.avoid(np.concatenate([box, box + 4, box - 8]))
        self.assertEqual((targets.states[2, 2], targets.states[1, 1], targets.states[0, 7], targets.states[7, 7]),
                         (THING, HARD, EMPTY, UNJUDGED))

    def test_gaps_lie_between_neighbors(self):
        row = np.array([[0, 0, 8, 8], [20, 0, 28, 8], [40, 0, 48, 8]], np.float32)
        self.assertIn([10, 0, 18, 8], gaps(row).tolist())
        self.assertEqual(len(gaps(row[:2])), 0)
