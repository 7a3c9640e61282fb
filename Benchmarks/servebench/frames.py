"""Frames of the viewer: a photo of 12 megapixels with boxes, zoomed and moved by fingers, in the browser's trace."""

import itertools
import json
import os
import time
from pathlib import Path

from benchkit.tables import table
from playwright.sync_api import sync_playwright

from .beats import pace, watch_beats
from .espy import Espy

CHROMIUM = os.environ.get("ESPY_CHROMIUM", "/usr/bin/chromium")
SIZES = {"phone 390x844": (390, 844), "desktop 1280x800": (1280, 800)}
CATEGORIES = ["toplevel", "devtools.timeline", "cc", "benchmark", "disabled-by-default-devtools.timeline.frame"]


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
    """Zooms and drags with fingers that the browser itself moves 60 times a second; a script's would be too slow."""
    session = page.context.new_cdp_session(page)
    frame = page.locator(".viewer-stage").bounding_box()
    middle = {"x": frame["x"] + frame["width"] / 2, "y": frame["y"] + frame["height"] / 2, "gestureSourceType": "touch"}

    def pinch(factor: float) -> None:
        session.send("Input.synthesizePinchGesture", {**middle, "scaleFactor": factor, "relativeSpeed": 400})

    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pinch(4)
        for across, down in [(150, 100), (-150, -100), (-100, 150), (100, -150)]:
            session.send("Input.synthesizeScrollGesture", {
                **middle, "xDistance": across, "yDistance": down, "speed": 400, "preventFling": True})
        pinch(1 / 4)


def _main_thread(events: list[dict]) -> tuple[int, int]:
    """Process and thread of the page: those that ran the most animation frames."""
    count: dict[tuple[int, int], int] = {}
    for event in events:
        if event.get("name") == "FireAnimationFrame":
            key = event["pid"], event["tid"]
            count[key] = count.get(key, 0) + 1
    return max(count, key=count.get)


def _tasks(events: list[dict], pid: int, tid: int, names: set[str]) -> list[float]:
    return [e["dur"] / 1000 for e in events
            if e.get("ph") == "X" and e["pid"] == pid and e["tid"] == tid and e["name"] in names]


def measure(espy: Espy, photo: Path, folder: Path, seconds: float = 10, boxes: tuple[int, ...] = (50, 500)) -> str:
    """A Markdown table: phone and desktop, few and many boxes, and a processor slowed down 4 times."""
    sent = _photo(espy, photo)
    rows = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for (name, size), count, slower in itertools.product(SIZES.items(), boxes, (1, 4)):
            context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=True)
            page = context.new_page()
            page.goto(f"{espy.url}/count")
            page.wait_for_load_state("networkidle")
            page.evaluate(_SHOW, {"photo": sent, "boxes": count})
            page.locator(".viewer-stage").wait_for()
            page.wait_for_timeout(1500)
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
            trace = folder / f"trace-{size[0]}.json"
            chromium.start_tracing(page=page, path=str(trace), categories=CATEGORIES)
            watch_beats(page)
            _drive(page, seconds)
            beats, late = pace(page)
            chromium.stop_tracing()
            context.close()
            busy = _busy(json.loads(trace.read_text())["traceEvents"])
            rows.append([name, str(count), f"{slower} x", beats, late, *busy])
        chromium.close()
    head = ["page", "boxes", "slower", "beats", "late", "main thread ms/frame", "script ms/frame", "its p95"]
    return table(head, rows)


def _busy(events: list[dict]) -> list[str]:
    pid, tid = _main_thread(events)
    tasks = _tasks(events, pid, tid, {"RunTask", "ThreadControllerImpl::RunTask"})
    script = sorted(_tasks(events, pid, tid, {"FireAnimationFrame"}))
    frames = sum(event.get("name") == "DrawFrame" and event["pid"] == pid for event in events)
    return [f"{sum(tasks) / max(frames, 1):.1f}", f"{sum(script) / max(frames, 1):.1f}", f"{script[int(0.95 * len(script))]:.1f}"]
