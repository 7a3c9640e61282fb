"""One Chromium for all tests, and another one with a picture as its camera."""
import os
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from .camera import write_camera, write_video
from .paths import CHROMIUM, FONTS, SHELL, sample

SIZES = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    "desktop": {"viewport": {"width": 1280, "height": 800}},
}


class Browser:
    """Starts with the first context, and ends with `close`."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="espy-camera-")
        self.video = Path(self.folder.name) / "camera.y4m"
        self.playwright = sync_playwright().start()
        self.launched = {}

    def context(self, size, *, camera=None, allowed=True, workers=False, saving=True, letters=16, **options):
        """
        A browser without stored data. `camera`: whether the machine has one, if a page asks; `allowed`: whether the
        user lets pages use it; `workers`: whether service workers may cache the pages; `saving`: whether the user saves
        data, so that only the current view is loaded, which takes half the time; `letters`: their size in the settings of
        the browser, in pixels, from which pages also choose their layout.
        """
        chromium = self._launch(camera, letters)
        context = chromium.new_context(
            **SIZES[size], **{"locale": "en-GB", "timezone_id": "UTC", **options}, reduced_motion="reduce", accept_downloads=True,
            permissions=["camera"] if allowed else [], service_workers="allow" if workers else "block")
        if saving:
            context.add_init_script("Object.defineProperty(navigator.connection, 'saveData', { value: true })")
        return context

    def show_camera(self, picture):
        """Sets the picture that the camera shows from the next time it is opened."""
        write_camera(picture, self.video)

    def show_video(self, scenes):
        """Sets pictures that the camera shows in turn, each with its seconds."""
        write_video(scenes, self.video)

    def _launch(self, camera, letters):
        kind = camera, letters
        if kind not in self.launched:
            if not self.video.exists():
                self.show_camera(sample("count/tarts-5x7"))
            video = f"--use-file-for-fake-video-capture={self.video}"
            fake = ["--use-fake-device-for-media-stream", video] if camera else []
            program = SHELL if camera is None else CHROMIUM
            environment = {**os.environ, "FONTCONFIG_FILE": str(FONTS)}
            self.launched[kind] = self.playwright.chromium.launch(
                executable_path=program, args=["--no-sandbox", f"--blink-settings=defaultFontSize={letters}", *fake], env=environment)
        return self.launched[kind]

    def close(self):
        for chromium in self.launched.values():
            chromium.close()
        self.playwright.stop()
        self.folder.cleanup()
