"""Other devices: pairing and revoking."""
import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from support.case import PATIENCE, PageCase, on_both_sizes
from support.counting import CountCase
from support.paths import sample
from support.server import Server
from support.watch import Watch


class SharedCase(CountCase):
    """A machine in a network, and another device."""

    def make_server(self):
        server = Server("--lan").start()
        self.addCleanup(server.remove)
        return server

    def setUp(self):
        super().setUp()
        self.invitation = self.server.api("GET", "/pairing")
        url = urlsplit(self.invitation["url"])
        self.origin = f"{url.scheme}://{url.netloc}"
        if url.hostname in ("localhost", "127.0.0.1", "::1"):
            self.skipTest("this machine is in no network")

    def enter(self):
        """Moves the page to the other device."""
        self.context.close()
        self.context = self.browser.context(self.size, base_url=self.origin)
        self.addCleanup(self.context.close)
        self.context.set_default_timeout(PATIENCE)
        self.watch = Watch(self.context, self.origin)
        # Browsers log this for every page from an unencrypted network connection.
        self.watch.allow("Cross-Origin-Opener-Policy header has been ignored")
        self.watch.allow("401")
        self.page = self.context.new_page()

    def pair(self, code):
        self.page.get_by_label("Code").fill(code)
        self.press("Pair")

    def enter_paired(self):
        self.enter()
        self.open("/pair")
        self.pair(self.invitation["code"])
        expect(self.page.get_by_text("This device can now use Espy.")).to_be_visible()


@on_both_sizes
class Pairing(SharedCase):
    """A user uses Espy from another device."""

    def test_unpaired_is_led_to_pairing_at_once(self):
        self.enter()
        for page in ("/count", "/rack", "/history?kind=rack", "/settings"):
            self.page.goto(page)
            self.page.wait_for_url("**/pair?from=*")
            expect(self.by("heading", "Pair this device")).to_be_visible()
        self.look("pair")
        self.page.goto("/history?kind=rack")
        self.page.wait_for_url("**/pair?from=*")
        self.pair(self.invitation["code"])
        self.look("pair-done")
        self.press("Continue", "link")
        self.page.wait_for_url("**/history?kind=rack")
        expect(self.page.get_by_text("No racks yet")).to_be_visible()

    def test_code_in_the_link_pairs(self):
        self.enter()
        code = self.invitation["code"]
        self.page.goto(f"/pair#{code}")
        expect(self.page.get_by_text("This device can now use Espy.")).to_be_visible()
        # It is not stored in the browser's history.
        self.assertNotIn(code, self.page.url)
        [device] = self.server.api("GET", "/devices")
        self.assertEqual(device["name"], {"phone": "Phone", "desktop": "Computer"}[self.size])

    def test_wrong_code(self):
        self.enter()
        self.watch.allow("40[03]|422")
        self.open("/pair")
        self.press("Pair")
        expect(self.by("alert")).to_contain_text("Type the code that")
        self.pair("AAAA-AAAA")
        expect(self.by("alert")).to_contain_text("This is not the code that the computer currently shows.")
        self.look("pair-wrong")
        self.assertEqual(self.server.api("GET", "/devices"), [])

    def test_paired_device_counts_without_live_camera(self):
        self.enter_paired()
        expect(self.page.get_by_text("phones cannot show a live picture")).to_be_visible()
        self.press("Count something", "link")
        self.choose(sample("count/coins"))
        self.counted()
        self.assertEqual(self.number, 23)
        # Browsers do not give unencrypted pages a live camera: a phone has its camera app.
        self.open("/rack")
        if self.size == "phone":
            with self.page.expect_file_chooser() as chooser:
                self.press("Take a photo")
            self.assertEqual(chooser.value.element.get_attribute("capture"), "environment")
        else:
            expect(self.by("button", "Choose a photo")).to_be_visible()
            expect(self.by("button", "Take a photo")).to_have_count(0)

    def test_devices_are_listed_and_put_out(self):
        self.enter_paired()
        self.open("/settings")
        expect(self.page.locator(".devices li")).to_contain_text("this device")
        expect(self.page.get_by_text("This computer and paired devices, not encrypted")).to_be_visible()
        self.look("settings-paired")
        self.press(re.compile("^Remove "), exact=False)
        self.press("Remove", within=self.by("alertdialog"))
        self.page.wait_for_url("**/pair?from=*")
        self.assertEqual(self.server.api("GET", "/devices"), [])


class PairingAtHome(SharedCase):
    """The computer that pairs devices."""

    def test_code_is_shown_and_devices_can_be_removed(self):
        self.open("/settings")
        expect(self.page.locator(".invitation-code")).to_have_text(self.invitation["code"])
        # The QR code is different each time.
        self.page.locator(".invitation-qr").wait_for()
        self.look("settings-shared", picture=False)
        expect(self.page.get_by_text("This computer and paired devices, not encrypted")).to_be_visible()
        expect(self.page.get_by_text("No devices are paired yet.")).to_be_visible()
        phone = self.browser.context("phone", base_url=self.origin)
        page = phone.new_page()
        page.goto(f"/pair#{self.invitation['code']}")
        page.get_by_text("This device can now use Espy.").wait_for()
        expect(self.page.locator(".devices li")).to_contain_text("Phone")
        # A code works once.
        expect(self.page.locator(".invitation-code")).not_to_have_text(self.invitation["code"])
        self.press("Remove Phone")
        self.press("Remove", within=self.by("alertdialog"))
        expect(self.page.get_by_text("No devices are paired yet.")).to_be_visible()
        page.goto("/count")
        page.wait_for_url("**/pair?from=*")
        phone.close()

    def test_this_computer_needs_no_pairing(self):
        self.open("/pair")
        expect(self.page.get_by_text("No need to pair")).to_be_visible()
        self.look("pair-home")
