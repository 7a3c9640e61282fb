import unittest

from shelfbench.called import Called, judge


def spine(text: str, confidence: float = 0.9) -> dict:
    return {"reading": {"text": text, "confidence": confidence}}


class CalledTests(unittest.TestCase):
    def test_most_words_are_enough(self):
        found = judge(["Random Geometric Graphs"], [spine("PENROSE Random Graphs OXFORD"), spine("Graphs")])
        self.assertEqual(found, Called(read=2, right=1))

    def test_main_part_is_enough(self):
        self.assertEqual(judge(["Correr : tu deporte a fondo"], [spine("CORRER")]), Called(read=1, right=1))

    def test_missing_spaces_do_not_matter(self):
        found = judge(["Cat on a Hot Tin Roof", "土木工程材料基础"], [spine("CatonaHot Tin Roof"), spine("土木工程材料基")])
        self.assertEqual(found, Called(read=2, right=2))

    def test_unsure_ones_are_left_out(self):
        self.assertEqual(judge(["Haiku"], [spine("laa 12 ad", 0.5), spine("Haiku", 0.6)]),
                         Called(doubtful=2, doubtful_right=1))

    def test_books_of_unknown_title_are_not_judged(self):
        found = judge(["Haiku", None], [spine("Chandrasekhar"), spine("Haiku")])
        self.assertEqual(found, Called(read=1, right=1, unknown=1))


if __name__ == "__main__":
    unittest.main()
