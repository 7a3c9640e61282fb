"""Mixed load through nginx, with TLS, pages below a path and a token: Benchmarks/serve-proxied --seconds 600."""

import argparse
import http.client
import os
import signal
import ssl
import subprocess
import sys
from pathlib import Path

from . import soak
from .espy import PATIENCE, Client, Espy
from .nginx import free_port, wait_for

ROOT = Path(__file__).resolve().parents[2]
NAME, BASE = "localhost", "/lab"
SCOPES = "scan,count,history,history-write,gallery,metrics"


class ProxiedEspy(Espy):
    """Behind nginx, configured as in the proxy tests. Its clients only know the proxy."""

    def __init__(self, binary: Path):
        super().__init__(binary)
        self.flags = ["--trusted-proxy", "127.0.0.1", "--host", NAME, "--base-path", BASE]
        self.nginx: subprocess.Popen | None = None

    def start(self) -> "ProxiedEspy":
        made = subprocess.run(
            [self.binary, "tokens", "new", "--name", "load", "--scope", SCOPES, "-q"], env=self.environment, check=True,
            capture_output=True, text=True)
        self.token = made.stdout.strip()
        super().start()
        self.outer = free_port()
        folder = self.home / "nginx"
        folder.mkdir()
        # Its own process session, so that nginx and its workers are ended together.
        self.nginx = subprocess.Popen(
            [ROOT / "Scripts/tests/proxy", "nginx", folder, NAME, str(self.outer), str(self.port)],
            stderr=subprocess.DEVNULL, start_new_session=True)
        wait_for(self.outer, self.nginx, "nginx")
        self.context = ssl.create_default_context(cafile=folder / "cert.pem")
        return self

    def client(self) -> Client:
        connection = http.client.HTTPSConnection(NAME, self.outer, timeout=PATIENCE, context=self.context)
        return Client(connection, BASE, {"Authorization": f"Bearer {self.token}"})

    def stop(self) -> int | None:
        if self.nginx is not None:
            os.killpg(self.nginx.pid, signal.SIGTERM)
            self.nginx.wait()
            self.nginx = None
        return super().stop()


class Visitor(soak.Person):
    """Acts like users and programs behind a proxy. Every missing answer is a fault of the proxy or of Espy."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.deeds = [
            (self.count, 6), (self.follow, 6), (self.cancel, 2), (self.look, 20), (self.change, 8),
            (self.delete_and_restore, 3), (self.library, 4), (self.page, 16), (self.stranger, 3),
        ]

    def follow(self) -> None:
        """Follows a job to its end through its events."""
        job = self.begin()
        events = self.client.ask("GET", f"/jobs/{job}/events").decode()
        if "event: end" not in events:
            self.ledger.complain(f"events: they stop at {events[-100:]!r}")
        self.end(job)

    def library(self) -> None:
        self.client.ask("GET", "/gallery")

    def page(self) -> None:
        path = self.chance.choice(["/", "/count", "/rack", "/history", "/app/main.js", "/styles/base.css", "/healthz"])
        # Files contain no user data, so they need no token.
        status = self.client.get(path, {})
        if status != 200:
            self.ledger.complain(f"{path}: {status}")

    def stranger(self) -> None:
        """Nothing is shown without a token, however busy the server is."""
        status = self.client.get("/api/v1/history", {})
        if status != 401:
            self.ledger.complain(f"a stranger: {status}")


def photos() -> dict[str, bytes]:
    samples = ROOT / "Tests" / "Samples"
    files = [*sorted((samples / "count").glob("*.jpg"))[:3], *sorted((samples / "rack").glob("box*.jpg"))[:2]]
    return {file.name: file.read_bytes() for file in files}


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/serve-proxied", description=__doc__)
    parser.add_argument("--seconds", type=float, default=600, help="of load (default 600)")
    parser.add_argument("--people", type=int, default=8, help="who make it (default 8)")
    parser.add_argument("--binary", type=Path, default=ROOT / ".build/release/espy", help="another build of espy")
    options = parser.parse_args()
    espy = ProxiedEspy(options.binary)
    try:
        espy.start()
        text, well = soak.soak(espy, photos(), options.seconds, options.people, Visitor)
    finally:
        espy.remove()
    print(text)
    if not well:
        sys.exit("the load has shown a fault")


if __name__ == "__main__":
    main()
