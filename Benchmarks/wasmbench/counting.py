"""Counts photos with the build for browsers and with the native program, and prints both, photo by photo.

Usage: python -m wasmbench.counting ESPY PHOTO…   (ESPY is the native program; .build/wasm holds the build for browsers)
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2

from wasmbench.__main__ import Partner

ROOT = Path(__file__).resolve().parents[2]
#: A count this far from the native one is still the same.
CLOSE = 1
#: The share of photos whose counts are the same.
LEAST = 0.95


def native(program: str, photo: Path) -> tuple[dict, float]:
    start = time.monotonic()
    run = subprocess.run([program, "count", "--json", photo], capture_output=True, text=True)
    seconds = time.monotonic() - start
    if run.returncode > 1:
        raise SystemExit(run.stderr)
    return json.loads(run.stdout), seconds


def in_browser(counter: Partner, photo: Path, pixels: Path) -> dict:
    image = cv2.cvtColor(cv2.imread(str(photo)), cv2.COLOR_BGR2RGBA)
    pixels.write_bytes(image.tobytes())
    height, width = image.shape[:2]
    request = {"file": photo.name}
    answer = counter.ask(json.dumps({"file": str(pixels), "width": width, "height": height, "request": request}))
    if "error" in answer:
        raise SystemExit(f"{photo.name}: {answer['error']}")
    return answer


def text(count: dict) -> str:
    return f"{count['count']:4} ({count['range']['low']} – {count['range']['high']}, {count['parameters']['pipeline']})"


def main() -> None:
    program, photos = sys.argv[1], [Path(name) for name in sys.argv[2:]]
    counter = Partner(
        "node", str(ROOT / "Benchmarks/wasmbench/counter.mjs"), str(ROOT / ".build/wasm"),
        str(ROOT / "web/workers/networks.js"), str(ROOT / "models"),
    )
    same = 0
    with tempfile.TemporaryDirectory() as folder:
        for photo in photos:
            one, seconds = native(program, photo)
            answer = in_browser(counter, photo, Path(folder) / "pixels")
            other = answer["count"]
            same += abs(one["count"] - other["count"]) <= CLOSE
            memory = " + ".join(f"{size:.0f}" for size in answer["megabytes"].values())
            print(
                f"{photo.name:24} native {text(one):28} {seconds:5.1f} s   browser {text(other):28} "
                f"{answer['milliseconds'] / 1000:5.1f} s, {memory} MB", flush=True)
    counter.close()
    print(f"{same} of {len(photos)} counts are the same within {CLOSE}")
    sys.exit(0 if same >= LEAST * len(photos) else 1)


if __name__ == "__main__":
    main()
