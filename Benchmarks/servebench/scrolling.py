"""Scrolling the gallery from end to end: frame times, elements, memory, and how long anything stays blank."""

import shutil
import statistics
from pathlib import Path

from benchkit.tables import table
from playwright.sync_api import sync_playwright

from . import photolibrary
from .beats import pace, watch_beats
from .espy import Espy
from .frames import CHROMIUM, SIZES

# Scrolls a fraction of a view with each frame, like a finger that never stops; faster in larger libraries.
_RUN = """async (seconds) => {
    const grid = document.querySelector('.grid')
    const range = grid.scrollHeight - grid.clientHeight
    const start = performance.now()
    await new Promise((done) => {
        const step = (now) => {
            const share = Math.min(1, (now - start) / (1000 * seconds))
            grid.scrollTop = share * range
            if (share < 1) requestAnimationFrame(step)
            else done()
        }
        requestAnimationFrame(step)
    })
}"""

# Jumps to a position, and returns the milliseconds until no visible cell is blank, and until all have their pictures.
_JUMP = """async (share) => {
    const grid = document.querySelector('.grid')
    grid.scrollTop = share * (grid.scrollHeight - grid.clientHeight)
    const start = performance.now()
    const frame = grid.getBoundingClientRect()
    const seen = () => [...grid.querySelectorAll('.grid-cell:not([hidden])')].filter((cell) => {
        const box = cell.getBoundingClientRect()
        return box.height > 0 && box.bottom > frame.top && box.top < frame.bottom
    })
    const until = async (fits) => {
        while (performance.now() - start < 5000) {
            await new Promise(requestAnimationFrame)
            const cells = seen()
            if (cells.length > 0 && cells.every(fits)) break
        }
        return performance.now() - start
    }
    const blank = await until((cell) => !cell.classList.contains('is-empty'))
    return { blank, sharp: await until((cell) => cell.classList.contains('is-loaded')) }
}"""


def _library(espy: Espy, count: int) -> None:
    """The server creates the library, and it is filled while no process has it open."""
    folder = espy.home / "Pictures"
    folder.mkdir()
    espy.start()
    client = espy.client()
    made = client.ask("POST", "/gallery/folders", {"path": str(folder)})
    client.close()
    espy.stop()
    # Like a disk that is not mounted: it is not searched, and its photos stay.
    shutil.rmtree(folder)
    photolibrary.fill(espy.home / "data/espy/gallery/gallery.sqlite", made["id"], str(folder), count)


def measure(binary: Path, counts=(10_000, 100_000), seconds: float = 20, jumps: int = 25) -> str:
    """A Markdown table: each size of library on a phone and on a desktop."""
    rows = []
    for count in counts:
        espy = Espy(binary)
        try:
            _library(espy, count)
            espy.start()
            with sync_playwright() as playwright:
                chromium = playwright.chromium.launch(
                    executable_path=CHROMIUM, args=["--no-sandbox", "--enable-precise-memory-info"])
                for name, size in SIZES.items():
                    rows.append([f"{count:,}", name, *_one(chromium, espy, size, seconds, jumps)])
                chromium.close()
        finally:
            espy.remove()
    head = ["photos", "page", "first 200 ms", "first picture ms", "beats", "late", "elements",
            "heap MB", "blank ms, median", "worst", "sharp ms, median", "worst"]
    return table(head, rows)


def _one(chromium, espy: Espy, size, seconds: float, jumps: int) -> list[str]:
    page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
    # The page's modules alone would fill the default buffer.
    page.add_init_script("performance.setResourceTimingBufferSize(10000)")
    page.goto(f"{espy.url}/gallery")
    page.locator(".grid-cell.is-loaded").first.wait_for(timeout=60_000)
    shown = page.evaluate("performance.now()")
    first = page.evaluate(
        "performance.getEntriesByType('resource').find(({ name }) => name.includes('/gallery/photos?')).duration")
    before = page.evaluate("document.querySelectorAll('*').length")
    watch_beats(page)
    page.evaluate(_RUN, seconds)
    beats, late = pace(page)
    found = [page.evaluate(_JUMP, (at * 0.618034) % 1) for at in range(1, jumps + 1)]
    elements = page.evaluate("document.querySelectorAll('*').length")
    heap = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
    page.close()
    # A view in the middle needs a few rows more than the first one.
    if elements > 1.1 * before:
        raise SystemExit(f"{before} elements have become {elements}")
    return [f"{first:.0f}", f"{shown:.0f}", beats, late, str(elements), f"{heap:.1f}",
            *_times([one["blank"] for one in found]), *_times([one["sharp"] for one in found])]


def _times(values: list[float]) -> list[str]:
    return [f"{statistics.median(values):.0f}", f"{max(values):.0f}"]
