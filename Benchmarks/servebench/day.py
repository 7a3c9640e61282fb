"""A day's work in minutes: users in browsers, on the command line, in a program with a worker, and with a watched
folder, all on one data folder, while the disk fills up and the clock jumps."""

import json
import os
import random
import select
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from . import soak
from .espy import PATIENCE, Espy, Refused

# Disk space for the day in megabytes, the seconds that the disk is full, and the seconds between such times.
ROOM, FULL_FOR, FULL_EVERY = 400, 4, 45
# Clock errors in seconds, in turn: a day ahead, an hour ahead, an hour behind, a year ahead, none.
JUMPS, JUMP_EVERY = [86_400, 3_600, -3_600, 31_536_000, 0], 20
FAKETIME = Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
# Exit codes of the program: complete, incomplete, or failed with a message; interrupted, or killed by this program.
_TOLD, _ENDED = {0, 1, 2}, {130, 143, -2, -9, -15}


class Disk:
    """A separate file system for all of Espy's data. Only as root; otherwise it never fills up."""

    def __init__(self, place: Path):
        self.place = place
        self.is_own = os.geteuid() == 0 and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={ROOM}m", "espy-day", place], capture_output=True).returncode == 0
        self.times = 0

    def fill(self, stop: threading.Event) -> None:
        ballast = self.place / "ballast"
        try:
            with open(ballast, "wb", buffering=0) as file:
                while True:
                    file.write(bytes(1 << 16))
        except OSError:
            self.times += 1
        stop.wait(FULL_FOR)
        ballast.unlink(missing_ok=True)

    def remove(self) -> None:
        if self.is_own:
            subprocess.run(["umount", "-l", self.place], check=False)


class Weather(threading.Thread):
    """Fills the disk and moves the clock, again and again."""

    def __init__(self, disk: Disk, clock: Path | None, stop: threading.Event):
        super().__init__(daemon=True)
        self.disk, self.clock, self.stop = disk, clock, stop
        self.jumps = 0

    def run(self) -> None:
        start, filled = time.monotonic(), 0
        while not self.stop.wait(JUMP_EVERY):
            if self.clock:
                # In one step, because a program may read it at any moment.
                part = self.clock.with_suffix(".part")
                part.write_text(f"{JUMPS[self.jumps % len(JUMPS)]:+d}\n")
                part.rename(self.clock)
                self.jumps += 1
            if self.disk.is_own and time.monotonic() - start > FULL_EVERY * (filled + 1):
                filled += 1
                self.disk.fill(self.stop)


class Visitor(soak.Person):
    """A user in a browser, who may get errors about the full disk."""

    expected = soak.Person.expected | {507}

    def excuses(self, problem: dict | None) -> bool:
        return bool(problem) and problem.get("type", "").rsplit("/", 1)[-1] in ("disk-full", "full")


class Face(threading.Thread):
    """Performs one action after the other outside HTTP."""

    def __init__(self, espy: Espy, photos: dict[str, Path], ledger: soak.Ledger, seed: int, stop: threading.Event):
        super().__init__(daemon=True)
        self.espy, self.photos, self.ledger, self.stop = espy, photos, ledger, stop
        self.chance = random.Random(seed)
        self.number = 0
        self.scratch = Path(tempfile.mkdtemp(prefix="espy-day-"))

    def deeds(self) -> list:
        raise NotImplementedError

    def run(self) -> None:
        functions, weights = zip(*self.deeds())
        while not self.stop.is_set():
            deed = self.chance.choices(functions, weights)[0]
            name = f"{type(self).__name__.lower()} {deed.__name__}"
            try:
                deed()
            except (OSError, ValueError, subprocess.TimeoutExpired) as error:
                self.ledger.complain(f"{name}: {type(error).__name__} {error}")
            self.ledger.note(name)
        self.finish()
        shutil.rmtree(self.scratch, ignore_errors=True)

    def finish(self) -> None:
        """Everything that is checked at the end."""

    def judge(self, what: str, code: int, said: str, may_end: bool = False) -> None:
        """Complains about an exit code that no intended end has, such as that of a crash."""
        if code not in _TOLD | (_ENDED if may_end else set()):
            self.ledger.complain(f"{what} ended with {code}: {said[-200:]}")

    def espy_says(self, *words: str) -> tuple[int, str, str]:
        done = subprocess.run(
            [self.espy.binary, *words], env=self.espy.environment, capture_output=True, text=True, timeout=PATIENCE)
        self.judge(" ".join(words[:2]), done.returncode, done.stderr)
        return done.returncode, done.stdout, done.stderr

    def photo(self, kind: str) -> Path:
        """Makes a copy with its own name, by which its result can be found."""
        source = self.chance.choice([path for name, path in self.photos.items() if name.startswith(kind)])
        self.number += 1
        target = self.scratch / f"{kind}-{self.ident}-{self.number}.jpg"
        # A different file to programs that compare bytes, with the same pixels.
        target.write_bytes(source.read_bytes() + target.name.encode())
        return target


class Desk(Face):
    """A user on the command line."""

    def deeds(self) -> list:
        return [
            (self.count, 5), (self.rack, 5), (self.shelf, 1), (self.leave, 3), (self.history, 6), (self.export, 2),
            (self.gallery, 2), (self.search, 3), (self.recipe, 1), (self.doctor, 1),
        ]

    def keep(self, verb: str, kind: str) -> None:
        photo = self.photo(kind)
        code, _, said = self.espy_says(verb, str(photo), "-o", str(self.scratch / "out.jpg"))
        # It says so if it could not store something.
        if code == 0 and "not saved" not in said:
            with self.ledger.lock:
                self.ledger.titles.add(photo.name)

    def count(self) -> None:
        self.keep("count", "coins")

    def rack(self) -> None:
        self.keep("rack", "box")

    def shelf(self) -> None:
        self.keep("shelf", "shelf")

    def leave(self) -> None:
        """Is stopped in the middle of its work, by a signal that it may or may not handle."""
        verb, kind = self.chance.choice([("count", "coins"), ("rack", "box"), ("shelf", "shelf")])
        process = subprocess.Popen(
            [self.espy.binary, verb, self.photo(kind)], env=self.espy.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True)
        time.sleep(self.chance.uniform(0, 2))
        process.send_signal(self.chance.choice([2, 9, 15]))
        said, _ = process.communicate(timeout=PATIENCE)
        self.judge(f"{verb}, left", process.returncode, said, may_end=True)

    def history(self) -> None:
        code, out, _ = self.espy_says("history", "list", "--json", "--limit", str(self.chance.choice([10, 100])))
        entries = [json.loads(line) for line in out.splitlines()] if code == 0 else []
        if entries:
            entry = self.chance.choice(entries)
            self.espy_says("history", self.chance.choice(["show", "export", "favorite"]), entry["id"])

    def export(self) -> None:
        self.espy_says("history", "export", "--csv", "-o", str(self.scratch / "all.csv"))

    def gallery(self) -> None:
        folder = self.scratch / f"album-{self.number}"
        folder.mkdir(exist_ok=True)
        for kind in ("coins", "box"):
            photo = self.photo(kind)
            photo.rename(folder / photo.name)
        self.espy_says("gallery", "add", str(folder), "--progress", "none")

    def search(self) -> None:
        self.espy_says("gallery", *self.chance.choice([["search", "coin"], ["search", "color:blue"], ["status"]]))

    def recipe(self) -> None:
        name = f"r{self.ident}-{self.number}"
        self.espy_says("recipe", "new", name, str(self.photo("coins")), "--example", "100,100,60,60")
        self.espy_says("recipe", "list")
        self.espy_says("recipe", "delete", name)

    def doctor(self) -> None:
        self.espy_says("doctor")


class Program(Face):
    """A program that sends photos to a worker, and sometimes exits in the middle of one."""

    def deeds(self) -> list:
        return [(self.work, 3), (self.stop_in_a_frame, 1), (self.kill, 1)]

    def begin(self) -> subprocess.Popen:
        verb = self.chance.choice(["rack", "count"])
        return subprocess.Popen(
            [self.espy.binary, "worker", verb], env=self.espy.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)

    def frame(self, process: subprocess.Popen, name: str, cut: bool = False) -> None:
        data = self.chance.choice([path for name, path in self.photos.items() if not name.startswith("shelf")]).read_bytes()
        process.stdin.write(json.dumps({"id": name, "bytes": len(data)}).encode() + b"\n" + (data[:999] if cut else data))
        process.stdin.flush()

    def work(self) -> None:
        process = self.begin()
        names = {str(number) for number in range(self.chance.randrange(1, 6))}
        for name in names:
            self.frame(process, name)
        out, _ = process.communicate(timeout=PATIENCE)
        answered = {json.loads(line).get("id") for line in out.splitlines()[1:]}
        self.judge("worker", process.returncode, "")
        if answered != names:
            self.ledger.complain(f"worker: {len(names - answered)} of {len(names)} photos without an answer")

    def stop_in_a_frame(self) -> None:
        process = self.begin()
        self.frame(process, "cut", cut=True)
        out, _ = process.communicate(timeout=PATIENCE)
        if process.returncode != 2 or b"badFrame" not in out:
            self.ledger.complain(f"worker, cut: {process.returncode} {out[-200:]}")

    def kill(self) -> None:
        process = self.begin()
        self.frame(process, "killed")
        select.select([process.stdout], [], [], self.chance.uniform(0, 1))
        process.kill()
        process.communicate(timeout=PATIENCE)


class Inbox(Face):
    """A watched folder: photos are put into it, and each must have its table in the end. The watching program is
    sometimes killed and restarted."""

    def __init__(self, *rest):
        super().__init__(*rest)
        self.inbox, self.tables = self.espy.home / "inbox", self.espy.home / "tables"
        for folder in (self.inbox, self.tables):
            folder.mkdir()
        self.dropped: list[str] = []
        self.watching: subprocess.Popen | None = None

    def deeds(self) -> list:
        return [(self.drop, 6), (self.restart, 1)]

    def watch(self, *more: str) -> subprocess.Popen:
        return subprocess.Popen(
            [self.espy.binary, "watch", self.inbox, "--verb", "rack", "--out", self.tables, "-q", *more],
            env=self.espy.environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def drop(self) -> None:
        if self.watching is None:
            self.watching = self.watch()
        photo = self.photo("box")
        part = self.inbox / f".{photo.name}.part"
        try:
            shutil.copy(photo, part)
            part.rename(self.inbox / photo.name)
            self.dropped.append(photo.name)
        except OSError:
            # The disk is also full for the program that copies the photo.
            part.unlink(missing_ok=True)
        self.stop.wait(self.chance.uniform(0, 4))

    def restart(self) -> None:
        if self.watching is not None:
            self.end(9)
        self.watching = self.watch()

    def end(self, signal: int) -> None:
        # It exits with a message if its folder of tables is not writable.
        self.watching.send_signal(signal)
        _, said = self.watching.communicate(timeout=PATIENCE)
        self.judge("watch", self.watching.returncode, said, may_end=True)

    def finish(self) -> None:
        if self.watching is not None:
            self.end(2)
        for failure in self.tables.glob("*.error.json"):
            # Photos that failed while the disk was full are tried again after their note is deleted.
            failure.unlink()
        # After some hours of photos, the disk is full for good; the tables that are owed need room.
        subprocess.run(["mount", "-o", f"remount,size={4 * ROOM}m", self.espy.home], capture_output=True)
        last = self.watch("--once")
        _, said = last.communicate(timeout=PATIENCE)
        self.judge("watch --once", last.returncode, said)
        done = {table.name.split(".")[0] for table in self.tables.glob("*.csv")}
        for name in self.dropped:
            if name.split(".")[0] not in done:
                note = next(self.tables.glob(f"{name.split('.')[0]}.*.error.json"), None)
                why = note.read_text().strip() if note else "not tried, or interrupted"
                self.ledger.complain(f"watch: no table, {why}: {name}")


def _untitled(espy: Espy, ledger: soak.Ledger) -> list[str]:
    """Photos whose results were saved by the command line, but are not in the history."""
    client = espy.client()
    there: set[str] = set()
    cursor = ""
    while True:
        page = client.ask("GET", f"/history?limit=500{cursor}")
        there |= {entry["title"] for entry in page["entries"]}
        if not page.get("next"):
            break
        cursor = f"&cursor={page['next']}"
    client.close()
    return sorted(ledger.titles - there)


def day(binary: Path, variables: dict[str, str], photos: dict[str, Path], seconds: float) -> tuple[str, bool]:
    """Returns a report in Markdown, and whether all is well."""
    espy = Espy(binary, variables)
    disk = Disk(espy.home)
    clock = espy.home.with_suffix(".clock") if FAKETIME.exists() else None
    if clock:
        clock.write_text("+0\n")
        espy.extra |= {
            "LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(clock), "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
    try:
        espy.start()
        weather: list[Weather] = []

        def others(ledger: soak.Ledger, stop: threading.Event) -> list[threading.Thread]:
            weather.append(Weather(disk, clock, stop))
            faces = [Desk, Desk, Program, Inbox]
            return weather + [face(espy, photos, ledger, 100 + seed, stop) for seed, face in enumerate(faces)]

        pictures = {name: path.read_bytes() for name, path in photos.items() if not name.startswith("shelf")}
        text, well = soak.soak(espy, pictures, seconds, 4, Visitor, others, _untitled)
        happened = (
            f"- the disk was full {disk.times} times for {FULL_FOR} s" if disk.is_own else "- the disk was never full: not root")
        happened += f"; the clock jumped {weather[0].jumps} times, by up to a year" if clock else "; no libfaketime"
        return f"{happened}\n{text}", well
    finally:
        espy.stop()
        disk.remove()
        espy.remove()
        if clock:
            clock.unlink(missing_ok=True)
