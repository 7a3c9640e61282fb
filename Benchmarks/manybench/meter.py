"""Processor time and memory of a program and all its child processes, including those that are not waited for."""

from __future__ import annotations

import os
import subprocess
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGESIZE")
_MARK = "ESPY_BENCH_RUN"


@dataclass(frozen=True)
class Cost:
    """Wall seconds, processor seconds, and the peak memory of all processes together in megabytes."""

    wall: float
    cpu: float
    megabytes: float
    output: bytes
    code: int


class Meter:
    """Polls all processes with a mark in their environment, several times a second."""

    def __init__(self) -> None:
        self.mark = uuid.uuid4().hex
        self.cpu: dict[tuple[int, int], float] = {}
        self.peak = 0.0
        self._is_over = threading.Event()
        self._marked: dict[int, bool] = {}

    def run(self, words: list[str], *, stdin: str | None = None, folder: str | None = None,
            variables: dict[str, str] | None = None, meanwhile: Callable[[subprocess.Popen[bytes]], None] | None = None
            ) -> Cost:
        environment = {**os.environ, **(variables or {}), _MARK: self.mark}
        start = time.monotonic()
        source = open(stdin, "rb") if stdin else subprocess.DEVNULL
        process = subprocess.Popen(
            words, stdin=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment, cwd=folder)
        watcher = threading.Thread(target=self._watch, daemon=True)
        watcher.start()
        if meanwhile:
            meanwhile(process)
        output, _ = process.communicate()
        wall = time.monotonic() - start
        self._is_over.set()
        watcher.join()
        if source is not subprocess.DEVNULL:
            source.close()
        return Cost(wall, sum(self.cpu.values()), self.peak / 2**20, output, process.returncode)

    def left(self) -> list[int]:
        """Processes of the run that still exist."""
        return [pid for pid in _pids() if self._is_ours(pid)]

    def _watch(self) -> None:
        while not self._is_over.wait(0.05):
            held = 0.0
            for pid in _pids():
                if self._is_ours(pid):
                    held += self._look(pid)
            self.peak = max(self.peak, held)

    def _is_ours(self, pid: int) -> bool:
        known = self._marked.get(pid)
        # A process gets its own environment when it executes its program; before that, it has its parent's.
        if known is None or not known:
            try:
                with open(f"/proc/{pid}/environ", "rb") as file:
                    known = f"{_MARK}={self.mark}".encode() in file.read()
            except OSError:
                known = False
            if known:
                self._marked[pid] = True
        return known

    def _look(self, pid: int) -> float:
        """Records the processor time, and returns the process's share of memory in bytes."""
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            if fields[0] == b"Z":
                return 0
            self.cpu[pid, int(fields[19])] = (int(fields[11]) + int(fields[12])) / _TICKS
            return float(fields[21]) * _PAGE
        except (OSError, IndexError, ValueError):
            return 0


def _pids() -> list[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]
