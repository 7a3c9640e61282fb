"""Times from starting the program, and from opening its page, to the count of a sample, as wall time."""

import subprocess
import time
from pathlib import Path

from benchkit.tables import table
from playwright.sync_api import sync_playwright

from .espy import Espy
from .frames import CHROMIUM

SAMPLE = Path(__file__).resolve().parents[2] / "Tests" / "Samples" / "count" / "coins.jpg"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def _by_command(espy: Espy) -> float:
    start = time.perf_counter()
    subprocess.run([espy.binary, "count", SAMPLE], env=espy.environment, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def _by_page(espy: Espy, chromium, slower: int) -> tuple[float, float, float]:
    """Seconds until the server is there, until the page is usable, and until its sample is counted."""
    began = time.perf_counter()
    espy.start()
    started = time.perf_counter() - began
    context = chromium.new_context(**PHONE)
    try:
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        opened = time.perf_counter()
        page.goto(espy.url)
        sample = page.get_by_role("button", name="Try a sample of Count")
        sample.wait_for()
        usable = time.perf_counter() - opened
        sample.tap()
        page.locator(".count-number").wait_for(timeout=60_000)
        return started, usable, time.perf_counter() - opened
    finally:
        context.close()
        espy.stop()


def measure(binary: Path, extra: dict[str, str]) -> str:
    """A Markdown table: without any caches, and again."""
    rows = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slower in (1, 4):
            name = "page on a phone" + (f", its processor {slower} times slower" if slower > 1 else "")
            espy = Espy(binary, extra)
            try:
                for run in ("first", "second"):
                    started, usable, counted = _by_page(espy, chromium, slower)
                    rows.append([f"{name}, {run} time", *(f"{value:.1f}" for value in (started, usable, counted, started + counted))])
            finally:
                espy.remove()
        chromium.close()
    espy = Espy(binary, extra)
    try:
        for run in ("first", "second"):
            rows.append([f"`espy count` of the same sample, {run} time", "", "", "", f"{_by_command(espy):.1f}"])
    finally:
        espy.remove()
    return table(["", "server ready s", "page usable s", "number s after opening", "number s after starting"], rows)
