"""The plans of squares, how they are painted, and the targets of their cells."""

import unittest

try:
    import cv2
    import numpy as np
    import torch

    from training.seeker import paint, plans
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.seeker.album import album, halved
from training.seeker.net import NORMAL
from training.seeker.plans import AVOID, HOLD, LEAVE, LEAVE_MIDDLE, SIDE, Panel, Picture, Plans, Square, gaps, side, turned
from training.seeker.targets import EMPTY, HARD, THING, UNJUDGED, targets


def picture(boxes: list, labels: list[str], number: int = 0, trust: float = 0.9) -> Picture:
    return Picture(number, 400, 300, np.array(boxes, np.float32).reshape(-1, 4), np.array(labels, object), "someone", trust)


def panel(left: int = 0, top: int = 0, width: int = SIDE, height: int = SIDE, scale: float = 1.0, number: int = 0) -> Panel:
    return Panel(number, left, top, width, height, np.array([scale, scale]), np.array([left, top], float), 0.9)


class Sides(unittest.TestCase):
    def test_long_things_count_by_their_short_side(self):
        boxes = np.array([[0, 0, 40, 40], [0, 0, 100, 4], [0, 0, 1, 1]], np.float32)
        self.assertEqual(side(boxes).tolist(), [40.0, 10.0, 2.0])


class Squares(unittest.TestCase):
    def setUp(self):
        self.square = Square()
        things = picture([[10, 10, 50, 50], [60, 60, 100, 100], [100, 100, 300, 300], [150, 10, 160, 20]],
                         ["nut", "bolt", "nut", "nut"])
        self.square.put(panel(160, 120, 160, 200), things, things.labels == "nut", True)

    def test_boxes_are_cut_at_the_panel_and_keep_their_whole_size(self):
        self.assertEqual(self.square.boxes[0].tolist(), [170, 130, 210, 170])
        self.assertEqual(self.square.boxes[2].tolist(), [260, 220, 320, 320])
        self.assertAlmostEqual(float(self.square.seen[2]), 0.15, places=5)
        self.assertEqual(float(self.square.sides[2]), 200)

    def test_rooms_cover_the_rest(self):
        free = np.ones((SIDE, SIDE), bool)
        free[120:, 160:] = False
        for left, top, width, height in self.square.rooms():
            area = slice(top, top + height), slice(left, left + width)
            self.assertTrue(free[area].all())
            free[area] = False
        self.assertFalse(free.any())

    def test_only_whole_things_of_the_kind_and_of_the_normal_size_are_examples(self):
        self.assertEqual(self.square.examples(0).tolist(), [0])
        self.square.seen[0] = 0.5
        self.assertEqual(len(self.square.examples(0)), 0)

    def test_what_has_another_size_is_left_to_another_look(self):
        self.assertEqual(plans.seek_roles(self.square, False).tolist(), [HOLD, AVOID, LEAVE, LEAVE_MIDDLE])
        self.assertEqual(plans.seek_roles(self.square, True)[1], LEAVE)
        self.assertEqual(plans.propose_roles(self.square).tolist(), [HOLD, HOLD, LEAVE, 0])

    def test_things_of_fillings_are_not_meant(self):
        other = picture([[5, 5, 45, 45]], ["nut"], 1)
        self.square.put(panel(0, 0, 160, SIDE, number=1), other, np.zeros(1, bool), False)
        self.assertEqual(plans.seek_roles(self.square, True)[-1], AVOID)


class Planned(unittest.TestCase):
    def setUp(self):
        grid = [[x, y, x + 30, y + 30] for x in range(10, 350, 60) for y in range(10, 250, 60)]
        sizes = [[x, 20, x + s, 20 + s] for x, s in ((10, 15), (60, 30), (120, 60), (220, 90))]
        self.photos = [picture(grid, ["nut"] * len(grid)), picture(sizes, ["bolt"] * 4, 1)]

    def test_examples_are_normal_and_things_held_are_near_to_it(self):
        chosen = Plans(self.photos, [], [], 1, 0, 60)
        looked = 0
        for index in range(60):
            plan = chosen.plan(index)
            held = plan.boxes[plan.seek == HOLD]
            self.assertTrue((np.abs(np.log(side(plan.examples) / NORMAL)) < 0.55).all())
            self.assertTrue((side(held) < 1.2 * plans.HIGH).all())
            looked += (plan.panels[:, 0] >= 0).sum() > 1
        self.assertGreater(looked, 10)

    def test_a_plan_depends_on_its_number_alone(self):
        one, other = (Plans(self.photos, [], [], 1, start, 60)[index] for start, index in ((0, 7), (5, 2)))
        for a, b in zip(one, other):
            self.assertTrue(torch.equal(a, b))


class Painted(unittest.TestCase):
    def setUp(self):
        rng = np.random.default_rng(3)
        self.image = cv2.resize(rng.integers(0, 255, (30, 40, 3), np.uint8), (400, 300), interpolation=cv2.INTER_CUBIC)
        self.album = album([cv2.imencode(".png", self.image)[1].tobytes()])

    def paint(self, scale: float, turn: int = 0) -> np.ndarray:
        rows = torch.from_numpy(plans._packed([panel(40, 0, 280, SIDE, scale)]))[None]
        painted = paint.squares(self.album, rows, torch.tensor([turn]))
        self.assertEqual(painted.shape, (1, 3, SIDE, SIDE))
        return painted[0].permute(1, 2, 0).numpy()

    def test_as_opencv_scales(self):
        for scale in (0.4, 0.75, 1.0, 2.5):
            with self.subTest(scale=scale):
                wanted = cv2.resize(self.image, None, fx=scale, fy=scale,
                                    interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)[:SIDE, :280]
                painted = self.paint(scale)[: wanted.shape[0], 40 : 40 + wanted.shape[1]]
                self.assertLess(np.abs(painted - wanted).mean(), 3)
                self.assertLess(np.abs(painted - wanted)[8:-8, 8:-8].max(), 40)

    def test_nothing_is_gray_and_beyond_a_picture_is_its_mean(self):
        painted = self.paint(0.4)
        self.assertTrue((painted[:, :40] == 114).all())
        self.assertTrue(np.allclose(painted[200, 200], self.album.means[0]))

    def test_boxes_turn_with_their_square(self):
        for way in range(8):
            with self.subTest(way=way):
                straight, laid = self.paint(1.0), self.paint(1.0, way)
                box = np.array([[60.0, 30, 100, 50]])
                left, top, right, bottom = turned(box, way)[0].astype(int)
                self.assertAlmostEqual(float(laid[top:bottom, left:right].mean()), float(straight[30:50, 60:100].mean()), 3)

    def test_halves_are_means(self):
        self.assertEqual(halved(np.array([[[0], [4]], [[8], [12]]], np.uint8).repeat(3, 2))[0, 0].tolist(), [6] * 3)
        self.assertEqual(halved(np.zeros((5, 7, 3), np.uint8)).shape, (3, 4, 3))

    def test_light_and_lens_leave_a_picture_a_picture(self):
        images = torch.from_numpy(self.image[:64, :64].copy()).permute(2, 0, 1)[None].float().repeat(40, 1, 1, 1)
        changed = paint.developed(images, 4)
        self.assertTrue(((changed >= 0) & (changed <= 255)).all())
        alike = [float(np.corrcoef(one.flatten(), images[0].flatten())[0, 1]) for one in changed]
        self.assertGreater(np.median(alike), 0.8)
        self.assertTrue(torch.equal(changed, paint.developed(images, 4)))


class Cells(unittest.TestCase):
    def of(self, boxes: list, roles: list[int]) -> tuple[torch.Tensor, torch.Tensor]:
        asked = targets(torch.tensor([boxes]), torch.tensor([roles], dtype=torch.uint8), 320)
        return asked.states[0].view(40, 40), asked.boxes[0].view(40, 40, 4)

    def test_the_nearer_of_two_things_is_answered_for(self):
        states, held = self.of([[20.0, 20, 60, 60], [44, 20, 84, 60]], [HOLD, HOLD])
        self.assertEqual((states[4, 4], states[4, 7]), (THING, THING))
        self.assertEqual((held[4, 4, 0], held[4, 7, 0]), (20, 44))
        self.assertEqual(states[1, 1], EMPTY)

    def test_a_speck_has_one_cell(self):
        states, _ = self.of([[84.0, 84, 90, 90]], [HOLD])
        self.assertEqual(int((states == THING).sum()), 1)
        self.assertEqual(states[10, 10], THING)

    def test_things_win_over_what_is_left_out_and_that_over_blanks(self):
        states, _ = self.of([[0.0, 0, 80, 80], [20, 20, 60, 60], [40, 40, 80, 80]], [LEAVE, HOLD, AVOID])
        self.assertEqual((states[0, 0], states[4, 4], states[7, 7]), (UNJUDGED, THING, UNJUDGED))
        states, _ = self.of([[20.0, 20, 60, 60], [40, 40, 80, 80], [160, 160, 300, 300]], [HOLD, AVOID, LEAVE_MIDDLE])
        self.assertEqual((states[4, 4], states[7, 7]), (THING, HARD))
        self.assertEqual((states[28, 28], states[21, 21]), (UNJUDGED, EMPTY))

    def test_blanks_lie_between_neighbors(self):
        row = np.array([[x, 0, x + 40, 40] for x in (0, 80, 160)], np.float32)
        self.assertIn([40, 0, 80, 40], gaps(row).tolist())
        self.assertEqual(len(gaps(row[:2])), 0)


if __name__ == "__main__":
    unittest.main()
