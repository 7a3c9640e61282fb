"""The meaning of right, wrong and warned."""

import unittest

from lightbench import judge


def rack(vials=(), empty=(), warnings=()):
    square = {"topLeft": (0, 0), "topRight": (10, 0), "bottomRight": (10, 10), "bottomLeft": (0, 10)}
    return {
        "vials": [{"value": value, "name": name, "corners": {key: {"x": x + place[0], "y": y + place[1]}
                                                             for key, place in square.items()}}
                  for value, name, x, y in vials],
        "cells": [{"status": "empty", "x": x, "y": y} for x, y in empty],
        "warnings": [{"kind": kind} for kind in warnings]}


class Racks(unittest.TestCase):
    before = rack([("one", "A1", 0, 0), ("two", "A2", 40, 0)], [(85, 5)])

    def test_all_is_read(self):
        self.assertEqual(judge.rack(self.before, self.before), judge.Verdict(1, 0, False))

    def test_what_is_missing_is_not_wrong(self):
        self.assertEqual(judge.rack(rack([("one", "A1", 0, 0)], [(85, 5)]), self.before), judge.Verdict(0.5, 0, False))

    def test_a_full_well_that_is_called_empty_is_wrong(self):
        verdict = judge.rack(rack([("one", "A1", 0, 0)], [(45, 5)]), self.before)
        self.assertEqual((verdict.wrong, verdict.silent), (1, True))
        told = judge.rack(rack([("one", "A1", 0, 0)], [(45, 5)], ["bright"]), self.before)
        self.assertEqual((told.wrong, told.silent), (1, False))

    def test_values_in_other_wells_are_wrong_where_wells_are_named(self):
        moved = [("one", "B1", 0, 0), ("two", "A2", 40, 0)]
        self.assertEqual(judge.rack(rack(moved), self.before).wrong, 1)
        self.assertEqual(judge.rack(rack(moved, warnings=["originUnknown"]), self.before).wrong, 0)

    def test_values_that_were_never_there_are_wrong(self):
        self.assertEqual(judge.rack(rack([("three", "A1", 0, 0)]), self.before).wrong, 1)


class Counts(unittest.TestCase):
    def test_the_range_may_hold_the_truth(self):
        self.assertEqual(judge.count({"count": 52}, 50), judge.Verdict(1, 0, False))
        self.assertEqual(judge.count({"count": 40, "range": {"low": 38, "high": 51}}, 50), judge.Verdict(0, 0, False))
        self.assertTrue(judge.count({"count": 40, "range": {"low": 38, "high": 45}}, 50).silent)
        self.assertFalse(judge.count({"count": 0, "warnings": ["nothingFound", "dark"]}, 50).silent)


class Shelves(unittest.TestCase):
    def test_few_strange_words_are_forgiven(self):
        before = {"spines": [{"text": "The Left Hand of Darkness"}, {"text": None}]}
        self.assertEqual(judge.shelf(before, before), judge.Verdict(1, 0, False))
        self.assertTrue(judge.shelf({"spines": [{"text": "Dorkness Left"}]}, before).silent)
        unsure = {"spines": [{"text": "Dorkness Left", "textConfidence": 0.6}]}
        self.assertFalse(judge.shelf(unsure, before).silent)


if __name__ == "__main__":
    unittest.main()
