"""A library's own round: train on corrected results, stamp the models, compare with photos set aside."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BENCH = ROOT / ".build/release/EspyBench"
ESPY = Path(os.environ.get("ESPY_BINARY", ROOT / ".build/release/espy"))
SAMPLES = ROOT / "Tests/Samples/shelf"


@unittest.skipUnless(BENCH.exists() and ESPY.exists(), "build espy and EspyBench first")
class OwnShelvesTests(unittest.TestCase):
    def test_models_trained_on_own_results_replace_the_judge(self):
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            surroundings = {**os.environ, "PYTHONPATH": "Benchmarks", "HOME": folder, "OMP_NUM_THREADS": "1"}
            (home / "mine").mkdir()
            for name in ("two-rows", "library-row", "dark-series"):
                photo = shutil.copy(SAMPLES / f"{name}.jpg", home / "mine")
                found = self.run_in(surroundings, ESPY, "shelf", "--no-text", "--json", "-q", photo)
                (home / "mine" / f"{name}.json").write_text(found, encoding="utf-8")
            models = shutil.copytree(ROOT / "models", home / "models")
            judge = models / "espy-spines-judge.json"
            before = judge.read_bytes()
            self.run_in(surroundings, sys.executable, "-m", "training.spines.train", "--scenes", home / "mine",
                        "--models", models, "--work", home / "work", "--trees", "30")
            self.assertNotEqual(judge.read_bytes(), before)
            self.run_in(surroundings, ROOT / "Scripts/stamp-models", models)
            told = self.run_in({**surroundings, "ESPY_MODELS": str(models)}, ESPY, "shelf", "compare", "--truth",
                               SAMPLES, SAMPLES / "leaning.jpg")
            self.assertRegex(told, r"trained +\d+ +\d+ +\d+\.\d%")

    def run_in(self, surroundings: dict[str, str], *command) -> str:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, cwd=ROOT, env=surroundings)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout


if __name__ == "__main__":
    unittest.main()
