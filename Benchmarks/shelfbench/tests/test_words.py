import unittest

from shelfbench.words import hits, tokens, whole_titles


class WordTests(unittest.TestCase):
    def test_tokens_have_no_accents_and_two_letters_at_least(self):
        self.assertEqual(tokens("L-functions: Pádel, a ÉTÉ"), ["functions", "padel", "ete"])
        self.assertEqual(tokens(None), [])

    def test_each_word_that_was_read_counts_once(self):
        self.assertEqual(hits(["graph", "graph"], ["graph"]), [True, False])
        self.assertEqual(hits(["graphs", "graph"], ["graph"]), [False, True])
        self.assertEqual(hits(["graph"], []), [False])

    def test_one_wrong_letter_in_a_long_word_is_right(self):
        self.assertEqual(hits(["introduction", "the"], ["intruduction", "tne"]), [True, False])

    def test_whole_titles(self):
        titles = [["small", "worlds"], ["black"], []]
        self.assertEqual(whole_titles(titles, [True, False, True]), 1)
        self.assertEqual(whole_titles(titles, [True, True, True]), 2)


if __name__ == "__main__":
    unittest.main()
