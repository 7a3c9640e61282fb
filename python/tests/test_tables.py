"""Rows for pandas and Arrow, checked with the results of a Python worker."""

from __future__ import annotations

import unittest

from espy import Pool, tables
from espy.results import ANSWERS

from . import support


class TableTests(unittest.TestCase):
    def rows(self):
        with Pool("rack", program=support.FAKE, workers=1) as pool:
            return list(pool.map([("a", b"photo"), ("b", b"FAIL")], checksum=True))

    def test_a_row_has_a_value_for_each_column(self) -> None:
        good, bad = (tables.row("rack", result) for result in self.rows())
        self.assertEqual(list(good), list(bad))
        self.assertEqual(set(good), set(tables.columns("rack")))
        self.assertEqual((good["key"], good["vials"], good["error"]), ("a", [], None))
        self.assertEqual((bad["json"], bad["error"]["kind"], bad["attempts"]), (None, "notAnImage", 1))

    def test_every_verb_has_a_schema(self) -> None:
        self.assertEqual(set(ANSWERS), set(tables._BODIES))
        self.assertIn("`error` struct<`kind`: string", tables.spark_schema("count"))

    def test_pandas(self) -> None:
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("pandas is not installed")
        frame = tables.frame("rack", self.rows())
        self.assertEqual(list(frame.columns), list(tables.columns("rack")))
        self.assertEqual(frame["width"].tolist()[0], 4)
        self.assertTrue(frame["width"].isna()[1])

    def test_arrow(self) -> None:
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            self.skipTest("pyarrow is not installed")
        table = tables.arrow_table("rack", self.rows())
        self.assertEqual(table.schema, tables.arrow_schema("rack"))
        self.assertEqual(table.num_rows, 2)
        for verb in ANSWERS:
            self.assertEqual(tables.arrow_schema(verb).names, list(tables.columns(verb)))


if __name__ == "__main__":
    unittest.main()
