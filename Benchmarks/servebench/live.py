"""The live shelf: the delay of the camera, the evenness of drawing, and the detector's time and memory.

The live shelf and the live box on a site without a server: how many frames the device itself reads. And the viewfinder: how
many frames per second of the camera it shows.
"""

import functools
import http.server
import statistics
import subprocess
import sys
import threading
from pathlib import Path

from benchkit.tables import table
from PIL import Image, ImageDraw
from playwright.sync_api import sync_playwright

from .beats import pace, watch_beats
from .espy import Espy
from .frames import CHROMIUM, SIZES
from .process import peak_megabytes, resident_megabytes

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests" / "Web"))
from support.camera import write_video  # noqa: E402
from support.site import COUNT_FRAMES, Quiet  # noqa: E402

SHELF = ROOT / "Tests" / "Samples" / "shelf" / "library-row.jpg"
BOX = ROOT / "Tests" / "Samples" / "rack" / "box-9x9.jpg"

_FIRST_PICTURE = """() => new Promise((done) => {
    const wait = () => {
        const video = document.querySelector('.live-video')
        if (video?.readyState >= 2 && video.videoWidth > 0) done(performance.now())
        else requestAnimationFrame(wait)
    }
    wait()
})"""


# How many of the camera's frames were shown, per second.
_SHOWN = """(seconds) => new Promise((done) => {
    const video = document.querySelector('video')
    let first, frames = 0
    const note = (now) => {
        first ??= now
        if (now - first >= 1000 * seconds) done(frames / ((now - first) / 1000))
        frames += 1
        video.requestVideoFrameCallback(note)
    }
    video.requestVideoFrameCallback(note)
})"""


def _video(folder: Path) -> Path:
    """A slow pan over a shelf and back, for the test browser's camera."""
    scenes = []
    with Image.open(SHELF) as image:
        width, height = image.width * 3 // 4, image.height
        for step in [*range(20), *range(20, 0, -1)]:
            left = (image.width - width) * step // 20
            picture = folder / f"pan-{step}.png"
            image.crop((left, 0, left + width, height)).resize((960, 960 * height // width // 2 * 2)).save(picture)
            scenes.append((picture, 0.1))
    write_video(scenes, folder / "pan.y4m")
    return folder / "pan.y4m"


def _box_video(folder: Path) -> Path:
    """A hand that cannot keep still over a box of 81 tubes, of which one has no readable code: else the photo would be taken."""
    scenes = []
    with Image.open(BOX) as image:
        side = image.width
        spoiled = image.copy()
        ImageDraw.Draw(spoiled).rectangle((side * 0.46, side * 0.46, side * 0.50, side * 0.54), fill="white")
        for step in range(20):
            away = side * 0.01 * abs(10 - step) / 10
            box = (away, away / 2, side + away, side + away / 2)
            picture = folder / f"box-{step}.png"
            spoiled.transform((1200, 1200), Image.Transform.EXTENT, box, Image.Resampling.BILINEAR).save(picture)
            scenes.append((picture, 0.1))
    write_video(scenes, folder / "box.y4m")
    return folder / "box.y4m"


def _look(page, kind: str) -> None:
    """Points the camera, and waits until it is read."""
    if kind == "box":
        page.get_by_role("button", name="Take a photo").click()
        page.locator(".viewfinder-count", has_text="missing").wait_for(timeout=60_000)
    else:
        page.locator(".live-count", has_text="books in view").wait_for(timeout=60_000)


def alone(playwright, binary: Path, folder: Path, seconds: float) -> str:
    """A Markdown table: the frames that a site without a server reads, and how evenly it draws."""
    site = folder / "site"
    subprocess.run([binary, "site", site], check=True, stdout=subprocess.DEVNULL)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    rows = []
    for kind, path, video in (("shelf", "shelf/?live", folder / "pan.y4m"), ("box", "rack/", _box_video(folder))):
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[
            "--no-sandbox", "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={video}"])
        for name, size in SIZES.items():
            context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, permissions=["camera"])
            page = context.new_page()
            page.add_init_script(COUNT_FRAMES)
            page.goto(f"http://localhost:{server.server_address[1]}/{path}")
            _look(page, kind)
            page.wait_for_timeout(2000)
            watch_beats(page)
            before = page.evaluate("window.frames")
            page.wait_for_timeout(1000 * seconds)
            read = page.evaluate("window.frames") - before
            rows.append([f"{kind}, {name}", f"{read / seconds:.1f}", pace(page)[1]])
            context.close()
        chromium.close()
    server.shutdown()
    return table(["on the device", "frames read/s", "late frames"], rows)


def _one(chromium, espy: Espy, size: tuple[int, int], seconds: float) -> list[str]:
    espy.start()
    context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, permissions=["camera"])
    try:
        page = context.new_page()
        timings: list[dict] = []

        def note(response) -> None:
            if "/frames?" in response.url and response.ok:
                timings.append(response.json()["timings"])

        page.goto(f"{espy.url}/shelf")
        page.wait_for_load_state("networkidle")
        resting = resident_megabytes(espy.pid)
        page.goto(f"{espy.url}/shelf?live")
        seen = page.evaluate(_FIRST_PICTURE)
        page.locator(".live-count", has_text="books in view").wait_for(timeout=60_000)
        page.on("response", note)
        watch_beats(page)
        page.wait_for_timeout(1000 * seconds)
        _, late = pace(page)
        spines = sorted(one["spines"] for one in timings)
        return [f"{seen:.0f}", late, f"{len(timings) / seconds:.0f}", f"{statistics.median(spines):.1f}",
                f"{spines[int(0.99 * len(spines))]:.1f}", f"{resting:.0f}", f"{peak_megabytes(espy.pid):.0f}"]
    finally:
        context.close()
        espy.stop()


def viewfinder(playwright, binary: Path, extra: dict[str, str], size: tuple[int, int], seconds: float) -> str:
    """Frames per second shown of a camera with 30."""
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[
        "--no-sandbox", "--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream=fps=30"])
    espy = Espy(binary, extra)
    try:
        espy.start()
        context = chromium.new_context(viewport={"width": size[0], "height": size[1]}, permissions=["camera"])
        page = context.new_page()
        page.goto(f"{espy.url}/count")
        page.get_by_role("button", name="Take a photo").click()
        page.evaluate(_FIRST_PICTURE.replace(".live-video", "video"))
        return f"{page.evaluate(_SHOWN, seconds):.0f}"
    finally:
        chromium.close()
        espy.remove()


def measure(binary: Path, extra: dict[str, str], folder: Path, seconds: float = 10) -> str:
    """Three Markdown tables: phone and desktop."""
    video = _video(folder)
    rows = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=[
            "--no-sandbox", "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={video}"])
        for name, size in SIZES.items():
            espy = Espy(binary, extra)
            try:
                rows.append([name, *_one(chromium, espy, size, seconds)])
            finally:
                espy.remove()
        chromium.close()
        here = alone(playwright, binary, folder, seconds)
        finders = [[name, viewfinder(playwright, binary, extra, size, seconds)] for name, size in SIZES.items()]
    head = ["page", "camera seen after ms", "late frames", "frames read/s",
            "detector ms, median", "p99", "server MB before", "at most"]
    return table(head, rows) + "\n\n" + here + "\n\n" + table(["page", "shown of 30 frames a second in the viewfinder"], finders)
