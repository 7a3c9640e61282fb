"""The promises of workers, pools and result folders, each checked in one line with its figure."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import espy

from . import photos as drawn
from .meter import Meter
from .ways import way

Line = tuple[str, str, bool]


def program() -> str:
    return os.environ["ESPY_BINARY"]


def frames(paths: list[str], work: Path) -> str:
    path = work / "frames"
    path.write_text("".join(json.dumps({"id": name, "path": name}) + "\n" for name in paths))
    return str(path)


def worker_against_plain(work: Path, paths: list[str]) -> Line:
    """The smaller of two runs each, because other programs can only add time."""
    plain = min(way("plain", paths, work, f".c{turn}")[0].cpu for turn in range(2))
    words = [program(), "worker", "rack"]
    worker = min(Meter().run(words, stdin=frames(paths, work)).cpu for _ in range(2))
    return (f"a worker with {len(paths)} photos of boxes against one espy rack, CPU",
            f"{worker / plain:.2f} times ({worker:.1f} s, {plain:.1f} s)", worker <= 1.05 * plain)


def tagging(work: Path, paths: list[str], alone: int = 5) -> Line:
    """Without reading text, which costs as much per process."""
    words = ["--language", "none"]
    each = sum(Meter().run([program(), "gallery", "tag", "--json", "-q", *words, path]).cpu
               for path in paths[:alone]) / alone
    many = Meter().run([program(), "worker", "tag", *words], stdin=frames(paths, work)).cpu / len(paths)
    return (f"tagging without texts in a worker ({len(paths)} photos) against a process for each, CPU",
            f"{each / many:.1f} times less ({1000 * many:.0f} ms, {1000 * each:.0f} ms a photo)", each >= 10 * many)


def killed_workers(work: Path, paths: list[str]) -> Line:
    """Workers are killed constantly while a pool works."""
    _, plain = way("plain", paths, work, ".k")
    with espy.Pool("rack", timeout=60, retries=20) as pool:
        rows: list[str] = []
        kills, pids = 0, set()
        for result in pool.map(paths):
            value = result.value.raw if result.value else {"error": result.error and result.error.kind}
            rows.append(json.dumps({**value, "file": result.key}, sort_keys=True))
            pids.add(int(result.worker))
            if len(rows) % (len(paths) // 6) == 0:
                kills += 1
                os.kill(int(result.worker), signal.SIGKILL)
    time.sleep(1)
    left = [pid for pid in pids if os.path.exists(f"/proc/{pid}")]
    equal = sum(a == b for a, b in zip(rows, plain))
    return (f"{kills} workers killed while a pool reads {len(paths)} photos",
            f"{equal} of {len(paths)} rows as they should be, {len(left)} processes left",
            equal == len(paths) and not left)


def poison(work: Path, paths: list[str]) -> Line:
    """Normal photos, and one each that crashes, hangs, takes memory, is empty, and ends early. The first two are
    simulated by a program between pool and worker, because no photo is known to do that to Espy. The third has 144
    million pixels."""
    shim = Path(__file__).with_name("shim.py")
    large = drawn.large_png(12_000)
    half = Path(paths[0]).read_bytes()
    inputs = [*((path, Path(path).read_bytes()) for path in paths), ("crash", b"CRASH"), ("hang", b"HANG"),
              ("hog", large), ("empty", b""), ("half", half[: len(half) // 2])]
    limit = 4.0
    with espy.Pool("rack", program=shim, timeout=limit, max_memory=300, retries=1) as pool:
        results = list(pool.map(inputs))
    errors = {result.key: result.error.kind for result in results if result.error}
    hang = next(result for result in results if result.key == "hang")
    expected = {"crash": "workerDied", "hang": "timeout", "hog": "tooManyPixels", "empty": "empty", "half": "truncated"}
    return (f"{len(paths)} photos and five that crash, hang, take memory, are empty, end early",
            f"{len(results)} rows, errors {errors}, {hang.attempts} tries of the hang", errors == expected)


def resumed(work: Path, paths: list[str]) -> Line:
    """A run with a result folder is killed halfway; the next one does the rest."""
    folder = work / "results"
    subprocess.run(["rm", "-rf", str(folder)], check=True)
    listing = work / "resume.list"
    listing.write_text("\n".join(paths) + "\n")
    words = [program(), "rack", "--no-history", "-q", "--files-from", str(listing), "--results", str(folder)]

    def kill_at_half(process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None and (not folder.exists() or len(os.listdir(folder)) < len(paths) // 2):
            time.sleep(0.01)
        process.kill()

    Meter().run(words, meanwhile=kill_at_half)
    done = {name: (folder / name).stat().st_mtime_ns for name in os.listdir(folder)}
    Meter().run(words)
    after = {name: (folder / name).stat().st_mtime_ns for name in os.listdir(folder)}
    again = sum(done.get(name) != moment for name, moment in after.items())
    whole = all(json.loads((folder / name).read_text())["schema"] == 1 for name in after)
    return ("a run that was killed at half, run again",
            f"{100 * again / len(paths):.0f}% read again, {len(after)} results of {len(paths)}",
            again <= 0.55 * len(paths) and len(after) == len(paths) and whole)


def memory(work: Path, verb: str, paths: list[str], few: int, most: int) -> Line:
    words = [program(), "worker", *verb.split(), "--threads", "1"]
    small = Meter().run(words, stdin=frames(paths[:few], work)).megabytes
    large = Meter().run(words, stdin=frames(paths, work)).megabytes
    return (f"memory of a worker {verb} after {len(paths)} photos against {few}",
            f"{large / small:.2f} times ({large:.0f} MB, {small:.0f} MB)", large <= 1.2 * small and large <= most)


def threads(work: Path, paths: list[str]) -> Line:
    cost = Meter().run([program(), "worker", "count", "--threads", "1"], stdin=frames(paths, work))
    return ("CPU seconds a second of worker count --threads 1", f"{cost.cpu / cost.wall:.2f}",
            cost.cpu <= 1.1 * cost.wall)


def orphans() -> Line:
    """The process that started a pool is killed; its workers must end, too."""
    script = ("import espy, sys, time\npool = espy.Pool('rack', workers=2)\n"
              "[pool.submit(open(sys.argv[1], 'rb').read()) for _ in range(50)]\ntime.sleep(600)\n")
    meter = Meter()
    sample = str(sorted((drawn.SAMPLES / "rack").glob("*.jpg"))[0])

    def kill(process: subprocess.Popen[bytes]) -> None:
        time.sleep(4)
        process.kill()

    runner = threading.Thread(
        target=lambda: meter.run([sys.executable, "-c", script, sample], meanwhile=kill), daemon=True)
    runner.start()
    runner.join(12)
    start = time.monotonic()
    while meter.left() and time.monotonic() - start < 5:
        time.sleep(0.05)
    left = [name for name in os.listdir("/dev/shm") if name.startswith("espy")]
    return ("processes and files of a pool 5 s after its owner was killed",
            f"{len(meter.left())} processes, {len(left)} files", not meter.left() and not left)


def package() -> Line:
    root = Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as folder:
        pip = subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, str(root / "python")],
            capture_output=True, text=True)
        used = subprocess.run(
            [sys.executable, "-c", "import espy; print(espy.__version__)"], cwd=folder, capture_output=True,
            env={**os.environ, "PYTHONPATH": folder})
    types = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "espy"], cwd=root / "python", capture_output=True, text=True)
    said = "installs" if pip.returncode == 0 and used.returncode == 0 else pip.stderr[-200:]
    last = types.stdout.strip().splitlines()
    return ("pip install ./python, mypy --strict", f"{said}; {last[-1] if last else types.stderr[-200:]}",
            used.returncode == 0 and types.returncode == 0)


def all_checks(work: Path, count: int, tags: int) -> list[Callable[[], Line]]:
    boxes = drawn.fill(work / "boxes", "rack", count)
    trays = drawn.fill(work / "trays", "count", tags)
    few = max(count // 20, 10)
    return [
        lambda: worker_against_plain(work, boxes), lambda: tagging(work, trays),
        lambda: killed_workers(work, boxes[: min(count, 120)]), orphans, lambda: poison(work, boxes),
        lambda: resumed(work, boxes), lambda: memory(work, "rack", boxes, few, 130),
        lambda: memory(work, "tag --language none", trays, max(tags // 20, 10), 260),
        lambda: threads(work, trays[:6]), package,
    ]
