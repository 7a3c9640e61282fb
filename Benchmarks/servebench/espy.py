"""`espy serve` with its own data folder, and its API."""

import http.client
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import quote, urlsplit

PATIENCE = 120


class Refused(Exception):
    """An answer that is not a success."""

    def __init__(self, status: int, body: bytes):
        super().__init__(f"{status}: {body[:200].decode(errors='replace')}")
        self.status = status


def _heed_interruptions() -> None:
    """Restores Ctrl-C, which a shell's background processes and their children ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Espy:
    """Runs until `stop`; `remove` deletes its data."""

    def __init__(self, binary: Path, extra: dict[str, str] | None = None):
        self.binary = binary
        self.home = Path(tempfile.mkdtemp(prefix="espy-serve-"))
        self.extra = extra or {}
        self.flags: list[str] = []
        self.process: subprocess.Popen | None = None
        self.port = 0

    @property
    def history(self) -> Path:
        """The path of its history."""
        return self.home / "data" / "espy" / "history.sqlite"

    @property
    def environment(self) -> dict[str, str]:
        own = {f"XDG_{name}_HOME": str(self.home / name.lower()) for name in ("DATA", "CONFIG", "CACHE", "STATE")}
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("ESPY_", "XDG_"))}
        return {**kept, **own, "HOME": str(self.home), "NO_COLOR": "1", **self.extra}

    def start(self) -> "Espy":
        self.log = open(self.home / "log", "ab")
        self.process = subprocess.Popen(
            [self.binary, "serve", "--port", str(self.port), *self.flags], stdout=subprocess.PIPE, stderr=self.log, text=True,
            env=self.environment, preexec_fn=_heed_interruptions)
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else ""
        if not line.startswith("http"):
            raise SystemExit(f"espy serve did not start: {self.messages}")
        self.port = urlsplit(line.strip()).port
        return self

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def messages(self) -> str:
        return (self.home / "log").read_text(errors="replace")

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self) -> int | None:
        """Stops it like Ctrl-C. Returns its exit code, or None if it had to be killed."""
        if self.process is None:
            return None
        process, self.process = self.process, None
        process.send_signal(signal.SIGINT)
        try:
            code = process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            code = None
        process.stdout.close()
        self.log.close()
        return code

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def client(self) -> "Client":
        return Client(http.client.HTTPConnection("localhost", self.port, timeout=PATIENCE))


class Client:
    """One connection, kept open. `base` precedes all paths, and `headers` are sent with each request."""

    def __init__(self, connection: http.client.HTTPConnection, base: str = "", headers: dict[str, str] | None = None):
        self.connection, self.base, self.headers = connection, base, headers or {}

    def ask(self, method: str, path: str, body=None, content_type: str = "application/json"):
        """The answer: JSON as values, everything else as bytes."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        headers = self.headers if data is None else self.headers | {"Content-Type": content_type}
        self.connection.request(method, f"{self.base}/api/v1{path}", body=data, headers=headers)
        response = self.connection.getresponse()
        answer = response.read()
        if response.status >= 400:
            raise Refused(response.status, answer)
        return json.loads(answer) if "json" in response.headers.get("Content-Type", "") else answer

    def get(self, path: str, headers: dict[str, str] | None = None) -> int:
        """The status of a page, which is read to its end."""
        self.connection.request("GET", self.base + path, headers=self.headers if headers is None else headers)
        response = self.connection.getresponse()
        response.read()
        return response.status

    def upload(self, photo: bytes, name: str) -> str:
        return self.ask("POST", f"/photos?name={quote(name)}", photo, "image/jpeg")["id"]

    def finished(self, job: str, pause: float = 0.1) -> dict:
        """The last state of a job, which is asked for every `pause` seconds."""
        while (state := self.ask("GET", f"/jobs/{job}"))["state"] in ("queued", "running"):
            time.sleep(pause)
        return state

    def close(self) -> None:
        self.connection.close()
