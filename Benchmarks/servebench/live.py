"""The live shelf: the delay of the camera, the evenness of drawing, and the detector's time and memory.

And the viewfinder: how many frames per second of the camera it shows.
"""

import statistics
import sys
from pathlib import Path

from benchkit.tables import table
from PIL import Image
from playwright.sync_api import sync_playwright

from .beats import pace, watch_beats
from .espy import Espy
from .frames import CHROMIUM, SIZES
from .process import peak_megabytes, resident_megabytes

ROOT = Path(__file__).resolve().parents[2]
SHELF = ROOT / "Tests" / "Samples" / "shelf" / "library-row.jpg"

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
    sys.path.append(str(ROOT / "Tests" / "Web"))
    from support.camera import write_video

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
    """Two Markdown tables: phone and desktop."""
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
        finders = [[name, viewfinder(playwright, binary, extra, size, seconds)] for name, size in SIZES.items()]
    head = ["page", "camera seen after ms", "late frames", "frames read/s",
            "detector ms, median", "p99", "server MB before", "at most"]
    return table(head, rows) + "\n\n" + table(["page", "shown of 30 frames a second in the viewfinder"], finders)
