"""The pages behind nginx and Caddy: TLS and HTTP/2 at the proxy, everything below a path."""
from playwright.sync_api import expect

from support.counting import CountCase
from support.paths import sample
from support.proxied import BASE, ProxiedServer, missing
from support.watch import Watch


class ProxiedCase(CountCase):
    """A new browser, which knows only the proxy."""

    proxy = None

    def make_server(self):
        if lacking := missing(self.proxy):
            self.skipTest(f"not installed: {', '.join(lacking)}")
        server = ProxiedServer(self.proxy).start()
        self.addCleanup(server.remove)
        # A test's certificate has no trusted issuer.
        self.context_options = {"ignore_https_errors": True}
        return server

    def setUp(self):
        super().setUp()
        self.context.close()
        self.site = self.server.origin + BASE
        self.context = self.browser.context(self.size, base_url=f"{self.site}/", **self.context_options)
        self.addCleanup(self.context.close)
        self.context.set_default_timeout(60_000)
        self.watch = Watch(self.context, self.server.origin)
        self.page = self.context.new_page()

    def story(self):
        """From a stranger to a count, a rack and the history, without leaving the path."""
        self.watch.allow("401")
        self.page.goto("count")
        self.page.wait_for_url(f"{self.site}/pair?from=*")
        self.page.get_by_label("Code").fill(self.server.code)
        self.press("Pair")
        expect(self.page.get_by_text("This device can now use Espy.")).to_be_visible()
        self.press("Continue", "link")
        self.page.wait_for_url(f"{self.site}/count")
        self.choose(sample("count/coins"))
        self.counted()
        self.assertEqual(self.number, 23)
        self.settle()
        self.page.goto("rack")
        self.choose(sample("rack/box-9x9"))
        self.page.get_by_text("E00001").first.wait_for(state="attached")
        # The start page of an app on the home screen.
        self.page.goto("")
        self.page.locator("h1").first.wait_for(state="attached")
        # A page that is left while it loads logs that to the console.
        self.page.wait_for_load_state("networkidle")
        self.page.goto("history")
        expect(self.page.get_by_text("coins")).to_be_visible()
        asked = self.watch.requests
        self.assertTrue(any(url.endswith("/events") for url in asked), "no progress was followed")
        self.assertEqual([url for url in asked if url.startswith("http") and not url.startswith(f"{self.site}/")], [])
        protocol = self.page.evaluate("performance.getEntriesByType('navigation')[0].nextHopProtocol")
        self.assertEqual(protocol, "h2")


class BehindNginx(ProxiedCase):
    proxy, size = "nginx", "phone"

    def test_everything_works(self):
        self.story()


class BehindCaddy(ProxiedCase):
    proxy, size = "caddy", "desktop"

    def test_everything_works(self):
        self.story()
