"""Watches for things that a page must never do: complain, contact other hosts, break its own policy."""
import re
from urllib.parse import urlsplit

# Tests not about service workers block them, and Playwright logs that to the console.
WORKERS = re.compile("Service Worker registration blocked by Playwright")
OWN_SCHEMES = ("data", "blob", "about")


class Watch:
    """Collects the faults of a context's pages."""

    def __init__(self, context, origin):
        self.origin = origin
        self.allowed = [WORKERS]
        self.complaints = []
        self.foreign = []
        self.requests = []
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(f"uncaught: {error.error}"))
        context.on("request", self._asked)
        # Violations of the content security policy are logged to the console, but not all of them.
        context.add_init_script(
            "addEventListener('securitypolicyviolation', (event) => console.error("
            "`security policy: ${event.violatedDirective} forbids ${event.blockedURI || event.sourceFile}`))")

    def allow(self, pattern):
        """Allows complaints that the test causes itself: browsers log failed requests to the console."""
        self.allowed.append(re.compile(pattern))

    def _heard(self, message):
        if message.type in ("error", "warning"):
            # Failed requests do not say what failed: their place does.
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _asked(self, request):
        self.requests.append(request.url)
        url = urlsplit(request.url)
        if url.scheme not in OWN_SCHEMES and f"{url.scheme}://{url.netloc}" != self.origin:
            self.foreign.append(request.url)

    @property
    def problems(self):
        """Returns all unexpected complaints as text."""
        unexpected = [text for text in self.complaints if not any(one.search(text) for one in self.allowed)]
        return unexpected + [f"asked another host: {url}" for url in self.foreign]
