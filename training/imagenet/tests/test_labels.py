"""The table of ImageNet's kinds: is it what WordNet and kinds.py make of them, and does it say what is true?"""

import json
import re
import tempfile
import unittest
from pathlib import Path

from training.imagenet.labels import TARGET, Kinds, check, classes, text
from training.imagenet.wordnet import FOLDER, Nouns

ROOT = Path(__file__).resolve().parents[3]
LINE = "{place} 03 n {count:02x} {words} {links:03d} {above} | what it is  \n"


def written(sets):
    """The sets as `data.noun` has them: place: (words, places above)."""
    lines = ["  1 This is a license.\n"]
    for place, (words, above) in sets.items():
        lines.append(LINE.format(
            place=place, count=len(words), words=" ".join(f"{word} 0" for word in words), links=len(above) + 1,
            above=" ".join([f"@ {other} n 0000" for other in above] + ["~ 99999999 n 0000"])))
    return "".join(lines)


class WordNetTest(unittest.TestCase):
    SETS = {"00000001": (["animal"], []), "00000002": (["dog", "domestic_dog"], ["00000001"]),
            "00000003": (["boxer"], ["00000002", "00000004"]), "00000004": (["boxer", "fighter"], []),
            "00000005": (["fighter"], [])}

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        Path(self.folder.name, "data.noun").write_text(written(self.SETS), encoding="latin-1")
        self.nouns = Nouns(self.folder.name)

    def test_lines_are_read(self):
        self.assertEqual(self.nouns.words["00000002"], ["dog", "domestic dog"])
        self.assertEqual(self.nouns.closure("00000003"), ["00000003", "00000002", "00000004", "00000001"])

    def test_words_are_found_where_they_mean_one_set(self):
        kinds = Kinds(self.nouns, ["00000003", "00000005"])
        self.assertEqual(kinds.find("domestic dog"), "00000002")
        self.assertEqual(kinds.find("fighter"), "00000005", "the set that is called so first")
        for text_ in ("boxer", "cat"):
            with self.assertRaises(ValueError):
                kinds.find(text_)


class TableTest(unittest.TestCase):
    def setUp(self):
        self.table = json.loads(TARGET.read_text(encoding="utf-8"))
        self.of = {row["name"]: row for row in self.table["tags"]}

    @unittest.skipUnless((FOLDER / "data.noun").exists(), "needs Debian's wordnet-base")
    def test_is_what_wordnet_says(self):
        self.assertEqual(TARGET.read_text(encoding="utf-8"), text(Nouns(FOLDER), classes()))

    def test_has_the_kinds_in_their_order(self):
        found = [row["id"] for row in self.table["tags"]]
        self.assertEqual(found, [f"n{place}" for place in classes()])
        self.assertEqual((len(found), found), (1000, sorted(set(found))), "ILSVRC 2012 has them in the order of numbers")
        check(self.table["tags"])

    def test_says_what_is_true(self):
        for name, parents in {
            "golden retriever": ["retriever", "dog", "animal"], "tench": ["fish", "animal"],
            "tabby cat": ["cat", "animal"], "seashore": ["beach", "landscape", "nature", "outdoor", "sea", "water"],
            "ambulance": ["car", "vehicle"], "school bus": ["bus", "vehicle"], "banana": ["fruit", "food"],
            "website": [], "crane": ["bird", "animal"], "construction crane": [],
        }.items():
            self.assertEqual(sorted(self.of[name]["parents"]), sorted(parents), name)

    def test_words_are_those_of_the_kinds_of_coco(self):
        swift = (ROOT / "Sources/EspyGallery/Tagging/ObjectLabels.swift").read_text(encoding="utf-8")
        for name, category, parents in re.findall(r'\("([^"]+)", \.(\w+), \[(.*?)\]\)', swift):
            row = self.of.get(name)
            if row:
                self.assertEqual(row["category"], category, name)
            self.assertEqual(self.table["wider"].get(name, category), category, name)
            for parent in re.findall(r'"([^"]+)"', parents if row else ""):
                self.assertIn(parent, row["parents"], name)

    def test_wider_tags_are_given_with_their_category(self):
        used = {parent for row in self.table["tags"] for parent in row["parents"]}
        self.assertEqual(used, set(self.table["wider"]))
        tagger = json.loads((ROOT / "models/espy-tagger.labels.json").read_text(encoding="utf-8"))
        for row in tagger["tags"]:
            self.assertEqual(self.table["wider"].get(row["name"], row["category"]), row["category"], row["name"])


if __name__ == "__main__":
    unittest.main()
