"""Frame times of the viewer: a photo of 12 megapixels with boxes, zoomed and moved, in the browser's own trace."""

import itertools
import json
import os
import statistics
import time
from pathlib import Path

from benchkit.tables import table
from playwright.sync_api import sync_playwright

from .espy import Espy

CHROMIUM = os.environ.get("ESPY_CHROMIUM", "/usr/bin/chromium")
BUDGET_MS = 1000 / 60
SIZES = {"phone 390x844": (390, 844), "desktop 1280x800": (1280, 800)}
_CATEGORIES = ["toplevel", "devtools.timeline", "cc", "benchmark", "disabled-by-default-devtools.timeline.frame"]


_SHOW = """async ({photo, boxes}) => {
    const { PhotoViewer } = await import('/app/viewer/viewer.js')
    const stage = document.createElement('div')
    Object.assign(stage.style, { position: 'fixed', inset: '0', zIndex: 1000 })
    stage.className = 'count-stage'
    document.body.append(stage)
    const viewer = new PhotoViewer(stage, { label: 'Photo' })
    for (const element of [viewer.element, viewer.stage]) Object.assign(element.style, { width: '100%', height: '100%' })
    await viewer.setPhoto(`/api/v1/photos/${photo.id}`, photo.width, photo.height)
    const across = 25
    const [width, height] = [photo.width / across, photo.height / Math.ceil(boxes / across)]
    viewer.setMarks(Array.from({ length: boxes }, (_, at) => ({
        id: at, style: at % 3 ? 'main' : 'other',
        box: { x: (at % across + 0.2) * width, y: (Math.floor(at / across) + 0.2) * height,
            width: width * 0.6, height: height * 0.6 },
    })))
    viewer.fit()
}"""


def _photo(espy: Espy, file: Path) -> dict:
    client = espy.client()
    sent = client.ask("POST", f"/photos?name={file.name}", file.read_bytes(), "image/jpeg")
    client.close()
    return sent


def _drive(page, seconds: float) -> None:
    """Zooms in and out by the wheel, and drags, as a person without pause."""
    frame = page.locator(".viewer-stage").bounding_box()
    middle = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        page.mouse.move(*middle)
        for direction in (-60, 60):
            for _ in range(20):
                page.mouse.wheel(0, direction)
            if direction < 0:
                page.mouse.down()
                page.mouse.move(middle[0] + 200, middle[1] + 120, steps=40)
                page.mouse.move(middle[0] - 100, middle[1] - 60, steps=40)
                page.mouse.up()


def _main_thread(events: list[dict]) -> tuple[int, int]:
    """Process and thread of the page: those that ran most animation frames."""
    count: dict[tuple[int, int], int] = {}
    for event in events:
        if event.get("name") == "FireAnimationFrame":
            key = event["pid"], event["tid"]
            count[key] = count.get(key, 0) + 1
    return max(count, key=count.get)


def _presented(events: list[dict], pid: int) -> list[float]:
    """Moments at which a frame of the page was drawn, in milliseconds."""
    return sorted(e["ts"] / 1000 for e in events if e.get("name") == "DrawFrame" and e["pid"] == pid)


def _tasks(events: list[dict], pid: int, tid: int, names: set[str]) -> list[float]:
    return [e["dur"] / 1000 for e in events
            if e.get("ph") == "X" and e["pid"] == pid and e["tid"] == tid and e["name"] in names]


def moments_of(events: list[dict]) -> list[float]:
    """Milliseconds between frames of the page."""
    moments = _presented(events, _main_thread(events)[0])
    # Where nobody moves anything no frame is drawn: that is rest, not a late frame.
    return [later - earlier for earlier, later in zip(moments, moments[1:]) if later - earlier < 250]


def pace(gaps: list[float]) -> list[str]:
    """Frames a second, and the share of those that were in time."""
    # A clock of 60 Hz has its own jitter.
    within = sum(gap <= BUDGET_MS * 1.05 for gap in gaps) / max(len(gaps), 1)
    return [f"{1000 * len(gaps) / max(sum(gaps), 1):.0f}", f"{within:.1%}"]


def measure(espy: Espy, photo: Path, folder: Path, seconds: float = 10, boxes: tuple[int, ...] = (50, 500)) -> str:
    """A Markdown table: phone and desktop, with few and many boxes."""
    sent = _photo(espy, photo)
    rows = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for (name, size), count in itertools.product(SIZES.items(), boxes):
            page = chromium.new_page(viewport={"width": size[0], "height": size[1]})
            page.goto(f"{espy.url}/count")
            page.wait_for_load_state("networkidle")
            page.evaluate(_SHOW, {"photo": sent, "boxes": count})
            page.locator(".viewer-stage").wait_for()
            page.wait_for_timeout(1500)
            trace = folder / f"trace-{size[0]}.json"
            chromium.start_tracing(page=page, path=str(trace), categories=_CATEGORIES)
            _drive(page, seconds)
            chromium.stop_tracing()
            page.close()
            rows.append([name, str(count), *_row(json.loads(trace.read_text())["traceEvents"])])
        chromium.close()
    head = ["page", "boxes", "frames", "frames/s", f"within {BUDGET_MS:.1f} ms", "p95 ms", "p99 ms", "main thread ms/frame",
            "its p95", "script ms/frame"]
    return table(head, rows)


def _row(events: list[dict]) -> list[str]:
    pid, tid = _main_thread(events)
    moments = _presented(events, pid)
    gaps = moments_of(events)
    tasks = _tasks(events, pid, tid, {"RunTask", "ThreadControllerImpl::RunTask"})
    script = _tasks(events, pid, tid, {"FireAnimationFrame"})
    order = sorted(gaps)
    long = sorted(script)
    return [
        str(len(moments)), *pace(gaps),
        f"{order[int(0.95 * len(order))]:.1f}", f"{order[int(0.99 * len(order))]:.1f}",
        f"{sum(tasks) / max(len(moments), 1):.1f}", f"{long[int(0.95 * len(long))]:.1f}",
        f"{statistics.mean(script):.1f}"]
