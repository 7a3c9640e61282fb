"""The queue of photos for the workers of a pool, and the threads that each supervise one worker."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

from .decoding import decode
from .errors import EspyError, Failure, WorkerRefused
from .items import Item, Result
from .process import Greeting, Process, WorkerDied
from .results import ANSWERS


@dataclass(frozen=True)
class Work:
    """The work and limits of all workers in a pool; `words` start one."""

    verb: str
    words: tuple[str, ...]
    timeout: float | None
    max_memory: int | None
    retries: int


class PhotoQueue:
    """Photos that wait for a worker."""

    def __init__(self) -> None:
        self._items: deque[Item] = deque()
        self._changed = threading.Condition()
        self.is_closed = False
        # The reason for giving up, if any; even photos in progress are dropped.
        self.given_up: EspyError | None = None

    def put(self, item: Item) -> None:
        with self._changed:
            if self.is_closed:
                raise self.given_up or EspyError("closed", "the pool is closed")
            self._items.append(item)
            self._changed.notify()

    def take(self, *, wait: bool) -> Item | None:
        """The next photo. None if there is none yet, or, after waiting, no more."""
        with self._changed:
            while wait and not self._items and not self.is_closed:
                self._changed.wait()
            return self._items.popleft() if self._items else None

    def close(self) -> None:
        """Accepts no more photos; waiting ones are still processed."""
        with self._changed:
            self.is_closed = True
            self._changed.notify_all()

    def give_up(self, error: EspyError) -> None:
        """Accepts no more photos; waiting ones get this error."""
        with self._changed:
            self.is_closed, self.given_up = True, self.given_up or error
            items = list(self._items)
            self._items.clear()
            self._changed.notify_all()
        for item in items:
            if item.future.set_running_or_notify_cancel():
                item.future.set_exception(error)

    @property
    def is_finished(self) -> bool:
        with self._changed:
            return self.is_closed and not self._items


class WorkerSupervisor(threading.Thread):
    """One worker, which is replaced when it ends."""

    def __init__(self, work: Work, greeting: Greeting, queue: PhotoQueue, process: Process | None) -> None:
        super().__init__(name="espy worker", daemon=True)
        self.work, self.greeting, self.queue, self.process = work, greeting, queue, process
        self.number = 0
        self.under_way: dict[str, Item] = {}
        # Each of these is retried alone, so that it is clear which one ends a worker.
        self.suspects: deque[Item] = deque()
        # Whether the worker announced that it is ending; then the photos that it had not begun are not to blame.
        self.is_ending = False

    def run(self) -> None:
        try:
            while not self.queue.given_up and (self.under_way or self.suspects or not self.queue.is_finished):
                self._step()
        except BaseException as problem:
            error = problem if isinstance(problem, EspyError) else EspyError("unexpected", repr(problem))
            self._fail(error)
            self.queue.give_up(error)
        finally:
            self._fail(EspyError("closed", "the pool is closed"))
            if self.process:
                self.process.kill() if self.queue.given_up else self.process.close()

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
        """Takes as many photos as the worker processes at the same time, and one ahead."""
        room = self._in_flight() + 1
        while not self.suspects and len(self.under_way) < room:
            item = self.queue.take(wait=not self.under_way)
            if item is None:
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
        """The oldest ones are being processed."""
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
                decode(ANSWERS[self.work.verb], raw), raw=raw,
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
        if failure.retryable and item.attempts <= self.work.retries:
            self.suspects.append(item)
        else:
            item.attempts -= 1
            self._finish(item, None, failure, ms)

    def _finish(self, item: Item, value: Any, failure: Failure | None, ms: float) -> None:
        worker = str(self.process.pid) if self.process else ""
        item.future.set_result(Result(
            item.key, value, failure, item.attempts + 1, ms, worker, self.greeting.espy, self.greeting.options_hash,
            item.sha256))

    def _recover(self, failure: Failure) -> None:
        """Handles the end of a worker. Photos in progress may be to blame; others are not."""
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
        """A worker enforces its own limits; one that no longer can is killed."""
        work, now = self.work, time.monotonic()
        begun = [item.began for item in self.under_way.values() if item.began is not None]
        # The worker needs up to 1.8 times the limit to give up on its own.
        if work.timeout is not None and begun and now - min(begun) > max(
            1.9 * work.timeout, 1.8 * work.timeout + 0.4
        ):
            self._recover(Failure("timeout", f"processing took longer than {work.timeout:g} s", retryable=True))
        elif work.max_memory is not None and process.memory() > 1.25 * (work.max_memory << 20):
            self._recover(Failure("memory", f"the worker needed more than {work.max_memory} MB", retryable=True))

    def _in_flight(self) -> int:
        return 1 if self.suspects else self.greeting.in_flight

    def _running(self) -> Process:
        if self.process is None:
            for attempt in (1, 2, 3):
                try:
                    self.process = Process(self.work.words)
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
