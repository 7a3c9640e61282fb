import sys
import tempfile
import unittest
from pathlib import Path

from countbench.rivals import Answers, Rival, run

PROGRAM = """
import json, sys

for number, line in enumerate(sys.stdin):
    name = line.strip()
    stages = [{"name": "detecting", "ms": 10.0 * number}, {"name": "detecting", "ms": 1.0}]
    answer = {"error": "broken"} if name == "bad" else {"count": 3, "stages": stages}
    print(json.dumps(answer), flush=True)
"""


class AnswersTests(unittest.TestCase):
    def test_takes_the_median_of_rounds(self):
        answers = Answers(1)
        for ms in (5, 1, 9):
            answers.add([{"name": "a", "ms": ms}, {"name": "b", "ms": 10 - ms}])
        self.assertEqual((answers.stage("a"), answers.stage("b"), answers.stage("c")), (5, 5, 0))
        self.assertEqual(answers.total, 10)

    def test_a_stage_may_lack_in_a_round(self):
        answers = Answers(1)
        answers.add([{"name": "a", "ms": 1}])
        answers.add([{"name": "a", "ms": 1}, {"name": "b", "ms": 2}])
        answers.add([{"name": "a", "ms": 1}, {"name": "b", "ms": 4}])
        self.assertEqual((answers.stage("b"), answers.total), (3, 3))


class RivalTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = Path(folder.name) / "program.py"
        program.write_text(PROGRAM, encoding="utf-8")
        self.rival = Rival("one", "", [sys.executable, str(program)])
        self.addCleanup(self.rival.close)

    def test_leaves_the_first_round_out(self):
        found = run([self.rival], [Path("a")], 2)
        self.assertEqual(found["one", Path("a")].totals, [11, 21])
        self.assertEqual(found["one", Path("a")].count, 3)

    def test_asks_for_all_photos_before_one_comes_again(self):
        found = run([self.rival], [Path("a"), Path("b")], 1)
        self.assertEqual((found["one", Path("a")].totals, found["one", Path("b")].totals), ([21], [31]))

    def test_measures_memory(self):
        self.rival.ask(Path("a"))
        self.assertTrue(1 < self.rival.peak() < 1000)

    def test_stops_at_an_error(self):
        with self.assertRaisesRegex(SystemExit, "broken"):
            self.rival.ask(Path("bad"))


if __name__ == "__main__":
    unittest.main()
