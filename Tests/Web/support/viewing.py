"""The photo on a page, its marks, and fingers on it."""
import io
import time

from PIL import Image


# Taps in quicker succession are a double tap, in seconds; the page's limit is 0.3.
DOUBLE = 0.35
# After this many seconds without movement, a finger has stopped.
REST = 0.15


class Finger:
    """One finger on a phone."""

    def __init__(self, page):
        self.session = page.context.new_cdp_session(page)

    def move(self, start, end, *, steps=9, lifts=True):
        """Goes from one position on the screen to another."""
        for step in range(steps):
            x, y = (a + (b - a) * step / (steps - 1) for a, b in zip(start, end))
            self._send("touchMove" if step else "touchStart", {"x": x, "y": y})
        if lifts:
            self.lift()

    def lift(self):
        # A finger that lifts while moving causes a fling, and browsers ignore taps until they think it has ended.
        time.sleep(REST)
        self._send("touchEnd")

    def _send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})


class Photo:
    """The photo that a page shows completely, with its result."""

    def __init__(self, case, result):
        self.case = case
        self.page = case.page
        self.stage = case.page.locator(".viewer-stage")
        self.width, self.height = result["width"], result["height"]
        self.touched = (0, 0, 0)
        self.rest()

    def rest(self):
        """Waits until the photo is there and receives taps."""
        self.case.more(False)
        self.stage.and_(self.page.locator(":not([aria-busy])")).wait_for()
        self.stage.scroll_into_view_if_needed()

    def place(self, x, y):
        """The position on the screen of a point of the photo, while the whole photo is visible."""
        frame = self.stage.bounding_box()
        scale = min(frame["width"] / self.width, frame["height"] / self.height)
        left = frame["x"] + (frame["width"] - self.width * scale) / 2
        top = frame["y"] + (frame["height"] - self.height * scale) / 2
        return left + x * scale, top + y * scale

    def middle(self, box):
        """The position on the screen of the middle of a box."""
        return self.place(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def touch(self, x, y):
        """Clicks, or taps on a phone, at a position on the screen."""
        self.case.more(False)
        self.wait_for_single_tap(x, y)
        device = self.page.touchscreen.tap if self.case.size == "phone" else self.page.mouse.click
        device(x, y)

    def wait_for_single_tap(self, x, y):
        """Waits between taps at one place, which would otherwise be a double tap."""
        last_x, last_y, last = self.touched
        is_near = abs(x - last_x) < 40 and abs(y - last_y) < 40
        while is_near and time.monotonic() - last < DOUBLE:
            self.page.evaluate("new Promise(requestAnimationFrame)")
        self.touched = (x, y, time.monotonic())

    def pinch(self, x, y, factor):
        """Moves two fingers apart around a position on the screen."""
        session = self.page.context.new_cdp_session(self.page)
        steps = [30 + 30 * (factor - 1) * step / 10 for step in range(11)]
        for at, apart in enumerate(steps):
            points = [{"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1}]
            kind = "touchMove" if at else "touchStart"
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()

    def zoom_in(self, x, y):
        """Zooms with the wheel, or with two fingers on a phone."""
        if self.case.size == "phone":
            self.pinch(x, y, 4)
            return
        self.page.mouse.move(x, y)
        for _ in range(6):
            self.page.mouse.wheel(0, -120)
        self.painted()

    def drag(self, dx, dy, start=None):
        """Moves the photo with the mouse or one finger, from a position on the screen; in drawing modes, draws."""
        frame = self.stage.bounding_box()
        x, y = start or (frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2)
        if self.case.size == "phone":
            Finger(self.page).move((x, y), (x + dx, y + dy), steps=6)
        else:
            self.page.mouse.move(x, y)
            self.page.mouse.down()
            self.page.mouse.move(x + dx, y + dy, steps=5)
            self.page.mouse.up()
            self.page.mouse.move(frame["x"] - 10, frame["y"])
        self.painted()

    def painted(self):
        """Waits until changes are drawn."""
        for _ in range(2):
            self.page.evaluate("new Promise(requestAnimationFrame)")

    def seen(self):
        """Returns a screenshot as pixels."""
        self.painted()
        return self.stage.screenshot()

    def edges(self, boxes):
        """For each box, the visible colors around the middle of its left edge."""
        with Image.open(io.BytesIO(self.page.screenshot())) as shot:
            seen = shot.convert("RGB")
        return [list(self._edge(seen, *self.place(box["x"], box["y"] + box["height"] / 2))) for box in boxes]

    def above(self, quads):
        """For each code, the colors just above its topmost corner, where its label is."""
        self.painted()
        with Image.open(io.BytesIO(self.page.screenshot())) as shot:
            seen = shot.convert("RGB")
        for corners in quads:
            left, right = (side(corner["x"] for corner in corners.values()) for side in (min, max))
            x, y = self.place((left + right) / 2, min(corner["y"] for corner in corners.values()))
            yield [seen.getpixel((round(x) + across, round(y) - up)) for across in range(-8, 9) for up in range(3, 14)]

    @staticmethod
    def _edge(seen, x, y):
        return (seen.getpixel((round(x) + across, round(y) + down)) for across in range(-3, 4) for down in range(-3, 4))
