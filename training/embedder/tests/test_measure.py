import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.embedder.candidates import BACKGROUND, DOUBLE, OBJECT, PART
from training.embedder.evaluate import best_cut
from training.embedder.measure import (Table, equal_error, group_numbers, groupable, pair_numbers, pairs_of, table,
                                       tree)
from training.embedder.photos import scene_photos
from training.embedder.tests.made import write_scenes


def case(kinds, roles, mixed=None):
    count = len(kinds)
    return Table("x", np.zeros((count, 64, 64, 3), np.uint8), np.array(roles), np.array(kinds),
                 np.zeros(count, bool) if mixed is None else np.array(mixed))


class MeasureTest(unittest.TestCase):
    def setUp(self):
        self.case = case([0, 0, 0, 0, 1, 1, -1, -1], [OBJECT] * 6 + [PART, BACKGROUND])
        vectors = np.eye(4)[[0, 0, 0, 0, 1, 1, 2, 3]]
        self.right = vectors @ vectors.T
        vectors = np.eye(4)[[0, 0, 0, 1, 1, 1, 0, 0]]
        self.wrong = vectors @ vectors.T

    def test_pairs_follow_the_rule_of_training(self):
        same, different = pairs_of(self.case)
        self.assertEqual(same.sum(), 6 + 1)
        self.assertEqual(different.sum(), 8 + 6 * 2)

    def test_a_right_embedding_scores_fully(self):
        pairs = pair_numbers([self.case], [self.right], 0.8)
        self.assertEqual((pairs["auc"], pairs["recall"], pairs["false"]), (1, 1, 0))
        groups = group_numbers([self.case], [tree(self.right)], 0.8)
        self.assertEqual((groups["f1"], groups["exact"], groups["within_5"], groups["v_measure"]), (1, 1, 1, 1))

    def test_a_wrong_one_does_not(self):
        pairs = pair_numbers([self.case], [self.wrong], 0.8)
        self.assertLess(pairs["auc"], 0.7)
        self.assertAlmostEqual(pairs["false_part"], 3 / 6)
        groups = group_numbers([self.case], [tree(self.wrong)], 0.8)
        self.assertAlmostEqual(groups["f1"], 2 * 3 / (5 + 4))
        self.assertAlmostEqual(groups["junk_in_group"], 2 / 5)
        self.assertEqual(groups["exact"], 0)

    def test_only_clear_clean_kinds_are_grouped(self):
        self.assertEqual(groupable(self.case), 0)
        self.assertIsNone(groupable(case([0, 0, 0], [OBJECT] * 3)))
        self.assertIsNone(groupable(case([0] * 5 + [1] * 4, [OBJECT] * 9)))
        self.assertIsNone(groupable(case([0] * 5, [OBJECT] * 5, [True] * 5)))

    def test_equal_error_lies_between_the_two(self):
        cut, error = equal_error(np.array([0.7, 0.8, 0.9, 0.2]), np.array([0.1, 0.0, 0.3, 0.75]))
        self.assertTrue(0.3 <= cut <= 0.75)
        self.assertEqual(error, 0.25)

    def test_a_table_holds_every_sort_of_candidate(self):
        with tempfile.TemporaryDirectory() as folder:
            write_scenes(Path(folder), 1)
            found = table(scene_photos([folder])[0], 0, "letterbox")
        self.assertEqual((found.role == OBJECT).sum(), 20)
        for role in (PART, DOUBLE, BACKGROUND):
            self.assertGreaterEqual((found.role == role).sum(), 1)
        self.assertTrue((found.kind[found.role != OBJECT] == -1).all())
        self.assertEqual(len(found.crops), len(found.role))

    def test_the_chosen_cut_counts_right(self):
        # Parts at 0.6 of the objects, objects at 0.9 of each other: F1 would forgive a cut below 0.6.
        kinds, roles = [0] * 8 + [-1, -1], [OBJECT] * 8 + [PART] * 2
        cosine = np.full((10, 10), 0.9)
        cosine[8:], cosine[:, 8:] = 0.6, 0.6
        np.fill_diagonal(cosine, 1)
        cut, f1, _ = best_cut([case(kinds, roles)] * 3, [cosine] * 3)
        self.assertTrue(0.6 < cut < 0.9)
        self.assertEqual(f1, 1)
