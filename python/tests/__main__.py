"""Runs all tests, and says which were left out, and why: `python3 -m tests`."""

import sys
import unittest
from collections import Counter
from pathlib import Path

here = Path(__file__).parent
suite = unittest.defaultTestLoader.discover(str(here), top_level_dir=str(here.parent))
result = unittest.TextTestRunner(verbosity=0).run(suite)
for reason, count in Counter(reason for _, reason in result.skipped).items():
    print(f"({count} left out: {reason})", file=sys.stderr)
sys.exit(not result.wasSuccessful())
