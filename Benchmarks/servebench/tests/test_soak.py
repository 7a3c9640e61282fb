"""How the mixed load is judged."""

import threading
import unittest
from types import SimpleNamespace

from servebench import soak
from servebench.espy import Refused


class Fifths(unittest.TestCase):
    def test_medians(self):
        samples = [soak.Sample(at, 100 + (at >= 80) * 50, 10 + at // 20) for at in range(100)]
        self.assertEqual(soak._fifth(samples, 2, 100), (100, 11))
        self.assertEqual(soak._fifth(samples, 5, 100), (150, 14))


class Client:
    """Has one entry, with a note."""

    def ask(self, method, path, body=None):
        if path == "/history/kept":
            return {"entry": {"note": "last"}}
        raise Refused(404, b"")

    def close(self):
        pass


class Lost(unittest.TestCase):
    def lost(self, saved, unsure=()):
        ledger = soak.Ledger(saved=saved, unsure=set(unsure))
        return soak._lost(SimpleNamespace(client=Client), ledger)

    def test_what_is_there_is_not_lost(self):
        self.assertEqual(self.lost({"kept": "last"}), [])
        self.assertEqual(self.lost({"kept": None}), [])

    def test_missing_entries_and_notes_are(self):
        self.assertEqual(self.lost({"gone": None}), ["gone"])
        self.assertEqual(self.lost({"kept": "later"}), ["kept (note)"])

    def test_what_nobody_was_told_of_is_not_counted(self):
        self.assertEqual(self.lost({"gone": None, "kept": "later"}, ["gone", "kept"]), [])


class Deeds(unittest.TestCase):
    def test_all_are_noted_once(self):
        ledger = soak.Ledger()
        people = [threading.Thread(target=ledger.note, args=("page",)) for _ in range(20)]
        for person in people:
            person.start()
        for person in people:
            person.join()
        self.assertEqual(ledger.done, {"page": 20})
