"""One worker process, and its protocol (docs/worker.md)."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import EspyError, WorkerRefused

PROTOCOL = 1


@dataclass(frozen=True)
class Greeting:
    """The greeting of a worker, sent before it takes photos."""

    espy: str
    verb: str
    threads: int
    in_flight: int
    options: Mapping[str, str]
    models: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]

    @functools.cached_property
    def options_hash(self) -> str:
        """Equal for two workers exactly if their results must be equal."""
        text = json.dumps(
            [self.espy, self.verb, dict(self.options), [dict(model) for model in self.models]], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class WorkerDied(Exception):
    """The process is gone. Includes its last messages."""


def command(program: str, verb: str, threads: int, timeout: float | None, max_memory: int | None,
            options: Mapping[str, Any]) -> list[str]:
    """The arguments of a worker. `text=False` becomes `--no-text`, and a list becomes one flag per item."""
    words = [program, "worker", verb, "--threads", str(threads)]
    if timeout is not None:
        words += ["--timeout", f"{timeout:g}"]
    if max_memory is not None:
        words += ["--max-memory", str(max_memory)]
    for name, value in options.items():
        flag = name.replace("_", "-")
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is None:
                continue
            if isinstance(item, bool):
                words.append(f"--{flag}" if item else f"--no-{flag}")
            else:
                words += [f"--{flag}", str(item)]
    return words


def frame(name: str, photo: str | bytes) -> bytes:
    if isinstance(photo, str):
        return json.dumps({"id": name, "path": photo}).encode() + b"\n"
    return json.dumps({"id": name, "bytes": len(photo)}).encode() + b"\n" + photo


class Process:
    """A worker. Only one thread may use it."""

    def __init__(self, words: Sequence[str], start_timeout: float = 120) -> None:
        environment = dict(os.environ)
        # A crashed worker is restarted at once, but writing a backtrace would take seconds.
        environment.setdefault("SWIFT_BACKTRACE", "enable=no")
        self._process = subprocess.Popen(
            list(words), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input, self._output = self._process.stdin, self._process.stdout
        self._errors = self._process.stderr
        for stream in (self._input, self._output, self._errors):
            os.set_blocking(stream.fileno(), False)
        self._waiting: list[memoryview] = []
        self._unread = bytearray()
        self._said = b""
        try:
            self.greeting = self._greet(time.monotonic() + start_timeout)
        except BaseException:
            self.kill()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, name: str, photo: str | bytes) -> None:
        """Queues a frame; it is sent while waiting for answers."""
        self._waiting.append(memoryview(frame(name, photo)))

    def receive(self, seconds: float) -> list[dict[str, Any]]:
        """Returns the lines that arrive within the timeout, or an empty list. Raises `WorkerDied`."""
        poll = select.poll()
        poll.register(self._output, select.POLLIN)
        if not self._errors.closed:
            poll.register(self._errors, select.POLLIN)
        if self._waiting:
            poll.register(self._input, select.POLLOUT)
        for number, event in poll.poll(max(seconds, 0) * 1000):
            if number == self._output.fileno():
                return self._take_lines()
            if not self._errors.closed and number == self._errors.fileno():
                self._take_errors()
            elif self._waiting:
                self._write()
        return []

    def memory(self) -> int:
        """Memory of the process in bytes; 0 if the system does not report it."""
        try:
            with open(f"/proc/{self.pid}/statm", "rb") as file:
                return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
        except (OSError, IndexError, ValueError):
            return 0

    def close(self, seconds: float = 10) -> None:
        """Lets the worker finish its current photos, and kills it if that takes too long."""
        try:
            self._input.close()
            self._process.wait(seconds)
        except (subprocess.TimeoutExpired, OSError):
            pass
        self.kill()

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for stream in (self._input, self._output, self._errors):
            try:
                stream.close()
            except OSError:
                pass

    def _greet(self, deadline: float) -> Greeting:
        lines: list[dict[str, Any]] = []
        try:
            while not lines:
                if time.monotonic() > deadline:
                    raise WorkerRefused("noGreeting", "the worker does not say what it is")
                lines = self.receive(0.25)
        except WorkerDied as error:
            raise WorkerRefused("usage" if self._process.returncode == 64 else "workerDied", str(error)) from error
        line = lines[0]
        if "error" in line:
            raise WorkerRefused(line["error"]["kind"], line["error"]["message"])
        if line.get("protocol") != PROTOCOL:
            raise WorkerRefused("protocol", f"the program speaks protocol {line.get('protocol')}, not {PROTOCOL}")
        return Greeting(
            espy=line["espy"], verb=line["verb"], threads=line["threads"], in_flight=line["inFlight"],
            options=line["options"], models=tuple(line["models"]), notes=tuple(line["notes"]))

    def _write(self) -> None:
        try:
            written = os.write(self._input.fileno(), self._waiting[0][: 1 << 20])
        except BlockingIOError:
            return
        except OSError:
            # It is gone; its remaining output is read first.
            self._waiting.clear()
            return
        self._waiting[0] = self._waiting[0][written:]
        if not len(self._waiting[0]):
            self._waiting.pop(0)

    def _take_lines(self) -> list[dict[str, Any]]:
        piece = os.read(self._output.fileno(), 1 << 20)
        if not piece:
            raise WorkerDied(self._end())
        self._unread += piece
        *whole, rest = self._unread.split(b"\n") if b"\n" in piece else [self._unread]
        self._unread = bytearray(rest)
        try:
            return [json.loads(line) for line in whole]
        except ValueError as error:
            raise EspyError("protocol", "what was started does not speak the protocol of workers") from error

    def _take_errors(self) -> None:
        piece = os.read(self._errors.fileno(), 1 << 16)
        if piece:
            self._said = (self._said + piece)[-4096:]
        else:
            self._errors.close()

    def _end(self) -> str:
        """How it ended, as text."""
        try:
            code = self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            code = self._process.wait()
        if not self._errors.closed:
            try:
                self._take_errors()
            except OSError:
                pass
        said = self._said.decode(errors="replace").strip()
        how = f"signal {-code}" if code < 0 else f"code {code}"
        return f"the worker ended with {how}" + (f": {said}" if said else "")
