"""Story 2: existing photos: picked, dropped, pasted; and files that are not photos."""
import base64
import json
import re

from playwright.sync_api import expect

from support.case import on_both_sizes
from support.commandline import count
from support.counting import CountCase
from support.paths import sample
from support.pictures import dark, empty_file, no_picture

# A test cannot use the user's mouse, so events are created like the browser's.
GIVE = """({ kind, data, name, type }) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))
  const transfer = new DataTransfer()
  transfer.items.add(new File([bytes], name, { type }))
  const at = document.querySelector('main')
  const how = { bubbles: true, cancelable: true }
  const drag = (name) => at.dispatchEvent(new DragEvent(name, { dataTransfer: transfer, ...how }))
  if (kind === 'paste') at.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, ...how }))
  else for (const name of kind === 'drop' ? ['dragenter', 'dragover', 'drop'] : ['dragenter', 'dragover']) drag(name)
}"""


class IntakeCase(CountCase):
    """Drops and pastes files."""

    def give(self, kind, path):
        data = base64.b64encode(path.read_bytes()).decode()
        kind_of_file = "image/jpeg" if path.suffix == ".jpg" else "text/plain"
        self.page.evaluate(GIVE, {"kind": kind, "data": data, "name": path.name, "type": kind_of_file})


@on_both_sizes
class Intake(IntakeCase):
    """A user brings a photo."""

    def test_pick(self):
        picture = sample("count/capsules")
        self.count(picture)
        self.assertEqual(self.number, count(picture)["count"])

    def test_not_a_picture(self):
        self.watch.allow("415")
        self.open("/count")
        self.choose(no_picture())
        expect(self.by("alert")).to_contain_text("This is not a supported image format")
        # The same formats as on the command line.
        expect(self.by("alert")).to_contain_text("JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF, GIF and DNG")
        self.look("count-no-picture")

    def test_empty_file(self):
        self.open("/count")
        self.choose(empty_file())
        expect(self.by("alert")).to_contain_text("This file is empty")

    def test_no_objects(self):
        self.count(sample("count/empty"))
        self.assertEqual(self.number, 0)
        expect(self.page.locator(".count-advice")).to_contain_text("No objects were found")
        # It may have been meant for another task.
        expect(self.by("link", "Read a box of vials")).to_have_attribute("href", re.compile(r"^/rack\?photo="))
        self.look("count-nothing")

    def test_dark_picture(self):
        picture = dark(sample("count/coins"))
        self.count(picture)
        self.assertEqual(self.number, count(picture)["count"])
        expect(self.page.locator(".count-advice")).to_contain_text("The photo is dark")
        # Nobody knows what it hides.
        expect(self.page.locator(".count-range")).to_contain_text("uncertain count")
        self.look("count-dark")


class IntakeByMouse(IntakeCase):
    """Features of desktops only."""

    def test_drop(self):
        self.open("/count")
        self.give("drag", sample("count/coins"))
        expect(self.page.get_by_text("Drop the photo here")).to_be_visible()
        self.look("count-drop")
        self.give("drop", sample("count/coins"))
        self.counted()
        self.assertEqual(self.number, 23)
        # The next one can be dropped on the result.
        self.give("drop", sample("count/one-orange"))
        self.counted()
        self.assertEqual(self.number, 1)

    def test_paste(self):
        self.open("/count")
        self.give("paste", sample("count/coins"))
        self.counted()
        self.assertEqual(self.number, 23)

    def test_text_is_refused(self):
        self.open("/count")
        self.give("drop", no_picture())
        expect(self.page.locator(".toast")).to_contain_text("No photo was dropped")

    def test_a_photo_that_cannot_be_read_is_not_offered_again(self):
        """The upload succeeds, but the photo turns out to be damaged during analysis."""
        failed = {"id": "1", "kind": "count", "state": "failed", "problem": {"type": "/problems/damaged", "title": "The picture is damaged.", "status": 422}}
        self.page.route("**/api/v1/counts", lambda route: route.fulfill(status=202, json={"id": "1", "kind": "count", "state": "queued"}))
        end = f"event: end\ndata: {json.dumps(failed)}\n\n"
        self.page.route("**/api/v1/jobs/1/events", lambda route: route.fulfill(content_type="text/event-stream", body=end))
        self.open("/count")
        self.choose(sample("count/coins"))
        expect(self.page.get_by_text("This photo is damaged")).to_be_visible()
        expect(self.page.locator(".state-actions .button")).to_have_text("Choose another")
        expect(self.page.get_by_text("Count again")).to_have_count(0)

    def test_a_photo_of_too_many_pixels_is_made_smaller(self):
        asked = []

        def refuse_once(route):
            asked.append(route.request.url)
            if len(asked) > 1:
                return route.continue_()
            return route.fulfill(status=422, json={"type": "/problems/too-many-pixels", "title": "The photo has too many pixels.", "status": 422})
        self.page.route("**/api/v1/photos?*", refuse_once)
        self.watch.allow("422")
        self.open("/count")
        self.choose(sample("count/coins"))
        expect(self.page.get_by_text("110 million pixels")).to_be_visible()
        self.look("intake-too-many-pixels")
        self.press("Make it smaller and continue")
        self.counted()
        self.assertEqual(self.number, 23)

    def test_reload_and_back(self):
        self.open("/count")
        self.choose(sample("count/coins"))
        self.counted()
        # The review can be reached after all if counting began at once.
        self.page.go_back()
        self.page.locator(".review-photo").wait_for()
        self.page.reload()
        self.page.locator(".review-photo").wait_for()
        self.accept()
        self.page.reload()
        self.page.locator(".count-number").wait_for()
        self.assertEqual(self.number, 23)
        self.page.go_back()
        self.page.locator(".review-photo").wait_for()
        self.page.go_forward()
        self.page.locator(".count-number").wait_for()
