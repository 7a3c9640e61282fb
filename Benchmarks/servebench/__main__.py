"""The command line of the benchmark."""

import argparse
import http.client
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between
from gallerybench.compare import library

from . import contest, day, filling, first, frames, hour, live, nginx, scrolling, soak, uploads, worst
from .espy import Espy

ROOT = Path(__file__).resolve().parents[2]
RELEASE = ROOT / ".build" / "release"
PACKAGES = {"FastAPI": "fastapi", "uvicorn": "uvicorn", "Playwright": "playwright"}
START, END = "<!-- serve: written by Benchmarks/serve --write -->", "<!-- end of serve -->"
#: Photos of the library that fills.
LIBRARY = 2000
#: Photos of the library of one user.
FEW = 400
PARTS = ["static", "history", "first", "frames", "live", "filling", "scrolling", "uploads", "worst", "soak", "day", "hour"]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/serve", description=__doc__)
    parser.add_argument("--only", choices=PARTS, action="append", help="only this; may be given several times")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each program (default 5)")
    parser.add_argument("--seconds", type=int, default=4, help="of each turn (default 4)")
    parser.add_argument("--soak", type=float, default=600, metavar="SECONDS", help="of mixed load (default 600)")
    parser.add_argument("--day", type=float, default=900, metavar="SECONDS", help="of a day's work by all faces (default 900)")
    parser.add_argument("--hour", type=float, default=3600, metavar="SECONDS", help="of one user's work (default 3600)")
    parser.add_argument("--people", type=int, default=8, help="who make it (default 8)")
    parser.add_argument("--quick", action="store_true", help="two short rounds and a minute of mixed load")
    parser.add_argument("--binary", type=Path, default=RELEASE / "espy", help="another build of espy")
    parser.add_argument("--environment", metavar="NAME=VALUE", action="append", default=[], help="for that build")
    parser.add_argument("--note", default="", help="a line for the report, such as what else the machine does")
    parser.add_argument("--write", action="store_true", help="put the results into Benchmarks/docs/serving.md")
    options = parser.parse_args()
    if options.quick:
        options.rounds, options.seconds = 2, 2
        options.soak, options.day, options.hour = (min(time, 60) for time in (options.soak, options.day, options.hour))
    return options


def variables(options: argparse.Namespace) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in options.environment)


def rendered(folder: Path) -> Path:
    """A photo of 12 megapixels."""
    photo = folder / "large.jpg"
    subprocess.run([RELEASE / "RenderSamples", "large", photo], check=True)
    return photo


def fill(espy: Espy) -> None:
    """Creates a history with 100 entries before the server opens it."""
    espy.history.parent.mkdir(parents=True)
    fill_command = [RELEASE / "HistoryBench", "fill", espy.history, "100", "300"]
    subprocess.run(fill_command, check=True, stdout=subprocess.DEVNULL)


def static(espy: Espy, options: argparse.Namespace) -> str:
    """The page, and the script that every page begins with, uncompressed and compressed."""
    files = [ROOT / "web" / "index.html", ROOT / "web" / "app" / "main.js"]
    other = nginx.Nginx(files, os.cpu_count())
    try:
        results = {}
        for path, file in [("/", "index.html"), ("/app/main.js", "main.js")]:
            for name, headers in [("plain", {}), ("gzip", {"Accept-Encoding": "gzip"})]:
                rivals = [
                    contest.Rival("espy", espy.url + path, espy.pid),
                    contest.Rival("nginx", f"{other.url}/{file}", other.process.pid)]
                results[f"{file}, {name}"] = contest.contest(rivals, options.rounds, options.seconds, headers)
        return contest.report(results)
    finally:
        other.stop()


def answer(port: int, path: str):
    connection = http.client.HTTPConnection("localhost", port, timeout=30)
    connection.request("GET", path)
    return json.loads(connection.getresponse().read())


def history(espy: Espy, options: argparse.Namespace) -> str:
    """100 entries from the same file by both programs, which must give the same answer."""
    port = nginx.free_port()
    # In the server's folder, so that it is removed with it.
    log = open(espy.home / "uvicorn.log", "wb")
    command = [
        sys.executable, "-m", "uvicorn", "servebench.rival:app", "--port", str(port), "--workers", str(os.cpu_count()),
        "--no-access-log", "--log-level", "warning"]
    process = subprocess.Popen(
        command, env={**os.environ, "ESPY_RIVAL_HISTORY": str(espy.history)}, stdout=log, stderr=log)
    try:
        nginx.wait_for(port, process, "uvicorn")
        path = "/api/v1/history"
        if answer(espy.port, path) != answer(port, path):
            raise SystemExit("the rival's list of the history is another one")
        rivals = [
            contest.Rival("espy", espy.url + path, espy.pid),
            contest.Rival("FastAPI", f"http://127.0.0.1:{port}{path}", process.pid)]
        return contest.report({"100 entries": contest.contest(rivals, options.rounds, options.seconds, {})})
    finally:
        process.terminate()
        process.wait()
        log.close()


def soak_photos(large: Path) -> dict[str, bytes]:
    samples = ROOT / "Tests" / "Samples"
    some = {name.name: name.read_bytes() for name in sorted((samples / "count").glob("*.jpg"))[:3]}
    some |= {name.name: name.read_bytes() for name in sorted((samples / "rack").glob("box*.jpg"))[:2]}
    return some | {"box-large.jpg": large.read_bytes()}


def day_photos() -> dict[str, Path]:
    samples = ROOT / "Tests" / "Samples"
    named = {"coins": "count/coins.jpg", "box": "rack/box-9x9.jpg", "box-hard": "rack/box-9x9-hard.jpg", "shelf": "shelf/two-rows.jpg"}
    return {name: samples / path for name, path in named.items()}


def results(options: argparse.Namespace, folder: Path) -> tuple[str, bool]:
    wanted = options.only or PARTS
    large = rendered(folder)
    parts = [machine.facts(ROOT, PACKAGES)]
    if options.note:
        parts[0] += f"\n- {options.note}"
    well = True
    espy = Espy(options.binary, variables(options))
    try:
        fill(espy)
        espy.start()
        for name, title, work in [
            ("static", f"Static files, 32 connections of wrk, medians of {options.rounds} turns:",
             lambda: static(espy, options)),
            ("history", "`GET /api/v1/history`:", lambda: history(espy, options)),
            ("first", "First use: from nothing to the number of a sample:",
             lambda: first.measure(options.binary, variables(options))),
            ("frames", "Zooming and moving a photo of 12 megapixels with boxes, rendered by software alone:",
             lambda: frames.measure(espy, large, folder)),
            ("live", "The live shelf, 10 s of a camera that pans over a row of books:",
             lambda: live.measure(options.binary, variables(options), folder)),
            ("filling", f"A library of {LIBRARY:,} photos, from adding their folder to the last tag:",
             lambda: filling.measure(options.binary, variables(options), library(LIBRARY), LIBRARY)),
            ("scrolling", "The gallery from end to end in 20 s, then 25 jumps, rendered by software alone:",
             lambda: scrolling.measure(options.binary)),
            ("uploads", "Photos of 12 megapixels, all at once:", lambda: uploads.measure(espy, large)),
            ("worst", "The worst pictures that are taken, and one that is not; peaks of memory:",
             lambda: worst.measure(options.binary, folder)),
            ("hour", f"One user for {options.hour / 60:.0f} minutes, and a library of {FEW} photos that is added at the start:",
             lambda: hour.measure(options.binary, variables(options), library(FEW), options.hour)),
        ]:
            if name in wanted:
                print(f"{name} …", file=sys.stderr)
                parts += [title, work()]
    finally:
        espy.remove()
    if "day" in wanted:
        print("day …", file=sys.stderr)
        text, is_fine = day.day(options.binary, variables(options), day_photos(), options.day)
        parts += ["A day's work by all faces:", text]
        well = well and is_fine
    if "soak" in wanted:
        print("soak …", file=sys.stderr)
        text, is_fine = soaked(options, large)
        well = well and is_fine
        parts += ["Mixed load:", text]
    return "\n\n".join(parts), well


def soaked(options: argparse.Namespace, large: Path) -> tuple[str, bool]:
    """On a separate server, which nothing has grown before."""
    espy = Espy(options.binary, variables(options))
    try:
        fill(espy)
        espy.start()
        return soak.soak(espy, soak_photos(large), options.soak, options.people)
    finally:
        espy.remove()


def main() -> None:
    options = arguments()
    with tempfile.TemporaryDirectory(prefix="espy-bench-") as folder:
        text, well = results(options, Path(folder))
    print(text)
    if options.write:
        replace_between(ROOT / "Benchmarks" / "docs" / "serving.md", START, END, text)
    if not well:
        raise SystemExit("the mixed load has shown a fault")


if __name__ == "__main__":
    main()
