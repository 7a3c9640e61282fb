"""The table of what may be in one photo together."""

import unittest

try:
    from training.tagger.tags import CATEGORIES, CATEGORY, INDEX, LIKELY, MAY, MOSTLY, POSSIBLE, TAGS
    from training.tagger.tags import listed, parents_of, relations
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


class Relations(unittest.TestCase):
    def test_symmetric_and_nothing_denies_itself(self):
        table = relations()
        self.assertTrue((table == table.T).all())
        self.assertEqual(table.diagonal().max(), 0)

    def test_what_excludes_and_what_does_not(self):
        table = relations()
        for one, other, wanted in (("bathroom", "beach", 1), ("dog", "elephant", 1), ("beach", "sea", LIKELY),
                                   ("pizza", "food", LIKELY), ("kitchen", "cup", LIKELY), ("dog", "car", POSSIBLE),
                                   ("beach", "person", POSSIBLE), ("cloudy", "kitchen", 1)):
            self.assertAlmostEqual(table[INDEX[one], INDEX[other]], wanted, places=5, msg=f"{one}, {other}")

    def test_every_name_is_a_tag(self):
        for pairs in (MAY, MOSTLY):
            for name, others in pairs.items():
                self.assertLessEqual({name, *listed(others)}, set(TAGS))


class Names(unittest.TestCase):
    def test_each_tag_has_one_category(self):
        self.assertEqual(sum(len(listed(names)) for names in CATEGORIES.values()), len(TAGS))
        self.assertEqual(set(CATEGORY), set(TAGS))

    def test_wider_tags(self):
        self.assertEqual(parents_of("dog"), ["animal"])
        self.assertEqual(parents_of("butterfly"), ["insect", "animal"])
        self.assertEqual(parents_of("book"), [])
        self.assertNotIn("forest", parents_of("forest"))
