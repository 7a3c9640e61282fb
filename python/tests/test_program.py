"""The program is found, or the error says how to get it."""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import espy


class ProgramTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def make(self, name: str, text: bytes = b"\x7fELF") -> str:
        path = self.folder / name
        path.write_bytes(text)
        path.chmod(0o755)
        return str(path)

    def test_the_one_that_is_named_comes_first(self) -> None:
        named, other = self.make("named"), self.make("other")
        with mock.patch.dict(os.environ, ESPY_BINARY=other):
            self.assertEqual(espy.find_program(named), named)
            self.assertEqual(espy.find_program(), other)

    def test_a_wrong_name_is_told(self) -> None:
        with mock.patch.dict(os.environ, ESPY_BINARY=str(self.folder / "none")):
            with self.assertRaisesRegex(espy.ProgramNotFound, "ESPY_BINARY"):
                espy.find_program()

    def test_the_one_on_the_path(self) -> None:
        program = self.make("espy")
        with mock.patch.dict(os.environ, PATH=str(self.folder), ESPY_BINARY=""):
            self.assertEqual(espy.find_program(), program)

    def test_it_is_said_how_to_get_it(self) -> None:
        self.make("espy", b"#!/bin/sh\n")
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(self.folder)
        elsewhere = mock.patch("espy.program.__file__", str(self.folder / "program.py"))
        with mock.patch.dict(os.environ, PATH=str(self.folder), ESPY_BINARY=""), elsewhere:
            with self.assertRaisesRegex(espy.ProgramNotFound, "git clone"):
                espy.find_program()


if __name__ == "__main__":
    unittest.main()
