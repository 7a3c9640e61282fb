import unittest

from shelfbench.identities import Identities


class IdentityTests(unittest.TestCase):
    def test_numbers_that_stay(self):
        found = Identities()
        for _ in range(3):
            found.add([[1, 10], [2, 11], [3, -1]], [10, 11])
        self.assertEqual((found.chances, found.hits, found.stray), (6, 6, 3))
        self.assertEqual((found.switches, found.gaps, found.books), (0, 0, 2))

    def test_another_number_is_a_switch(self):
        found = Identities()
        for number in (1, 1, 2, 2, 1):
            found.add([[number, 10]], [10])
        self.assertEqual(found.switches, 2)

    def test_missed_in_sight_is_a_gap(self):
        found = Identities()
        found.add([[1, 10]], [10])
        found.add([], [10])
        found.add([], [10])
        found.add([[1, 10]], [10])
        self.assertEqual((found.gaps, found.switches, found.hits), (1, 0, 2))

    def test_out_of_sight_is_none(self):
        found = Identities()
        found.add([[1, 10]], [10])
        found.add([], [])
        found.add([[1, 10]], [10])
        self.assertEqual((found.gaps, found.switches), (0, 0))

    def test_a_new_number_after_leaving_is_a_switch(self):
        found = Identities()
        found.add([[1, 10]], [10])
        found.add([], [])
        found.add([[4, 10]], [10])
        self.assertEqual(found.switches, 1)


if __name__ == "__main__":
    unittest.main()
