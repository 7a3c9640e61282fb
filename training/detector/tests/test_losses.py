"""The losses of the detector."""

import unittest

try:
    import numpy as np
    import torch
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from training.detector.losses import corners, loss, overlaps
from training.detector.net import STRIDES, flatten
from training.detector.targets import assign

SIZE = 128
BOXES = np.array([[10, 10, 40, 44], [70, 20, 120, 80]], np.float32)
IGNORED = np.array([[0, 96, 32, 128]], np.float32)


def targets():
    boxes, kinds = assign(BOXES, IGNORED, SIZE)
    return torch.from_numpy(boxes)[None], torch.from_numpy(kinds)[None]


def maps_of(rows):
    """Rows [cells, 5] as the network would answer them."""
    parts = torch.split(rows, [(SIZE // stride) ** 2 for stride in STRIDES])
    return [part.T.reshape(1, 5, SIZE // stride, -1) for part, stride in zip(parts, STRIDES)]


def perfect(sure: float = 14.0):
    """Rows that decode to the targets, sure of the things and sure of the background."""
    boxes, kinds = (part[0] for part in targets())
    _, grid, strides = flatten(maps_of(torch.zeros(len(kinds), 5)))
    rows = torch.zeros(len(kinds), 5)
    held = kinds == 1
    centers, sizes = (boxes[:, :2] + boxes[:, 2:]) / 2, boxes[:, 2:] - boxes[:, :2]
    rows[held, :2] = (centers / strides[:, None] - grid)[held]
    rows[held, 2:4] = torch.log(sizes[held] / strides[held, None])
    rows[:, 4] = torch.where(held, sure, -sure)
    return rows


def score_box_iou(rows, background: float = 1.0):
    return loss(maps_of(rows), *targets(), torch.tensor([background]))


class Overlaps(unittest.TestCase):
    def check(self, a, b, iou, giou):
        found = overlaps(torch.tensor([a], dtype=torch.float32), torch.tensor([b], dtype=torch.float32))
        self.assertAlmostEqual(found[0].item(), iou, places=4)
        self.assertAlmostEqual(found[1].item(), giou, places=4)

    def test_known_pairs(self):
        self.check([0, 0, 20, 20], [0, 0, 20, 20], 1, 1)
        self.check([0, 0, 20, 20], [10, 0, 30, 20], 1 / 3, 1 / 3)
        self.check([0, 0, 10, 10], [20, 0, 30, 10], 0, -1 / 3)
        self.check([0, 0, 10, 10], [10, 10, 20, 20], 0, -0.5)

    def test_corners(self):
        self.assertEqual(corners(torch.tensor([10.0, 20.0, 6.0, 8.0])).tolist(), [7, 16, 13, 24])


class Loss(unittest.TestCase):
    def test_the_perfect_answer_costs_nothing(self):
        score, box, iou = score_box_iou(perfect())
        self.assertLess(box.item(), 1e-3)
        self.assertLess(score.item(), 1e-3)
        self.assertGreater(iou.item(), 0.999)

    def test_boxes_that_are_off_cost(self):
        rows = perfect()
        rows[:, 0] += 0.5
        score, box, iou = score_box_iou(rows)
        self.assertGreater(box.item(), 0.1)
        self.assertLess(iou.item(), 0.9)

    def test_the_score_is_drawn_to_the_overlap(self):
        rows = perfect()
        rows[:, 2] += 0.7  # Twice as wide: the overlap is a half.
        rows.requires_grad_()
        score_box_iou(rows)[0].backward()
        held = targets()[1][0] == 1
        self.assertTrue((rows.grad[held, 4] > 0).all(), "a sure score of a poor box has to fall")
        self.assertFalse(rows.grad[:, :4].any(), "the score teaches the boxes nothing")

    def test_false_alarms_cost_by_the_weight_of_the_background(self):
        rows = perfect()
        empty = int((targets()[1][0] == 0).nonzero()[0])
        rows[empty, 4] = 4
        full, half, none = (score_box_iou(rows, weight)[0].item() for weight in (1.0, 0.5, 0.0))
        self.assertGreater(full, 0.1)
        self.assertAlmostEqual(half, full / 2, places=3)
        self.assertLess(none, 1e-3)

    def test_ignored_cells_do_not_count(self):
        ignored = targets()[1][0] == -1
        self.assertGreater(int(ignored.sum()), 0)
        rows = perfect()
        before = [part.item() for part in score_box_iou(rows)]
        rows[ignored] = 9.0
        rows.requires_grad_()
        score, box, iou = score_box_iou(rows)
        self.assertEqual([score.item(), box.item(), iou.item()], before)
        (score + box).backward()
        self.assertFalse(rows.grad[ignored].any())

    def test_gradients_are_finite_for_wild_answers(self):
        for seed, spread in ((0, 1.0), (1, 30.0), (2, 1000.0)):
            rows = (torch.randn(len(perfect()), 5, generator=torch.Generator().manual_seed(seed)) * spread)
            rows.requires_grad_()
            score, box, _ = score_box_iou(rows)
            (score + box).backward()
            self.assertTrue(torch.isfinite(score + box).item(), spread)
            self.assertTrue(torch.isfinite(rows.grad).all().item(), spread)

    def test_a_picture_without_things(self):
        kinds = torch.zeros_like(targets()[1])
        rows = torch.full((kinds.shape[1], 5), -3.0, requires_grad=True)
        score, box, iou = loss(maps_of(rows), targets()[0], kinds, torch.ones(1))
        (score + box).backward()
        self.assertEqual((box.item(), iou.item()), (0, 0))
        self.assertGreater(score.item(), 0)
        self.assertTrue(torch.isfinite(rows.grad).all())
