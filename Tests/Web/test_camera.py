"""Story 1: from the camera to the number."""
from playwright.sync_api import expect

from support.case import on_both_sizes
from support.commandline import count
from support.counting import CountCase
from support.paths import sample


@on_both_sizes
class Camera(CountCase):
    """A user photographs a tray and learns how many things are on it."""

    context_options = {"camera": True}

    def test_shot_review_count_number(self):
        picture = sample("count/tarts-5x7")
        self.browser.show_camera(picture)
        self.open("/count")
        self.look("count-start")

        self.press("Take a photo")
        shutter = self.by("button", "Take the photo")
        expect(shutter).to_be_enabled()
        self.look("camera")

        self.hit(shutter)
        self.page.locator(".review-photo").wait_for()
        self.page.wait_for_url("**/count?photo=*")
        self.look("count-review")

        # A blurred photo is taken again, without a way back to the start.
        self.press("Take it again")
        expect(shutter).to_be_enabled()
        self.hit(shutter)
        self.page.locator(".review-photo").wait_for()
        self.page.wait_for_url("**/count?photo=*")
        self.accept()
        self.settle()
        self.assertEqual(self.number, count(picture)["count"])
        self.look("count-result")
