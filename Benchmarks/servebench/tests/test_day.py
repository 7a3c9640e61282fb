"""How a day's work is judged."""

import threading
import unittest
from pathlib import Path
from types import SimpleNamespace

from servebench import day, soak


class Pages:
    """Three entries on two pages."""

    def ask(self, method, path):
        if "cursor=x" in path:
            return {"entries": [{"title": "c.jpg"}], "next": None}
        return {"entries": [{"title": "a.jpg"}, {"title": "b.jpg"}], "next": "x"}

    def close(self):
        pass


class Lost(unittest.TestCase):
    def test_all_pages_are_looked_at(self):
        ledger = soak.Ledger(titles={"a.jpg", "c.jpg", "gone.jpg"})
        self.assertEqual(day._untitled(SimpleNamespace(client=Pages), ledger), ["gone.jpg"])


class Ends(unittest.TestCase):
    def complaints(self, code, **more):
        ledger = soak.Ledger()
        face = day.Face(SimpleNamespace(), {}, ledger, 0, threading.Event())
        face.judge("count", code, "said", **more)
        face.scratch.rmdir()
        return ledger.wrong

    def test_what_the_program_tells_is_no_crash(self):
        for code in (0, 1, 2):
            self.assertEqual(self.complaints(code), [])

    def test_signals_of_others_are(self):
        for code in (-11, -6, 139, 134, -9):
            self.assertEqual(len(self.complaints(code)), 1)

    def test_those_that_were_sent_are_not(self):
        for code in (-9, 130, 143, -15):
            self.assertEqual(self.complaints(code, may_end=True), [])
        self.assertEqual(len(self.complaints(-11, may_end=True)), 1)


class Excuses(unittest.TestCase):
    def test_a_full_disk_is_one(self):
        visitor = day.Visitor.__new__(day.Visitor)
        self.assertTrue(visitor.excuses({"type": "/problems/disk-full"}))
        self.assertFalse(visitor.excuses({"type": "/problems/internal-error"}))
        self.assertFalse(visitor.excuses(None))


class Room(unittest.TestCase):
    def test_a_folder_that_cannot_be_mounted_is_left_alone(self):
        disk = day.Disk(Path("/nowhere/at/all"))
        self.assertFalse(disk.is_own)
        disk.remove()
