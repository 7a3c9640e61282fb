"""Photos that were tagged elsewhere are imported into a gallery."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from espy import EspyError, Pool, archive, tables

from . import support

PHOTOS = sorted((support.SAMPLES / "count").glob("*.jpg"))[:3]


class LineTests(unittest.TestCase):
    def test_results_and_errors_are_lines(self) -> None:
        rows = [
            {"key": 's3://a/"1".jpg', "json": '{"width":4}', "error": None},
            {"key": "2.jpg", "json": None, "error": {"kind": "empty", "message": "an empty file", "retryable": False}},
            {"key": "3.jpg", "json": None, "error": None},
        ]
        self.assertEqual([line.decode() for line in archive.lines(rows)], [
            '{"file":"s3://a/\\"1\\".jpg","result":{"width":4}}\n',
            '{"file":"2.jpg","error":{"kind": "empty", "message": "an empty file", "retryable": false}}\n'])


@unittest.skipUnless(support.program(), support.NEEDS_PROGRAM)
class ArchiveTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.environment = {**os.environ, "XDG_DATA_HOME": str(self.folder / "data")}

    def rows(self):
        with Pool("tag", tagger="none", detector="none", language="none", faces="none", archive="facts") as pool:
            photos = [(f"s3://lab/{photo.name}", photo.read_bytes()) for photo in PHOTOS]
            return [tables.row("tag", result) for result in pool.map(photos)]

    def found(self, *words: str) -> list[str]:
        done = subprocess.run(
            [support.program(), "gallery", "search", *words], env=self.environment, capture_output=True, text=True)
        return done.stdout.split()

    def test_rows_of_a_pool(self) -> None:
        outcome = archive.take_in("s3://lab", self.rows(), environment=self.environment)
        self.assertEqual((outcome["added"], outcome["failed"], outcome["senseless"]), (len(PHOTOS), 0, 0))
        self.assertEqual(set(self.found()), {f"s3://lab/{photo.name}" for photo in PHOTOS})
        self.assertEqual(archive.take_in("s3://lab", self.rows(), environment=self.environment)["known"], len(PHOTOS))

    def test_parquet(self) -> None:
        try:
            import pyarrow.parquet
        except ImportError:
            self.skipTest("pyarrow is not installed")
        (self.folder / "rows").mkdir()
        table = pyarrow.Table.from_pylist(self.rows(), schema=tables.arrow_schema("tag"))
        pyarrow.parquet.write_table(table, self.folder / "rows" / "part-0.parquet")
        (self.folder / "rows" / "_SUCCESS").touch()
        outcome = archive.take_in(
            "s3://lab", archive.parquet_rows([str(self.folder / "rows")]), environment=self.environment)
        self.assertEqual((outcome["added"], outcome["senseless"]), (len(PHOTOS), 0))

    def test_a_root_that_is_none(self) -> None:
        with self.assertRaises(EspyError):
            archive.take_in("s3://", [], environment=self.environment)
