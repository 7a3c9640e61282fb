"""Many users who upload photos of 12 megapixels at the same moment, and want them counted."""

import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import process
from .espy import Espy, Refused

LIMIT_MB = 500


class _Peak:
    """The peak resident size while it is open, polled often, and as remembered by the kernel."""

    def __init__(self, pid: int):
        self.pid = pid
        process.forget_peak(pid)

    @property
    def megabytes(self) -> float:
        return process.peak_megabytes(self.pid)


def _send(espy: Espy, photo: bytes, number: int, barrier: threading.Barrier) -> tuple[str | None, float]:
    client = espy.client()
    client.connection.connect()
    barrier.wait()
    start = time.perf_counter()
    try:
        return client.upload(photo, f"{number}.jpg"), time.perf_counter() - start
    except (OSError, Refused):
        return None, time.perf_counter() - start
    finally:
        client.close()


def _work(espy: Espy, photo: str, number: int) -> str:
    """The outcome of a job: counting and reading in turns."""
    client = espy.client()
    kind, options = ("counts", {}) if number % 2 else ("racks", {"options": {"grid": "9x9"}})
    try:
        job = client.ask("POST", f"/{kind}", {"photo": photo, **options})
        return client.finished(job["id"], 0.2)["state"]
    except Refused as error:
        return str(error.status)
    finally:
        client.close()


def measure(espy: Espy, photo: Path, count: int = 50) -> str:
    """A Markdown list. Uploads `count` photos at once, then starts a job for each."""
    data = photo.read_bytes()
    before = process.resident_megabytes(espy.pid)
    peak = _Peak(espy.pid)
    barrier = threading.Barrier(count)
    with ThreadPoolExecutor(count) as people:
        start = time.perf_counter()
        sent = list(people.map(lambda number: _send(espy, data, number, barrier), range(count)))
        seconds = time.perf_counter() - start
        uploading = peak.megabytes
        ids = [photo for photo, _ in sent if photo]
        start = time.perf_counter()
        ends = list(people.map(lambda pair: _work(espy, pair[1], pair[0]), enumerate(ids)))
        working = time.perf_counter() - start
    whole = peak.megabytes
    done = ends.count("done")
    slowest = max(time_taken for _, time_taken in sent)
    verdict = "within" if whole < LIMIT_MB and done == count else "OUTSIDE"
    return "\n".join([
        f"- {count} uploads of {len(data) / 1e6:.1f} MB at once: {len(ids)} answered with 201 in {seconds:.1f} s, "
        f"median {statistics.median(taken for _, taken in sent):.2f} s, slowest {slowest:.2f} s; "
        f"{before:.0f} MB before, {uploading:.0f} MB at most",
        f"- their {count} jobs, half counted, half read as racks of 9x9: {done} done in {working:.1f} s; "
        f"{whole:.0f} MB at most, {verdict} the limit of {LIMIT_MB} MB",
    ])
