"""Sheets of espy rack, opened with openpyxl. Skipped without it or the program."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from . import support

try:
    import openpyxl
except ImportError:
    openpyxl = None

BOX = support.SAMPLES / "rack" / "rack-8x12-flatbed.jpg"


@unittest.skipIf(openpyxl is None, "openpyxl is not installed")
@unittest.skipIf(support.program() is None, support.NEEDS_PROGRAM)
class SheetTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_espy(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        words = [str(support.program()), "rack", str(BOX), "-q", "--no-history", *arguments]
        return subprocess.run(words, capture_output=True, text=True, env={**os.environ, "HOME": str(self.folder)})

    def test_every_field_is_text(self) -> None:
        path = self.folder / "box.xlsx"
        done = self.run_espy("--table", "lims", "--rack-id", "0042", "--xlsx", str(path))
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        sheet = openpyxl.load_workbook(path).active
        rows = list(sheet.iter_rows(values_only=True))
        self.assertEqual(rows[0], ("rack", "well", "row", "col", "code", "status", "date"))
        self.assertEqual(len(rows), 97)
        self.assertEqual(rows[1][:6], ("0042", "A1", "1", "1", "T00000001", "read"))
        self.assertEqual({cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None}, {"s"})

    def test_a_list_that_openpyxl_wrote(self) -> None:
        book = openpyxl.Workbook()
        book.active.append(["Position", "Tube ID"])
        table = self.run_espy("--table", "fluidx").stdout.splitlines()
        for line in table:
            book.active.append(line.split(","))
        path = self.folder / "list.xlsx"
        book.save(path)
        same = self.run_espy("--expect", str(path))
        self.assertEqual((same.returncode, len(same.stdout.splitlines())), (0, 1), same.stderr)
        book.active["B2"] = 12345
        book.save(path)
        other = self.run_espy("--expect", str(path))
        self.assertEqual(other.returncode, 1)
        self.assertEqual(
            other.stdout.splitlines()[1:], ["missing,12345,A1,,", "new,T00000001,,A1,"])


if __name__ == "__main__":
    unittest.main()
