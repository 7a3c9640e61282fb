import unittest
from argparse import Namespace

import numpy

from training.frames.films import Film, share
from training.frames.train import fitted, parted


def box(left, right, top=0.0, bottom=100.0):
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


class FilmTests(unittest.TestCase):
    def test_share_is_taken_at_half_the_height_of_the_outline(self):
        books = numpy.array([box(0, 10), box(10, 30), box(0, 30, 200, 300)])
        self.assertAlmostEqual(share(numpy.array(box(10, 30)), books), 1)
        self.assertAlmostEqual(share(numpy.array(box(10, 20)), books), 0.5)
        self.assertAlmostEqual(share(numpy.array(box(5, 30, 200, 300)), books), 25 / 30)
        self.assertEqual(share(numpy.array(box(0, 10, 120, 160)), books), 0)

    def test_leaning_books_are_compared_where_they_are(self):
        leaning = numpy.array([[[20, 0], [40, 0], [20, 100], [0, 100]]], float)
        self.assertAlmostEqual(share(numpy.array(box(10, 30)), leaning), 1)

    def test_a_photo_is_on_one_side_under_all_conditions(self):
        films = [Film(f"{conditions}-d4_{number:04}", numpy.zeros((1, 2)), numpy.ones(1), 1)
                 for conditions in ("calm", "harsh") for number in range(8)]
        learned, held = parted(films, 4)
        self.assertEqual({film.name[-1] for film in held}, {"0", "4"})
        self.assertEqual(len(learned) + len(held), 16)

    def test_what_is_nearly_right_teaches_nothing(self):
        random = numpy.random.default_rng(3)
        values = random.random((400, 1))
        shares = numpy.where(values[:, 0] > 0.5, 0.9, 0.1)
        shares[:150] = 0.52
        film = Film("calm-1", values, shares, 1)
        options = Namespace(trees=10, rate=0.3, leaves=4)
        model = fitted([([film], 1.0)], options)
        self.assertGreater(model.decision_function([[0.8]])[0], 0)
        self.assertLess(model.decision_function([[0.2]])[0], 0)
