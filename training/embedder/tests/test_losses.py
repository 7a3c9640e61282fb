import unittest

import torch
from torch.nn.functional import normalize

from training.embedder.losses import contrastive, margins, relations


def columns(rows):
    names = ("photo", "kind", "label", "instance", "mixed", "junk")
    return {n: torch.tensor(v) for n, v in zip(names, zip(*rows))}


class RelationsTest(unittest.TestCase):
    def setUp(self):
        #         photo kind label instance mixed junk
        self.same, self.different = relations(**columns([
            (0, 1, 7, 10, False, False), (0, 1, 7, 11, False, False), (0, 2, 8, 12, False, False),
            (0, -1, -1, -1, False, True), (0, -2, -2, -2, False, True),
            (1, 3, 7, 20, False, False), (1, 4, 9, 21, True, False), (1, 4, 9, 22, True, False),
            (1, 4, 9, 22, True, False)]))

    def relation(self, i, j):
        self.assertEqual(self.same[i, j], self.same[j, i])
        self.assertEqual(self.different[i, j], self.different[j, i])
        return "same" if self.same[i, j] else "different" if self.different[i, j] else "undecided"

    def test_one_kind_in_one_photo_is_the_same(self):
        self.assertEqual(self.relation(0, 1), "same")

    def test_other_kinds_and_junk_differ(self):
        self.assertEqual(self.relation(0, 2), "different")
        self.assertEqual(self.relation(0, 3), "different")

    def test_junk_is_undecided_toward_junk(self):
        self.assertEqual(self.relation(3, 4), "undecided")

    def test_one_label_in_two_photos_is_undecided(self):
        self.assertEqual(self.relation(0, 5), "undecided")
        self.assertEqual(self.relation(2, 5), "different")

    def test_mixed_labels_join_views_of_one_box_alone(self):
        self.assertEqual(self.relation(6, 7), "undecided")
        self.assertEqual(self.relation(7, 8), "same")

    def test_nothing_relates_to_itself(self):
        self.assertFalse(self.same.diagonal().any() or self.different.diagonal().any())


class LossTest(unittest.TestCase):
    def setUp(self):
        rows = [(0, k, k, 10 * k + i, False, False) for k in (1, 2) for i in range(3)] + [(0, -1, -1, -1, False, True)]
        self.same, self.different = relations(**columns(rows))
        self.near = torch.ones_like(self.same)
        self.apart = torch.eye(3)[[0, 0, 0, 1, 1, 1, 2]]
        self.mingled = torch.eye(3)[[0, 1, 2, 0, 1, 2, 0]]

    def test_separated_kinds_cost_less(self):
        for loss in (contrastive, margins):
            good = loss(self.apart, self.same, self.different, self.near)
            self.assertLess(good, loss(self.mingled, self.same, self.different, self.near))

    def test_perfect_separation_costs_nothing_by_margins(self):
        self.assertEqual(margins(self.apart, self.same, self.different, self.near).item(), 0)

    def test_contrastive_matches_its_formula(self):
        torch.manual_seed(1)
        x = normalize(torch.randn(7, 5), dim=1)
        logits, total = (x @ x.T / 0.1).double(), 0.0
        anchors = range(6)
        for i in anchors:
            mates = [j for j in range(7) if self.same[i, j]]
            rivals = [j for j in range(7) if self.different[i, j]]
            bottom = torch.logsumexp(logits[i, mates + rivals], 0)
            total += sum(bottom - logits[i, j] for j in mates) / len(mates)
        got = contrastive(x, self.same, self.different, self.near)
        self.assertAlmostEqual(got.item(), (total / len(anchors)).item(), places=4)

    def test_no_pairs_give_zero_and_finite_gradients(self):
        x = normalize(torch.randn(4, 5), dim=1).requires_grad_()
        none = torch.zeros(4, 4, dtype=torch.bool)
        loss = contrastive(x, none, none, none) + margins(x, none, none, none)
        loss.backward()
        self.assertEqual(loss.item(), 0)
        self.assertTrue(torch.isfinite(x.grad).all())

    def test_other_photos_weigh_less(self):
        far = torch.zeros_like(self.same)
        near = contrastive(self.mingled, self.same, self.different, self.near)
        self.assertLess(contrastive(self.mingled, self.same, self.different, far), near)
        self.assertEqual(margins(self.apart[[0, 0, 0, 0, 0, 0, 0]], self.same, self.different, far).item(), 0)
