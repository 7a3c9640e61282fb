"""A few seconds of the load through nginx."""

import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
NEEDED = [ROOT / ".build/release/espy", Path("/usr/sbin/nginx"), Path("/usr/bin/openssl")]


@unittest.skipUnless(all(file.exists() for file in NEEDED), "the program, nginx or openssl is not there")
class Load(unittest.TestCase):
    def test_some_seconds_show_no_fault(self):
        ending = subprocess.run(
            [ROOT / "Benchmarks/serve-proxied", "--seconds", "4", "--people", "3"], capture_output=True, text=True)
        self.assertEqual(ending.returncode, 0, ending.stdout + ending.stderr)
        self.assertIn("unexpected answers: 0", ending.stdout)
