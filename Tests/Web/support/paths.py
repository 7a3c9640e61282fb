"""Paths."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
ESPY = os.environ.get("ESPY_BINARY", str(ROOT / ".build/release/espy"))
CHROMIUM = os.environ.get("ESPY_CHROMIUM", "/usr/bin/chromium")
# The same browser in the same version without windows, which takes a third of the time: the other one draws its tabs
# and
# buttons for every page, even if they are invisible. It has no camera.
SHELL = os.environ.get("ESPY_CHROMIUM", "/usr/lib/chromium/chromium-headless-shell")
# Text looks the same on all machines that use the same few fonts.
FONTS = Path(__file__).resolve().parent / "fonts.conf"
SAMPLES = ROOT / "Tests/Samples"
SCREENS = Path(__file__).resolve().parents[1] / "screens.json"
SCREENSHOTS = ROOT / ".build/web-screens"
# Photos outside the repository. Tests that need them are skipped without them.
DATA = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data"


def sample(name):
    """The path of a rendered picture, such as `count/coins`."""
    return SAMPLES / f"{name}.jpg"
