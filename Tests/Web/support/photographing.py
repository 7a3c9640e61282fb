"""A folder of photos, and a server that indexes it."""
import atexit
import shutil
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path

from PIL import Image, ImageDraw

from .server import PATIENCE, Server

COUNT = 40
# The first of this many are tagged as dogs by the user, and every third of all as a beach.
DOGS = 12
# One was taken every nine days.
IN_2024 = 17
NEWEST = datetime(2024, 5, 30, 12)
# Degrees, minutes and seconds of latitude and longitude: 48.1 and 11.5 degrees.
PLACE = {1: "N", 2: (48.0, 6.0, 0.0), 3: "E", 4: (11.0, 30.0, 0.0)}


def draw(number, size=(480, 360)):
    """Returns a unique picture."""
    hue = number * 37 % 256
    image = Image.new("HSV", size, (hue, 120, 200)).convert("RGB")
    pen = ImageDraw.Draw(image)
    for at in range(7):
        x, y, radius = number * 53 % 400 + 13 * at, number * 29 % 300 + 31 * at % 97, 18 + (number * at) % 60
        fill = Image.new("HSV", (1, 1), ((hue + 30 * at) % 256, 200, 90 + 20 * at)).convert("RGB").getpixel((0, 0))
        pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill=fill)
    return image


def save(path, number):
    """Adds a date, a camera, and for every fourth photo a place."""
    exif = Image.Exif()
    taken = (NEWEST - timedelta(days=9 * number)).strftime("%Y:%m:%d %H:%M:%S")
    exif[0x0110] = "Canon EOS 80D"
    exif.get_ifd(0x8769)[0x9003] = taken
    if number % 4 == 0:
        exif.get_ifd(0x8825).update(PLACE)
    draw(number).save(path, quality=90, exif=exif)


class Library:
    """Has its own server, whose library has photos, a copy of one, and a broken file."""

    # The starting point of all later instances, because indexing takes longer than most tests: the home folder of the
    # first
    # one, and a copy of it from before any changes.
    prepared = None

    def __init__(self):
        # Indexes however busy the machine is with other tests.
        self.server = Server("--max-load", "none")
        if Library.prepared:
            shutil.rmtree(self.server.home)
            self.server.home, copy = Library.prepared
            shutil.copytree(copy, self.server.home)
        else:
            self.prepare()
        self.server.start()
        self.until(lambda state: state["photos"] == COUNT and state["problems"] == 1)
        # Newest first.
        self.ids = [photo["id"] for photo in self.api("GET", f"/photos?limit={COUNT}")["photos"]]
        self.tag("dog", self.ids[:DOGS])
        self.tag("beach", self.ids[::3])

    def prepare(self):
        """Indexes the photos, and stores the result for the other instances."""
        folder = self.folder
        folder.mkdir()
        for number in range(COUNT):
            save(folder / f"photo-{number:02}.jpg", number)
        (folder / "broken.jpg").write_bytes((folder / "photo-00.jpg").read_bytes()[:900])
        shutil.copy(folder / "photo-05.jpg", folder / "copy.jpg")
        self.server.start()
        self.api("POST", "/folders", {"path": str(folder)})
        self.until(lambda state: state["photos"] == COUNT and state["problems"] == 1)
        self.server.stop()
        kept = Path(tempfile.mkdtemp(prefix="espy-library-"))
        atexit.register(shutil.rmtree, kept, ignore_errors=True)
        shutil.copytree(self.server.home, kept / "home")
        Library.prepared = self.server.home, kept / "home"

    @property
    def folder(self):
        return self.server.home / "Pictures"

    def api(self, method, path, body=None):
        """Returns the answer of a route of the gallery."""
        return self.server.api(method, f"/gallery{path}", body)

    def tag(self, name, ids, *, right=True):
        """Tags photos like a user."""
        self.api("POST", "/tags", {"photos": ids, "add" if right else "remove": [name]})

    def tags(self, photo):
        """Returns the tags that users gave a photo."""
        tags = self.api("GET", f"/photos/{photo}")["tags"]
        return sorted(tag["name"] for tag in tags if tag["source"] == "user")

    def tagged_by_model(self):
        """Returns a photo with a tag that no user gave, and that tag."""
        for at, photo in enumerate(self.ids):
            for tag in self.api("GET", f"/photos/{photo}")["tags"]:
                if tag["source"] != "user":
                    return at, tag
        raise RuntimeError("no photo is tagged by itself")

    def until(self, holds):
        """Waits for a state of the library in which the indexer is idle."""
        end = time.monotonic() + 4 * PATIENCE
        while True:
            state = self.api("GET", "")
            if holds(state) and state.get("indexing", {}).get("phase") in (None, "idle"):
                return state
            if time.monotonic() > end:
                raise RuntimeError(f"the library stays as it is: {state}; {self.server.messages}")
            time.sleep(0.1)
