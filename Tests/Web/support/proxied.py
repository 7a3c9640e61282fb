"""`espy serve` behind one of Debian's proxies, configured as in Scripts/tests/proxy."""
import os
import re
import signal
import socket
import subprocess
import time
from pathlib import Path

from .paths import ROOT
from .server import PATIENCE, Server

PROGRAMS = {"nginx": Path("/usr/sbin/nginx"), "caddy": Path("/usr/bin/caddy")}
OPENSSL = Path("/usr/bin/openssl")
NAME, BASE = "localhost", "/lab"


def missing(proxy):
    """Returns the required programs that are not installed."""
    return [str(program) for program in (PROGRAMS[proxy], OPENSSL) if not program.exists()]


class ProxiedServer(Server):
    """Appears to browsers as the proxy shows it, with TLS and below a path."""

    def __init__(self, proxy):
        super().__init__("--trusted-proxy", "127.0.0.1", "--host", NAME, "--base-path", BASE)
        self.kind, self.proxy = proxy, None

    def start(self):
        super().start()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            outer = free.getsockname()[1]
        self.origin = f"https://{NAME}:{outer}"
        folder = self.home / "proxy"
        folder.mkdir()
        # Its own process session, so that the proxy and its children are ended together.
        self.proxy = subprocess.Popen(
            [ROOT / "Scripts/tests/proxy", self.kind, folder, NAME, str(outer), str(self.port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self._wait_for(outer)
        return self

    def _wait_for(self, port):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.proxy.poll() is None:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"{self.kind} does not answer")

    @property
    def code(self):
        """Returns the pairing code from the terminal."""
        return re.findall(r"type ([A-Z0-9]+-[A-Z0-9]+)", self.messages)[-1]

    def stop(self):
        if self.proxy is not None:
            os.killpg(self.proxy.pid, signal.SIGTERM)
            self.proxy.wait()
            self.proxy = None
        super().stop()

    def forget(self):
        """Does nothing: the history is empty, and requests are only accepted through the proxy."""
