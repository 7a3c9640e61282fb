import tempfile
import unittest
from pathlib import Path

from benchkit.tables import replace_between, table


class TableTests(unittest.TestCase):
    def test_aligns(self):
        self.assertEqual(table(["a", "bb"], [["long", "1"]]), "| a    | bb |\n|------|---:|\n| long |  1 |")


class DocumentTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.document = Path(folder.name) / "page.md"

    def replaced(self, content):
        self.document.write_text(content, encoding="utf-8")
        replace_between(self.document, "<!-- a -->", "<!-- b -->", "new")
        return self.document.read_text(encoding="utf-8")

    def test_replaces_what_lies_between(self):
        self.assertEqual(self.replaced("x\n<!-- a -->\nold\n<!-- b -->\ny\n"), "x\n<!-- a -->\nnew\n<!-- b -->\ny\n")

    def test_refuses_a_document_without_the_markers(self):
        for content in ("", "<!-- a -->", "<!-- b --><!-- a -->", "<!-- a --><!-- a --><!-- b -->"):
            with self.assertRaises(SystemExit):
                self.replaced(content)
            self.assertEqual(self.document.read_text(encoding="utf-8"), content)

    def test_refuses_a_document_that_is_not_there(self):
        with self.assertRaises(SystemExit):
            replace_between(self.document, "a", "b", "")


if __name__ == "__main__":
    unittest.main()
