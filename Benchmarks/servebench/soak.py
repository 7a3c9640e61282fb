"""Mixed load for minutes: users who count, look, change and delete, and who leave in the middle."""

import json
import random
import re
import socket
import sqlite3
import statistics
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field

from benchkit.tables import table

from . import process
from .espy import PATIENCE, Client, Espy, Refused

# The allowed growth of memory from the second fifth of the time to the last, and the seconds from which it is checked.
MOST_GROWTH, SETTLED = 0.1, 300

@dataclass
class Ledger:
    """The server's promises, and its failures."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    saved: dict[str, str | None] = field(default_factory=dict)
    # Being deleted or restored, without an answer that says how it ended.
    unsure: set[str] = field(default_factory=set)
    # Titles of entries that were not saved through the server.
    titles: set[str] = field(default_factory=set)
    done: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def note(self, what: str) -> None:
        with self.lock:
            self.done[what] = self.done.get(what, 0) + 1

    def complain(self, text: str) -> None:
        with self.lock:
            self.wrong.append(text)

    def some(self, chance: random.Random) -> str | None:
        with self.lock:
            return chance.choice(list(self.saved)) if self.saved else None


class Person(threading.Thread):
    """Performs one action after the other until it is stopped."""

    # Statuses that a user may get while others are active, too.
    expected = {404, 409, 410, 422, 503}

    def __init__(self, espy: Espy, photos: dict[str, bytes], ledger: Ledger, seed: int, stop: threading.Event):
        super().__init__(daemon=True)
        self.espy, self.photos, self.ledger, self.stop = espy, photos, ledger, stop
        self.chance = random.Random(seed)
        self.client = espy.client()
        self.deeds = [
            (self.count, 6), (self.cancel, 4), (self.look, 20), (self.change, 8), (self.delete_and_restore, 3),
            (self.abort_upload, 6), (self.leave_events, 4), (self.leave_download, 4), (self.nonsense, 3), (self.page, 10),
        ]

    def run(self) -> None:
        names, weights = zip(*self.deeds)
        while not self.stop.is_set():
            deed = self.chance.choices(names, weights)[0]
            try:
                deed()
                self.ledger.note(deed.__name__)
            except Refused as error:
                self.ledger.note(f"{deed.__name__}: {error.status}")
                if error.status not in self.expected:
                    self.ledger.complain(f"{deed.__name__}: {error}")
            except (OSError, ValueError) as error:
                self.ledger.note(f"{deed.__name__}: broken")
                if not self.espy.runs:
                    return
                self.ledger.complain(f"{deed.__name__}: {type(error).__name__} {error}")
                self.client.close()
                self.client = self.espy.client()
            self.stop.wait(self.chance.uniform(0, 0.05))
        self.client.close()

    def photo(self) -> tuple[str, bytes]:
        return self.chance.choice(list(self.photos.items()))

    def begin(self) -> str:
        """Starts a job for a new photo."""
        name, data = self.photo()
        photo = self.client.upload(data, name)
        kind = "racks" if name.startswith("box") else "counts"
        return self.client.ask("POST", f"/{kind}", {"photo": photo})["id"]

    def end(self, job: str) -> dict:
        """Waits for a job, and records its entry."""
        while True:
            state = self.client.ask("GET", f"/jobs/{job}")
            if state["state"] not in ("queued", "running"):
                break
            if self.stop.wait(0.1):
                self.client.ask("DELETE", f"/jobs/{job}")
        if state["state"] == "failed" and not self.excuses(state.get("problem")):
            self.ledger.complain(f"job: {json.dumps(state.get('problem'))}")
        if entry := state.get("entry"):
            # The newest 100 counts are kept, and all favorites.
            self.client.ask("PATCH", f"/history/{entry['id']}", {"favorite": True})
            with self.ledger.lock:
                self.ledger.saved[entry["id"]] = None
        return state

    def excuses(self, problem: dict | None) -> bool:
        """Returns whether a job may fail with this problem."""
        return False

    def count(self) -> None:
        self.end(self.begin())

    def cancel(self) -> None:
        job = self.begin()
        time.sleep(self.chance.uniform(0, 1))
        self.client.ask("DELETE", f"/jobs/{job}")
        self.end(job)

    def look(self) -> None:
        page = self.client.ask("GET", f"/history?limit={self.chance.choice([10, 100, 500])}")
        if page["entries"]:
            entry = self.chance.choice(page["entries"])["id"]
            part = self.chance.choice(["", "/thumbnail.jpg", "/export.csv", "/export.json"])
            self.client.ask("GET", f"/history/{entry}{part}")

    def change(self) -> None:
        entry = self.ledger.some(self.chance)
        if entry is None:
            return
        note = f"{self.name} {time.monotonic_ns()}"
        with self.ledger.lock:
            # Another user may be changing it, so it is unknown which note will remain.
            if entry in self.ledger.unsure:
                return
            self.ledger.unsure.add(entry)
        self.client.ask("PATCH", f"/history/{entry}", {"note": note})
        with self.ledger.lock:
            self.ledger.saved[entry] = note
            self.ledger.unsure.discard(entry)

    def delete_and_restore(self) -> None:
        with self.ledger.lock:
            free = [entry for entry in self.ledger.saved if entry not in self.ledger.unsure]
            if not free:
                return
            entry = self.chance.choice(free)
            self.ledger.unsure.add(entry)
        self.client.ask("DELETE", f"/history/{entry}")
        if self.chance.random() < 0.5:
            self.client.ask("POST", f"/history/{entry}/restore")
        else:
            with self.ledger.lock:
                del self.ledger.saved[entry]
        with self.ledger.lock:
            self.ledger.unsure.discard(entry)

    def raw(self, text: str, body: bytes = b"") -> socket.socket:
        """Opens its own connection and sends a request on it."""
        connection = socket.create_connection(("localhost", self.espy.port), timeout=PATIENCE)
        connection.sendall(text.replace("HOST", f"localhost:{self.espy.port}").encode() + body)
        return connection

    def abort_upload(self) -> None:
        _, data = self.photo()
        head = f"POST /api/v1/photos HTTP/1.1\r\nHost: HOST\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
        connection = self.raw(head, data[: self.chance.randrange(len(data))])
        if self.chance.random() < 0.5:
            # Disconnects without a word.
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        time.sleep(self.chance.uniform(0, 0.1))
        connection.close()

    def leave_events(self) -> None:
        job = self.begin()
        connection = self.raw(f"GET /api/v1/jobs/{job}/events HTTP/1.1\r\nHost: HOST\r\n\r\n")
        connection.recv(100)
        time.sleep(self.chance.uniform(0, 0.3))
        connection.close()
        self.end(job)

    def leave_download(self) -> None:
        photo = self.client.upload(self.photo()[1], "left.jpg")
        part = self.chance.choice(["", "/view?side=512", "/view"])
        connection = self.raw(f"GET /api/v1/photos/{photo}{part} HTTP/1.1\r\nHost: HOST\r\n\r\n")
        if self.chance.random() < 0.5:
            connection.recv(1000)
        connection.close()
        self.client.ask("DELETE", f"/photos/{photo}")

    def nonsense(self) -> None:
        text = self.chance.choice([
            "GET /.. HTTP/1.1\r\nHost: HOST\r\n\r\n", "BREW / HTTP/1.1\r\nHost: HOST\r\n\r\n", "\x16\x03\x01",
            "POST /api/v1/counts HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "POST /api/v1/counts HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\n\r\n{", "GET / HTTP/1.1\r\nHost: evil\r\n\r\n",
        ])
        connection = self.raw(text)
        time.sleep(self.chance.uniform(0, 0.05))
        connection.close()

    def page(self) -> None:
        status = self.client.get(self.chance.choice(["/", "/app/main.js", "/history"]))
        if status != 200:
            self.ledger.complain(f"page: {status}")


@dataclass
class Sample:
    seconds: float
    megabytes: float
    descriptors: int


def _watched(espy: Espy, seconds: float) -> list[Sample]:
    samples = []
    start = time.monotonic()
    while (passed := time.monotonic() - start) < seconds and espy.runs:
        try:
            samples.append(Sample(passed, process.resident_megabytes(espy.pid), process.descriptors(espy.pid)))
        except (OSError, KeyError):
            # It has just ended.
            break
        time.sleep(min(1.0, max(seconds / 300, 0.1)))
    return samples


def _fifth(samples: list[Sample], number: int, seconds: float) -> tuple[float, float]:
    """Medians of megabytes and descriptors in one fifth of the time, from 1; of all if the server ended before."""
    part = [s for s in samples if (number - 1) * seconds / 5 <= s.seconds < number * seconds / 5] or samples
    return statistics.median(s.megabytes for s in part), statistics.median(s.descriptors for s in part)


def _lost(espy: Espy, ledger: Ledger) -> list[str]:
    """Entries that were reported as saved, but are missing or differ from their last change."""
    lost = []
    client = espy.client()
    for entry, note in ledger.saved.items():
        try:
            kept = client.ask("GET", f"/history/{entry}")
        except Refused:
            lost += [] if entry in ledger.unsure else [entry]
            continue
        if note is not None and entry not in ledger.unsure and kept["entry"].get("note") != note:
            lost.append(f"{entry} (note)")
    client.close()
    return lost


def kinds(wrong: list[str]) -> str:
    """How often each kind of answer came, the most frequent first, with numbers and names of files left out."""
    count = Counter(re.sub(r"/[^' ]+|\d[\w.-]*", "…", text)[:120] for text in wrong)
    return "; ".join(f"{number} x {text}" for text, number in count.most_common(12))


def soak(
    espy: Espy, photos: dict[str, bytes], seconds: float, people: int = 8, person: type[Person] = Person,
    others=lambda ledger, stop: [], also_lost=lambda espy, ledger: [],
) -> tuple[str, bool]:
    """Returns a report in Markdown, and whether all is well. `others` creates threads that act beside the users."""
    ledger, stop = Ledger(), threading.Event()
    crowd = [person(espy, photos, ledger, seed, stop) for seed in range(people)] + others(ledger, stop)
    for one in crowd:
        one.start()
    samples = _watched(espy, seconds)
    stop.set()
    for one in crowd:
        one.join(timeout=180)
    runs = espy.runs
    lost = _lost(espy, ledger) + also_lost(espy, ledger) if runs else ["the server has ended"]
    resting = process.descriptors(espy.pid) if runs else 0
    code = espy.stop() if runs else "crash"
    sound = _integrity(espy)
    second, last = _fifth(samples, 2, seconds), _fifth(samples, 5, seconds)
    growth = last[0] / second[0] - 1
    # Caches still grow in the first minutes.
    is_flat = growth < MOST_GROWTH or seconds < SETTLED
    well = not lost and not ledger.wrong and code == 0 and sound == "ok" and is_flat
    minutes = [s for i, s in enumerate(samples) if i == 0 or int(s.seconds // 60) != int(samples[i - 1].seconds // 60)]
    deeds = ", ".join(f"{name} {number}" for name, number in sorted(ledger.done.items()))
    lines = [
        f"- {people} people for {seconds:.0f} s: {sum(ledger.done.values())} deeds ({deeds})",
        f"- memory: {second[0]:.0f} MB in the 2nd fifth, {last[0]:.0f} MB in the last ({growth:+.1%}); "
        f"open files {second[1]:.0f} and {last[1]:.0f}, {resting} when all had gone",
        f"- {len(ledger.saved) + len(ledger.titles)} entries reported as saved, {len(lost)} of them lost{': ' + ', '.join(lost[:5]) if lost else ''}; "
        f"integrity of the history: {sound}; exit code {code}",
        f"- unexpected answers: {len(ledger.wrong)}{': ' + kinds(ledger.wrong) if ledger.wrong else ''}",
    ]
    said = espy.messages
    if reports := said.count("WARNING: ThreadSanitizer"):
        well = False
        lines.append(f"- thread sanitizer: {reports} reports")
    if not well and said:
        print(said, file=sys.stderr)
    rows = [[f"{s.seconds / 60:.0f}", f"{s.megabytes:.0f}", str(s.descriptors)] for s in minutes]
    return "\n".join(lines) + "\n\n" + table(["minute", "resident MB", "open files"], rows), well


def _integrity(espy: Espy) -> str:
    try:
        with sqlite3.connect(f"file:{espy.history}?mode=ro", uri=True) as database:
            return database.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.Error as error:
        return str(error)
