"""A browser trusts the machine that runs Espy, and not only its user does."""
import os
import plistlib
import shutil
import ssl
import subprocess
import tempfile
import unittest
import urllib.request
from pathlib import Path

from playwright.sync_api import Error, expect

from support import session
from support.case import PATIENCE, PageCase, on_both_sizes
from support.paths import CHROMIUM
from support.server import Server

CERTUTIL = Path("/usr/bin/certutil")


class TrustingBrowser:
    """Chromium with its own trust store, in a folder like a user's profile."""

    def __init__(self, playwright):
        self.playwright = playwright
        self.home = Path(tempfile.mkdtemp(prefix="espy-trust-"))
        self.list = self.home / ".pki/nssdb"
        self.list.mkdir(parents=True)
        self._certutil("-N", "--empty-password")

    def _certutil(self, *words):
        subprocess.run([CERTUTIL, "-d", f"sql:{self.list}", *words], check=True, capture_output=True)

    def trust(self, certificate):
        """Adds the authority as a user does in the browser's settings."""
        self._certutil("-A", "-n", "Espy", "-t", "C,,", "-i", str(certificate))

    def start(self):
        environment = {**os.environ, "HOME": str(self.home)}
        self.chromium = self.playwright.chromium.launch_persistent_context(
            self.home / "profile", executable_path=CHROMIUM, env=environment, accept_downloads=True,
            # The other headless mode shows no warnings, either.
            headless=False, args=["--no-sandbox", "--headless=new"])
        self.chromium.set_default_timeout(PATIENCE)
        return self.chromium.new_page()

    def stop(self):
        self.chromium.close()


@unittest.skipUnless(CERTUTIL.exists(), "certutil is not installed")
class Trust(unittest.TestCase):
    """From the browser's warning to none."""

    def setUp(self):
        self.server = Server("--tls").start()
        self.addCleanup(self.server.remove)
        self.browser = TrustingBrowser(session.current.browser.playwright)
        self.addCleanup(shutil.rmtree, self.browser.home, ignore_errors=True)

    def test_from_the_warning_to_none(self):
        page = self.browser.start()
        with self.assertRaisesRegex(Error, "ERR_CERT_AUTHORITY_INVALID"):
            page.goto(f"{self.server.url}/settings/trust")
        # A user who continues anyway.
        page.locator("#details-button").click()
        page.locator("#proceed-link").click()
        page.wait_for_url(f"{self.server.url}/settings/trust")
        expect(page.get_by_text("This browser does not trust it yet.")).to_be_visible()
        expect(page.locator("details[open] summary")).to_have_text("This device: Linux")
        shown = page.locator(".fingerprint").inner_text()
        self.assertIn(f"which devices can trust permanently:\n{shown}", self.server.messages)
        with page.expect_download() as saved:
            page.get_by_role("link", name="Download the certificate").first.click()
        self.assertEqual(saved.value.suggested_filename, "espy.crt")
        certificate = self.browser.home / "espy.crt"
        saved.value.save_as(certificate)
        self.browser.stop()

        self.browser.trust(certificate)
        page = self.browser.start()
        page.goto(f"{self.server.url}/settings/trust")
        expect(page.get_by_text("This browser trusts it.")).to_be_visible()
        self.assertTrue(page.evaluate("navigator.serviceWorker.ready.then(() => true)"))
        self.browser.stop()

        # It trusts the authority, which is enough for a new certificate.
        self.server.stop()
        (self.server.home / "data/espy/certificate.pem").unlink()
        self.server.start()
        page = self.browser.start()
        page.goto(f"{self.server.url}/count")
        expect(page.get_by_role("heading", name="Count")).to_be_visible()
        self.browser.stop()

    def test_iphones_take_a_profile(self):
        anyone = ssl.create_default_context()
        anyone.check_hostname, anyone.verify_mode = False, ssl.CERT_NONE

        def read(name):
            with urllib.request.urlopen(f"{self.server.url}/api/v1/{name}", context=anyone) as answer:
                return answer.headers["Content-Type"], answer.read()

        kind, profile = read("authority.mobileconfig")
        self.assertEqual(kind, "application/x-apple-aspen-config")
        read_profile = plistlib.loads(profile)
        [payload] = read_profile["PayloadContent"]
        self.assertEqual(payload["PayloadType"], "com.apple.security.root")
        self.assertEqual(payload["PayloadContent"], read("authority.crt")[1])
        self.assertNotEqual(payload["PayloadUUID"], read_profile["PayloadUUID"])


@on_both_sizes
class TrustPage(PageCase):
    """The page on a server that has nothing to trust, and on one that does."""

    ABOUT = {"tls": True, "authority": {"name": "Espy on bakery", "fingerprint": ":".join(["AB"] * 32)}}

    def about(self, **changed):
        found = {**self.server.api("GET", "/about"), **changed}
        self.context.route("**/api/v1/about", lambda route: route.fulfill(json=found))

    def answer(self, is_trusted):
        """Simulates the browser's answer to registering a service worker."""
        self.context.add_init_script(f"""
          window.isTrusted = {str(is_trusted).lower()}
          navigator.serviceWorker.register = async () => {{
            if (!window.isTrusted) throw new Error('no certificate')
            return {{ update: async () => {{}}, addEventListener() {{}} }}
          }}""")

    def test_nothing_to_trust(self):
        self.open("/settings/trust")
        expect(self.page.get_by_text("The connection is not encrypted")).to_be_visible()
        self.about(tls=True)
        self.open("/settings/trust")
        expect(self.page.get_by_text("a certificate from elsewhere")).to_be_visible()

    def test_it_tells_when_it_worked(self):
        self.about(**self.ABOUT)
        self.answer(False)
        self.open("/settings")
        self.press("Trust this Espy on this device", "link")
        expect(self.page.get_by_text("This browser does not trust it yet.")).to_be_visible()
        self.look("trust")
        self.page.evaluate("window.isTrusted = true")
        expect(self.page.get_by_text("It worked: this browser trusts it now.")).to_be_visible()
        self.hit(self.page.locator("summary", has_text="iPhone or iPad"))
        expect(self.page.get_by_text("turn on “Espy on bakery”")).to_be_visible()
        link = self.by("link", "Download the profile")
        expect(link).to_have_attribute("href", "/api/v1/authority.mobileconfig")
        self.assertIsNone(link.get_attribute("download"))

    def test_nothing_is_left_to_do(self):
        self.about(**self.ABOUT)
        self.answer(True)
        self.open("/settings/trust")
        expect(self.page.get_by_text("This browser trusts it. There is nothing left to do here.")).to_be_visible()
