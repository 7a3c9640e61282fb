"""Which size of a recipe is believed."""

import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

from training.seeker import recipes

SHIPPED = Path(__file__).resolve().parents[3] / "models/espy-recipe-judgment.json"


class NumberTests(unittest.TestCase):
    def test_what_ships_is_what_is_written(self):
        numbers = json.loads(SHIPPED.read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as folder:
            again = Path(folder) / "again.json"
            recipes.save(again, np.array(numbers["size"]), np.array(numbers["presence"]), numbers["bias"])
            self.assertEqual(again.read_bytes(), SHIPPED.read_bytes())

    def test_a_right_size_is_learned(self):
        # What is found at the right size scores higher.
        rows = [
            {"side": 40, "sides": [20, 40, 80], "evidence": [[0.2, low], [0.9, low], [0.3, low]], "truth": 3}
            for low in np.linspace(0, 1, 20)]
        weights = recipes.sizes(rows)
        self.assertTrue(all(recipes.best(row, weights) == 1 for row in rows))


if __name__ == "__main__":
    unittest.main()
