import unittest

from ..beats import BEAT, late_share


class BeatsTests(unittest.TestCase):
    def test_even_frames_are_none_late(self):
        self.assertEqual(late_share([5 + BEAT * at for at in range(61)]), (60, "0.0%"))

    def test_a_beat_without_a_frame_is_late(self):
        self.assertEqual(late_share([0, BEAT, 3 * BEAT, 4 * BEAT]), (4, "25.0%"))

    def test_a_clock_that_trembles_makes_none_late(self):
        self.assertEqual(late_share([BEAT * at + (-1) ** at for at in range(11)]), (10, "0.0%"))


if __name__ == "__main__":
    unittest.main()
