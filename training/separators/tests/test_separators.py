import unittest
from pathlib import Path

import numpy
import torch
from shelfbench.truth import Row, Truth

from training.separators import augment, labels, shelves
from training.separators.export import entry
from training.separators.net import ACROSS, DOWN, HEIGHT, INSIDE, LEFT, RIGHT, WIDTH, Answer, Separators
from training.separators.train import loss, unseen


def quad(low, high, top=0, bottom=256, lean=0.0):
    return [[low - lean, top], [high - lean, top], [high + lean, bottom], [low + lean, bottom]]


def shelf(**more):
    plain = {
        "name": "a", "path": Path("a.jpg"), "width": 400, "top": 40, "bottom": 240, "is_outlined": True,
        "quads": numpy.array([quad(100, 140, 40, 240), quad(140, 160, 80, 240)], float),
        "unknown": numpy.zeros((0, 4, 2)), "image": numpy.full((300, 400, 3), 90, numpy.uint8),
    }
    return shelves.Shelf(**(plain | more))


class LabelTests(unittest.TestCase):
    def test_sides_and_inside(self):
        answer, known = labels.maps(numpy.array([quad(20, 40)]), numpy.zeros((0, 4, 2)), None, (HEIGHT, 64))
        self.assertTrue(known.all())
        self.assertEqual(answer.shape, (3, HEIGHT // DOWN, 64 // ACROSS))
        for channel, side in ((LEFT, 10), (RIGHT, 20)):
            self.assertIn(int(answer[channel][5].argmax()), (side - 1, side))
            self.assertGreater(answer[channel].max(), 0.7)
        self.assertEqual(answer[INSIDE][5].sum(), 10)

    def test_a_leaning_side_moves(self):
        answer, _ = labels.maps(numpy.array([quad(40, 60, lean=16)]), numpy.zeros((0, 4, 2)), None, (HEIGHT, 128))
        self.assertAlmostEqual(float(answer[LEFT][-1].argmax() - answer[LEFT][0].argmax()), 16, delta=1)

    def test_what_is_not_known_of_a_photo(self):
        unknown = numpy.array([quad(60, 80)])
        answer, known = labels.maps(numpy.array([quad(20, 40)], float), unknown, (0.0, 256.0), (HEIGHT, 128))
        self.assertFalse(known[0].any() or known[-1].any())
        self.assertFalse(known[16, 30:40].any())
        self.assertTrue(known[16, 45:].all())

    def test_books_elsewhere_leave_no_mark(self):
        answer, _ = labels.maps(numpy.array([quad(500, 540)]), numpy.zeros((0, 4, 2)), None, (HEIGHT, 64))
        self.assertEqual(answer.max(), 0)


class AugmentTests(unittest.TestCase):
    def test_marks_follow_the_picture(self):
        """A white book on black: wherever it goes, its inside stays white."""
        image = numpy.zeros((300, 400, 3), numpy.uint8)
        image[40:240, 100:160] = 255
        place = shelf(image=image, quads=numpy.array([quad(100, 160, 40, 240)], float))
        light, augment.light = augment.light, lambda picture, random: picture
        try:
            for seed in range(20):
                picture, answer, known = augment.view(place, numpy.random.default_rng(seed), 256)
                small = picture[DOWN // 2 :: DOWN, ACROSS // 2 :: ACROSS, 0]
                inside = (answer[INSIDE] > 0) & known
                self.assertGreater(inside.sum(), 50)
                self.assertGreater((small[inside] > 128).mean(), 0.93)
                self.assertLess((small[(answer[INSIDE] == 0) & known] > 128).mean(), 0.06)
        finally:
            augment.light = light

    def test_a_mirror_swaps_sides(self):
        quads = numpy.array([quad(10, 20)], float) * [-1, 1] + [100, 0]
        self.assertLess(augment.turned(quads, -1)[0, 0, 0], augment.turned(quads, -1)[0, 1, 0])


class ShelfTests(unittest.TestCase):
    def test_marks_get_the_lean_of_what_was_outlined(self):
        truth = Truth("a", Path("a.jpg"), 100, rows=[Row(128, [(10, 20), (20, 30)], [(30, 40)])])
        found = shelves.along(truth, truth.rows[0], [quad(10.5, 20.5, 8, 248, lean=6)])
        self.assertEqual(len(found.quads), 2)
        for book, (low, high) in zip(found.quads, truth.rows[0].spines):
            crossed = shelves.crossing(book.tolist(), 128)
            numpy.testing.assert_allclose(crossed, (low, high), atol=0.01)
            self.assertAlmostEqual(float(shelves.slope(book[[0, 3]])), 12 / 240, places=4)
        self.assertEqual((found.top, found.bottom, len(found.unknown)), (8, 248, 1))

    def test_a_row_without_any_outline_teaches_nothing(self):
        truth = Truth("a", Path("a.jpg"), 100, rows=[Row(128, [(10, 20)])])
        self.assertIsNone(shelves.along(truth, truth.rows[0], []))


class NetTests(unittest.TestCase):
    def test_shapes(self):
        net = Separators().eval()
        self.assertLess(sum(parameter.numel() for parameter in net.parameters()), 500_000)
        with torch.no_grad():
            picture = torch.zeros(1, 3, HEIGHT, WIDTH)
            self.assertEqual(tuple(net(picture).shape), (1, 3, HEIGHT // DOWN, WIDTH // ACROSS))
            answer = Answer(net)(picture)
        about = entry(b"")["output"]
        self.assertEqual(tuple(answer.shape), (1, about["rows"], about["columns"]))
        self.assertTrue(((answer >= 0) & (answer <= 1)).all())

    def test_only_what_is_known_counts(self):
        wanted, known = torch.zeros(1, 3, 2, 2), torch.ones(1, 2, 2)
        answer = torch.full((1, 3, 2, 2), -9.0)
        answer[:, :, 0, 0] = 9
        self.assertGreater(loss(answer, wanted, known).item(), 1)
        known[0, 0, 0] = 0
        self.assertLess(loss(answer, wanted, known).item(), 0.01)

    def test_every_photo_is_left_out_once(self):
        names = [f"{index:02}" for index in range(25)]
        parts = [unseen(names, fold) for fold in range(3)]
        self.assertEqual(sorted(name for part in parts for name in part), names)
        self.assertTrue(all(7 <= len(part) <= 10 for part in parts))


if __name__ == "__main__":
    unittest.main()
