"""Budgets."""

import tempfile
import unittest
from pathlib import Path
from unittest import mock

from budgetbench.rows import Row, Taken, commands, over


class Budgets(unittest.TestCase):
    def test_a_fifth_more_is_over(self):
        row = Row("count", 300, 1)
        self.assertFalse(over(row, Taken(360, 1.2, 9)))
        self.assertTrue(over(row, Taken(361, 0.1, 0.1)))
        self.assertTrue(over(row, Taken(100, 1.21, 0.1)))
        self.assertFalse(over(Row("tag", 300, None), Taken(100, 99, 99)))

    def test_every_verb_has_rows_of_all_sizes(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch("budgetbench.rows.enlarged", lambda *given: Path("photo")), \
                mock.patch("budgetbench.rows.album", lambda folder: Path("album")):
            rows = commands(Path(folder))
        for verb in ("rack", "count", "shelf"):
            sizes = [row for row in rows if row.arguments[0] == verb and "--pipeline" not in row.arguments]
            self.assertGreaterEqual(len(sizes), 4)
            self.assertEqual(sizes[3].megabytes, 2 * sizes[0].megabytes)
        self.assertEqual(len({row.name for row in rows}), len(rows))


if __name__ == "__main__":
    unittest.main()
