"""An hour of one user, who counts, reads, watches, searches and looks, and thinks in between: the server's memory over time."""

import io
import itertools
import threading
import time
from pathlib import Path

from benchkit.tables import table
from PIL import Image

from . import process
from .espy import Client, Espy

SAMPLES = Path(__file__).resolve().parents[2] / "Tests" / "Samples"
# Seconds between two deeds, between two measurements, from the start to "idle", and from the last deed to "resting".
THINKING, STEP, IDLE, RESTING = 6, 1, 5, 90
# Parts of the time that are told apart, the width of the plot in signs, and the megabytes that it stands for.
PARTS, WIDTH, MOST = 12, 30, 600
WORDS = ["red", "beach", "person", "dog", "2023", "document", "kind:photo", "flower"]


class Memory(threading.Thread):
    """Watches how much memory a program takes."""

    def __init__(self, pid: int):
        super().__init__(daemon=True)
        self.pid, self.begun, self.ended = pid, time.monotonic(), threading.Event()
        self.seen: list[tuple[float, float]] = []

    def run(self) -> None:
        while not self.ended.wait(STEP):
            self.seen.append((time.monotonic() - self.begun, process.resident_megabytes(self.pid)))

    def most(self, start: float, end: float) -> float:
        return max((size for at, size in self.seen if start <= at < end), default=0)


def _jpeg(path: Path, width: int | None = None, left: float = 0, share: float = 1) -> bytes:
    """A photo, enlarged or a part of it."""
    with Image.open(path) as image:
        image = image.convert("RGB")
        image = image.crop((round(left * image.width), 0, round((left + share) * image.width), image.height))
        if width:
            image = image.resize((width, width * image.height // image.width))
        data = io.BytesIO()
        image.save(data, "JPEG", quality=90)
        return data.getvalue()


class Person:
    """Does one thing after the other, all over again."""

    def __init__(self, client: Client):
        self.client = client
        counts = sorted((SAMPLES / "count").glob("*.jpg"))
        boxes = sorted((SAMPLES / "rack").glob("*.jpg"))
        shelves = sorted((SAMPLES / "shelf").glob("*.jpg"))
        # Every second photo as a phone takes it: 4,000 pixels wide.
        self.counts, self.boxes, self.shelves = (
            itertools.cycle([_jpeg(path, width) for path in paths for width in (None, 4000)])
            for paths in (counts, boxes, shelves))
        pan = SAMPLES / "shelf" / "library-row.jpg"
        self.frames = [_jpeg(pan, 960, left / 80, 0.75) for left in range(20)]
        self.words = itertools.cycle(WORDS)
        self.deeds = itertools.cycle([
            self.count, self.read, self.count, self.list, self.search, self.count, self.look_back, self.watch])
        self.done: dict[str, int] = {}

    def act(self) -> None:
        deed = next(self.deeds)
        deed()
        self.done[deed.__name__] = self.done.get(deed.__name__, 0) + 1

    def _job(self, kind: str, photo: str, **options) -> dict:
        job = self.client.ask("POST", f"/{kind}", {"photo": photo, **options})["id"]
        state = self.client.finished(job)
        if state["state"] != "done":
            raise SystemExit(f"{kind}: {state}")
        return state["result"]

    def count(self) -> None:
        """Counts a photo, and then what is like the first thing."""
        photo = self.client.upload(next(self.counts), "things.jpg")
        found = self._job("counts", photo)["detections"]
        if found:
            like = {side: found[0][side] for side in ("x", "y", "width", "height")}
            self._job("counts", photo, options={"like": like})

    def read(self) -> None:
        self._job("racks", self.client.upload(next(self.boxes), "box.jpg"))

    def list(self) -> None:
        self._job("shelves", self.client.upload(next(self.shelves), "shelf.jpg"))

    def search(self) -> None:
        """Searches the gallery, scrolls, and looks at some photos."""
        photos = self.client.ask("GET", f"/gallery/photos?query={next(self.words)}&limit=60")["photos"]
        for photo in photos:
            self.client.ask("GET", f"/gallery/photos/{photo['id']}/thumbnail.jpg")
        for photo in photos[:5]:
            self.client.ask("GET", f"/gallery/photos/{photo['id']}/view.jpg")

    def look_back(self) -> None:
        for entry in self.client.ask("GET", "/history?limit=20")["entries"]:
            self.client.ask("GET", f"/history/{entry['id']}/thumbnail.jpg")
        self.client.ask("GET", f"/history/{entry['id']}/annotated.jpg")
        self.client.ask("GET", f"/history/{entry['id']}/report.html")

    def watch(self) -> None:
        """Pans over a shelf for ten seconds."""
        stream = self.client.ask("POST", "/shelf-streams", {})["id"]
        begun = time.monotonic()
        for number in itertools.count():
            now = time.monotonic() - begun
            if now > 10:
                break
            frame = self.frames[abs(number % 38 - 19)]
            self.client.ask("POST", f"/shelf-streams/{stream}/frames?time={now:.3f}", frame, "image/jpeg")
            time.sleep(0.2)
        self.client.ask("DELETE", f"/shelf-streams/{stream}")


def measure(binary: Path, extra: dict[str, str], photos: Path, seconds: float) -> str:
    """Markdown: memory in parts of the time, and what was done."""
    espy = Espy(binary, extra)
    try:
        espy.start()
        memory = Memory(espy.pid)
        memory.start()
        time.sleep(IDLE)
        idle = memory.most(IDLE - 2, IDLE + 1)
        client = espy.client()
        client.ask("POST", "/gallery/folders", {"path": str(photos)})
        person = Person(client)
        begun = time.monotonic() - memory.begun
        while (now := time.monotonic() - memory.begun) < begun + seconds:
            person.act()
            time.sleep(THINKING)
        ended = now
        client.close()
        time.sleep(RESTING)
        resting = memory.most(ended + RESTING - 5, ended + RESTING + 5)
        memory.ended.set()
    finally:
        espy.remove()
    part = (ended - begun) / PARTS
    rows = [("idle", idle)]
    rows += [(f"to minute {(number + 1) * part / 60:.0f}", memory.most(begun + number * part, begun + (number + 1) * part))
             for number in range(PARTS)]
    rows += [(f"{RESTING} s after the last", resting)]
    done = ", ".join(f"{count} × {name}" for name, count in person.done.items())
    plot = [[name, f"{size:.0f}", ("█" * max(1, round(WIDTH * size / MOST))).ljust(WIDTH, "░")] for name, size in rows]
    return table(["", "most MB", f"of {MOST}"], plot) + f"\n\nDone: {done}."
