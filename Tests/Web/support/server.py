"""`espy serve` with its own home folder, and its API."""
import json
import os
import queue
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

from .paths import ESPY

# A machine that also trains models may take long to load one.
PATIENCE = 60


class Server:
    """A server on its own port. Its data survives it, until `remove`."""

    def __init__(self, *flags, looks_twice=False):
        # Background work of a page takes a core for seconds, and appears sooner or later; only one test needs it.
        self.flags = flags if looks_twice else (*flags, "--no-alternatives")
        self.home = Path(tempfile.mkdtemp(prefix="espy-web-"))
        self.port = 0
        self.url = ""
        self.process = None

    def start(self):
        """Waits for the line with the address; uses the last port again, if there was one."""
        command = [ESPY, "serve", "--port", str(self.port), *self.flags]
        self.log = open(self.home / "log", "ab")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, env=self.environment, text=True, start_new_session=True)
        self.url = self._first_line().strip().rstrip("/")
        self.port = urlsplit(self.url).port
        return self

    @property
    def environment(self):
        """Neither reads nor changes data of the user who runs the tests."""
        own = {f"XDG_{name}_HOME": str(self.home / name.lower()) for name in ("DATA", "CONFIG", "CACHE", "STATE")}
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("ESPY_", "XDG_"))}
        return {**kept, **own, "HOME": str(self.home), "NO_COLOR": "1"}

    def _first_line(self):
        lines = queue.Queue()
        threading.Thread(target=lambda: lines.put(self.process.stdout.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=PATIENCE)
        except queue.Empty:
            line = ""
        if line.startswith("http"):
            return line
        self.stop()
        raise RuntimeError(f"espy serve did not start: {self.messages or 'no address was printed'}")

    @property
    def messages(self):
        """Returns its standard error."""
        return (self.home / "log").read_text(errors="replace").strip()

    def stop(self):
        """
        Stops it like a system shutdown; a server that does not react is killed. Ctrl-C is not used, because background
        programs and their children ignore it.
        """
        if self.process is None:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self._forget_process()

    def kill(self):
        """Kills it, like a power cut: nothing can be cleaned up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._forget_process()

    def _forget_process(self):
        self.process.stdout.close()
        self.log.close()
        self.process = None

    def remove(self):
        """Stops it, and deletes all its data."""
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)

    def api(self, method, path, body=None, *, content_type="application/json"):
        """Returns a route's answer: JSON as values, everything else as bytes. Failures are `urllib.error.HTTPError`."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/v1{path}", data=data, method=method)
        if data is not None:
            request.add_header("Content-Type", content_type)
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            answer = response.read()
            return json.loads(answer) if "json" in response.headers.get("Content-Type", "") else answer

    def forget(self):
        """Resets it to its first start: no history, and all settings at their defaults."""
        self.api("DELETE", "/history?confirm=all")
        self.api("DELETE", "/settings")
        for each in self.api("GET", "/book-lists")["lists"]:
            self.api("DELETE", f"/book-lists/{each['id']}")

    def age(self, entry, seconds):
        """Makes an entry of the history older, for example from an earlier day."""
        with sqlite3.connect(self.home / "data/espy/history.sqlite", timeout=PATIENCE) as history:
            history.execute("UPDATE entry SET time = time - ? WHERE id = ?", (seconds, entry))
        history.close()

    def found(self, kind, picture, **wishes):
        """Counts or reads a photo without a page, with these options, and returns its history entry."""
        photo = self.api("POST", f"/photos?name={picture.name}", picture.read_bytes(), content_type="image/jpeg")
        job = self.api("POST", "/shelves" if kind == "shelf" else f"/{kind}s", {"photo": photo["id"], "options": {}, **wishes})
        while (job := self.api("GET", f"/jobs/{job['id']}"))["state"] in ("queued", "running"):
            time.sleep(0.02)
        if job["state"] != "done":
            raise RuntimeError(f"{picture.name}: {job}")
        return job["entry"]
