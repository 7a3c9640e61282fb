"""A library that fills: the time from adding a folder to the first screen of pictures, and to the last tag."""

import time
from pathlib import Path

from benchkit.tables import table
from playwright.sync_api import sync_playwright

from . import process
from .espy import Espy
from .frames import CHROMIUM, SIZES

#: Seconds between two questions about the state of the library.
STEP = 0.25
#: The longest that a photo may take, in seconds.
PATIENCE = 5

# Whether every cell that can be seen has its picture, and the last one of the first screen is there.
_FULL = """() => {
    const grid = document.querySelector('.grid')
    if (!grid) return false
    const frame = grid.getBoundingClientRect()
    const bottom = Math.min(frame.bottom, innerHeight)
    const cells = [...grid.querySelectorAll('.grid-cell:not([hidden])')].filter((cell) => {
        const box = cell.getBoundingClientRect()
        return box.height > 0 && box.bottom > frame.top && box.top < bottom
    })
    const isFilled = grid.scrollHeight > grid.clientHeight || cells.some((cell) => cell.getBoundingClientRect().bottom >= bottom)
    return isFilled && cells.length > 0 && cells.every((cell) => cell.classList.contains('is-loaded'))
}"""


def measure(binary: Path, extra: dict[str, str], photos: Path, count: int) -> str:
    """A Markdown table, for a phone's page and a desktop's, each with a library of its own. Only the last one is followed
    to the last tag, which does not depend on the page."""
    rows = []
    for name, size in SIZES.items():
        is_last = name == list(SIZES)[-1]
        espy = Espy(binary, extra)
        # Else it waits where other programs are busy: here, those that measure.
        espy.flags = ["--max-load", "none"]
        try:
            espy.start()
            with sync_playwright() as playwright:
                chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                rows.append([name, *_one(chromium, espy, size, photos, count, is_last)])
                chromium.close()
        finally:
            espy.remove()
    return table(["page", "first screen s", "all seen s", "all tagged s", "photos a second", "peak MB"], rows)


def _one(
    chromium, espy: Espy, size: tuple[int, int], photos: Path, count: int, is_followed: bool
) -> list[str]:
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
    client = espy.client()
    process.forget_peak(espy.pid)
    start = time.perf_counter()
    client.ask("POST", "/gallery/folders", {"path": str(photos)})
    page.goto(f"{espy.url}/gallery")
    page.wait_for_function(_FULL, timeout=60_000)
    shown = time.perf_counter() - start
    page.close()
    seen = _wait(client, start, count, lambda state: state["photos"] >= count)
    if not is_followed:
        client.close()
        return [f"{shown:.1f}", f"{seen:.1f}", "–", "–", f"{process.peak_megabytes(espy.pid):.0f}"]
    tagged = _wait(client, start, count, lambda state: state.get("indexing", {}).get("phase", "idle") == "idle")
    client.close()
    return [*(f"{value:.1f}" for value in (shown, seen, tagged)), f"{count / tagged:.1f}", f"{process.peak_megabytes(espy.pid):.0f}"]


def _wait(client, start: float, count: int, holds) -> float:
    """Seconds since the start until the library's state is as wanted."""
    while time.perf_counter() - start < PATIENCE * count:
        if holds(client.ask("GET", "/gallery")):
            return time.perf_counter() - start
        time.sleep(STEP)
    raise SystemExit("the library is not filled")
