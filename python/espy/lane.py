"""One worker of a pool, and whoever takes its place."""

from __future__ import annotations

import dataclasses
import queue
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from .decoding import decode
from .errors import EspyError, Failure, WorkerRefused
from .items import Item, Result
from .process import Process, WorkerDied
from .results import ANSWERS

if TYPE_CHECKING:
    from .pool import Pool


class Lane(threading.Thread):
    """One worker, and a new one in its place where it ends."""

    def __init__(self, pool: Pool, process: Process | None) -> None:
        super().__init__(name="espy worker", daemon=True)
        self.pool = pool
        self.process = process
        self.is_killed = False
        self.is_over = False
        self.number = 0
        self.under_way: dict[str, Item] = {}
        # Each of these is tried with nothing beside it, so that it is known what ends a worker.
        self.suspects: deque[Item] = deque()
        # Whether the worker said that it is about to end; then what it had not begun is not to blame.
        self.is_ending = False

    def run(self) -> None:
        try:
            while not self.is_killed and (not self.is_over or self.under_way or self.suspects):
                self._step()
        except EspyError as error:
            self._fail(error)
            self.pool._break(error)
        except BaseException as error:
            self._fail(error)
            self.pool._break(EspyError("unexpected", repr(error)))
        finally:
            self._fail(EspyError("closed", "the pool is closed"))
            if self.process:
                self.process.kill() if self.is_killed else self.process.close()

    def _step(self) -> None:
        self._fill()
        if not self.under_way:
            return
        process = self._running()
        try:
            for line in process.receive(0.25):
                self._take(line)
        except WorkerDied as death:
            self._recover(Failure("workerDied", str(death), retryable=True))
            return
        self._look_after(process)

    def _fill(self) -> None:
        """Takes as many photos as the worker works on at the same time, and one ahead."""
        room = self._in_flight() + 1
        while not self.is_over and not self.suspects and len(self.under_way) < room:
            try:
                item = self.pool._items.get(block=not self.under_way)
            except queue.Empty:
                return
            if item is None:
                self.is_over = True
                return
            if item.future.set_running_or_notify_cancel():
                self._send(item)
        if self.suspects and not self.under_way:
            self._send(self.suspects.popleft())

    def _send(self, item: Item) -> None:
        self.number += 1
        name = str(self.number)
        self.under_way[name] = item
        self._running().send(name, item.photo)
        self._begin()

    def _begin(self) -> None:
        """The oldest ones are those that are worked on."""
        now = time.monotonic()
        for item in list(self.under_way.values())[: self._in_flight()]:
            if item.began is None:
                item.began = now

    def _take(self, line: dict[str, Any]) -> None:
        item = self.under_way.pop(line.get("id") or "", None)
        if item is None:
            if line.get("id") is None and "error" in line:
                raise EspyError(line["error"]["kind"], line["error"]["message"])
            return
        item.began = None
        self._begin()
        if "result" in line:
            self.is_ending = False
            raw = line["result"]
            raw["file"] = item.key
            value = dataclasses.replace(
                decode(ANSWERS[self.pool.verb], raw), raw=raw,
                photo=item.photo if isinstance(item.photo, str) else None)
            self._finish(item, value, None, line["ms"])
            return
        error = line["error"]
        failure = Failure(error["kind"], error["message"], error["retryable"])
        self.is_ending = failure.kind in ("timeout", "memory", "workerEnded")
        if failure.kind == "workerEnded":
            # Another one was to blame.
            self.suspects.append(item)
        else:
            self._judge(item, failure, line["ms"])

    def _judge(self, item: Item, failure: Failure, ms: float) -> None:
        item.attempts += 1
        item.began = None
        if failure.retryable and item.attempts <= self.pool.retries:
            self.suspects.append(item)
        else:
            item.attempts -= 1
            self._finish(item, None, failure, ms)

    def _finish(self, item: Item, value: Any, failure: Failure | None, ms: float) -> None:
        worker = str(self.process.pid) if self.process else ""
        item.future.set_result(Result(
            item.key, value, failure, item.attempts + 1, ms, worker, self.pool.espy_version, self.pool.options_hash,
            item.sha256))

    def _recover(self, failure: Failure) -> None:
        """The worker is gone. What it worked on may be to blame, what it had not begun is not."""
        if self.process:
            self.process.kill()
            self.process = None
        items = list(self.under_way.values())
        self.under_way.clear()
        begun = [] if self.is_ending else [item for item in items if item.began is not None]
        self.is_ending = False
        for item in items:
            item.began = None
        if len(begun) == 1:
            self._judge(begun[0], failure, 0)
        else:
            self.suspects.extend(begun)
        self.suspects.extend(item for item in items if item not in begun)

    def _look_after(self, process: Process) -> None:
        """A worker keeps its limits itself; one that cannot any more is ended."""
        pool, now = self.pool, time.monotonic()
        begun = [item.began for item in self.under_way.values() if item.began is not None]
        # The worker needs up to 1.8 times the limit to give up by itself.
        if pool.timeout is not None and begun and now - min(begun) > max(
            1.9 * pool.timeout, 1.8 * pool.timeout + 0.4
        ):
            self._recover(Failure("timeout", f"it took longer than {pool.timeout:g} s", retryable=True))
        elif pool.max_memory is not None and process.memory() > 1.25 * (pool.max_memory << 20):
            self._recover(Failure("memory", f"the worker needed more than {pool.max_memory} MB", retryable=True))

    def _in_flight(self) -> int:
        greeting = self.pool._greeting
        return greeting.in_flight if greeting and not self.suspects else 1

    def _running(self) -> Process:
        if self.process is None:
            for attempt in (1, 2, 3):
                try:
                    self.process = Process(self.pool._words)
                    break
                except WorkerRefused as error:
                    if attempt == 3 or error.kind == "usage":
                        raise
                    time.sleep(0.2 * attempt)
        assert self.process is not None
        return self.process

    def _fail(self, error: BaseException) -> None:
        for item in [*self.under_way.values(), *self.suspects]:
            if not item.future.done():
                item.future.set_exception(error)
        self.under_way.clear()
        self.suspects.clear()
