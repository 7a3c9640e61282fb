import json
import tempfile
import unittest
from pathlib import Path

from training.spines.export import GLANCE, write_json


class ExportTests(unittest.TestCase):
    def test_each_tree_is_a_line_of_words(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "judge.json")
            write_json([["1<.5", "10", "-.25"], ["3"]], "-2.5", "-4.85", path, ["width", "height"])
            about = json.loads(path.read_text(encoding="utf-8"))
        self.assertEqual(about["features"], ["width", "height"])
        self.assertEqual(about["trees"], ["1<.5 10 -.25", "3"])
        self.assertEqual((about["bias"], about["glance"]), (-2.5, {"trees": GLANCE, "least": -4.85}))
