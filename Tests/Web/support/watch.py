"""Sees what a page must never do: complain, ask other hosts, break its own rules."""
import re
from urllib.parse import urlsplit

# The tests forbid service workers where they are not about them, and Playwright says so on the console.
WORKERS = re.compile("Service Worker registration blocked by Playwright")
OWN_SCHEMES = ("data", "blob", "about")


class Watch:
    """Collects what the pages of a context do wrong."""

    def __init__(self, context, origin):
        self.origin = origin
        self.allowed = [WORKERS]
        self.complaints = []
        self.foreign = []
        self.requests = []
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(f"uncaught: {error.error}"))
        context.on("request", self._asked)
        # A rule of the content security policy that is broken is told on the console, too, but not by all of them.
        context.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => console.error("
            "`security policy: ${event.violatedDirective} forbids ${event.blockedURI || event.sourceFile}`))")

    def allow(self, pattern):
        """What a test brings about itself: a request that fails is told on the console by the browser."""
        self.allowed.append(re.compile(pattern))

    def _heard(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _asked(self, request):
        self.requests.append(request.url)
        url = urlsplit(request.url)
        if url.scheme not in OWN_SCHEMES and f"{url.scheme}://{url.netloc}" != self.origin:
            self.foreign.append(request.url)

    @property
    def problems(self):
        """All that was not allowed, in words."""
        unexpected = [text for text in self.complaints if not any(one.search(text) for one in self.allowed)]
        return unexpected + [f"asked another host: {url}" for url in self.foreign]
