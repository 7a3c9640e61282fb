"""Folders that use each other in a circle are told, with the lines that make it."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HOUSE = Path(__file__).resolve().parents[1] / "house"

SOURCES = {
    "A/One.swift": "struct One {\n    // Two\n    let two: Two\n}\n",
    "B/Two.swift": 'struct Two { let name = "One" }\n',
    "Shared.swift": "struct Shared {}\n",
}


class HouseTests(unittest.TestCase):
    def house(self, sources: dict[str, str]) -> subprocess.CompletedProcess:
        with tempfile.TemporaryDirectory() as root:
            for name, text in sources.items():
                file = Path(root) / "Sources" / "Module" / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            return subprocess.run(
                [sys.executable, HOUSE, "--check", root], capture_output=True, text=True, check=False)

    def test_one_direction_is_fine(self):
        answer = self.house(SOURCES)
        self.assertEqual(answer.returncode, 0, answer.stdout)
        self.assertRegex(answer.stdout, r"Module +3 +6 ")

    def test_a_circle_is_told_with_the_lines_to_blame(self):
        answer = self.house(SOURCES | {"B/Three.swift": "enum Three {\n    case three(One)\n}\n"})
        self.assertEqual(answer.returncode, 1)
        self.assertIn("Module: folders in a circle: A, B", answer.stdout)
        self.assertRegex(answer.stdout, r"A -> B \(1\): .*A/One\.swift:3: Two")
        self.assertRegex(answer.stdout, r"B -> A \(1\): .*B/Three\.swift:2: One")

    def test_a_circle_inside_a_folder_is_told(self):
        answer = self.house({f"Deep/{name}": text for name, text in SOURCES.items()} | {
            "Deep/B/Three.swift": "let three = One(two: Two())\n"})
        self.assertEqual(answer.returncode, 1)
        self.assertIn("Module/Deep: folders in a circle: A, B", answer.stdout)

    def test_a_folder_and_a_file_beside_it_do_not_use_each_other(self):
        answer = self.house(SOURCES | {
            "Shared.swift": "struct Shared { let two: Two }\n", "B/Three.swift": "let shared: Shared?\n"})
        self.assertEqual(answer.returncode, 1)
        self.assertIn("B, Shared.swift", answer.stdout)

    def test_types_that_both_folders_nest_are_no_use(self):
        own = {"A/Two.swift": "extension One {\n    struct Part {}\n}\n", "B/Part.swift": "struct Part {}\n",
               "B/Use.swift": "extension Two {\n    static let part = Part()\n}\n"}
        self.assertEqual(self.house(SOURCES | own).returncode, 0)


if __name__ == "__main__":
    unittest.main()
