"""The gain from one tap."""

import unittest

from countbench.scores import Score
from countbench.taps import Tapped, on_the_page


def counted(count: int) -> Score:
    return Score("a photo", 20, count, count, count)


class Page(unittest.TestCase):
    def test_offers_what_either_way_has_found(self):
        adaptive = Tapped(counted(40), [40], [counted(30)], [100.0, 10.0])
        seeker = Tapped(counted(25), [25, 20], [counted(19)], [200.0, 30.0])
        page = on_the_page(Tapped(counted(25), [25], [], [250.0]), [adaptive, seeker])
        self.assertEqual((page.at_once.count, page.offered, page.cpu), (25, [25, 40, 25, 20], [250.0, 30.0]))
        self.assertEqual([score.count for score in page.shown], [19])
        self.assertEqual((adaptive.within(0.05), page.within(0.05)), (0.0, 1.0))

    def test_an_example_counts_where_nothing_offered_is_right(self):
        seeker = Tapped(counted(25), [25], [counted(20), counted(9)], [])
        page = on_the_page(Tapped(counted(40), [40], [], []), [seeker])
        self.assertEqual((page.within(0.05), page.cpu), (0.5, []))


if __name__ == "__main__":
    unittest.main()
