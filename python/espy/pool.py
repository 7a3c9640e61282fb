"""Many photos on several workers: each photo is answered once, whatever happens to a worker."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import queue
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sized
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, Union

from .decoding import decode
from .errors import EspyError, Failure, WorkerRefused
from .process import Greeting, Process, WorkerDied, command
from .program import find_program
from .results import ANSWERS, Answer

if TYPE_CHECKING:
    import pandas
    import pyarrow

Photo = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
"""A path, or the bytes of a file."""
Keyed = Union[Photo, tuple[str, Photo]]
V = TypeVar("V", bound=Answer)


@dataclass(frozen=True)
class Result(Generic[V]):
    """What became of one photo: a value, or an error that says why not."""

    key: str
    value: V | None
    error: Failure | None
    attempts: int
    ms: float
    worker: str
    espy_version: str
    options_hash: str
    sha256: str | None = None

    @property
    def ok(self) -> bool:
        return self.error is None

    def get(self) -> V:
        """The value. Raises `EspyError` where there is none."""
        if self.value is None:
            failure = self.error or Failure("unexpected", "there is no result")
            raise EspyError(failure.kind, f"{self.key}: {failure.message}")
        return self.value


@dataclass
class _Item:
    """A photo on its way."""

    key: str
    photo: str | bytes
    sha256: str | None
    future: Future[Result[Any]] = field(default_factory=Future)
    attempts: int = 0
    began: float | None = None


class Pool:
    """Workers of one verb, started when they are first needed.

    - verb: count, rack, shelf or tag.
    - workers: processes; by default one for each processor that this process may use, over `threads`.
    - threads: of each worker.
    - timeout: seconds for one photo; after that it is an error.
    - max_memory: megabytes for one worker; a photo that needs more is an error.
    - retries: how often a photo is tried again that ended a worker, or had an error that may pass. After that it is set
      aside, with the error as its result.
    - options: those of the command: `grid="9x9"`, `text=False`, `like=["120,80,64,64"]`.
    """

    def __init__(
        self, verb: str, *, workers: int | None = None, threads: int = 1, timeout: float | None = None,
        max_memory: int | None = None, retries: int = 1, program: str | os.PathLike[str] | None = None,
        **options: Any,
    ) -> None:
        if verb not in ANSWERS:
            raise ValueError(f"unknown verb {verb!r}: count, rack, shelf or tag")
        self.verb = verb
        self.workers = workers or max(1, processors() // max(threads, 1))
        self.timeout, self.max_memory, self.retries = timeout, max_memory, retries
        self._words = command(find_program(program), verb, threads, timeout, max_memory, options)
        self._items: queue.Queue[_Item | None] = queue.Queue()
        self._lock = threading.Lock()
        self._lanes: list[_Lane] = []
        self._greeting: Greeting | None = None
        self._hash = ""
        self._is_closed = False
        # Why no worker can be started any more.
        self._broken: EspyError | None = None

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.close(kill=kind is not None)

    @property
    def greeting(self) -> Greeting:
        """What the first worker said of itself: version, options and models."""
        self._start()
        assert self._greeting is not None
        return self._greeting

    @property
    def espy_version(self) -> str:
        return self.greeting.espy

    @property
    def options_hash(self) -> str:
        """The same for two pools exactly when their results have to be the same."""
        self._start()
        return self._hash

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    @property
    def window(self) -> int:
        """How many photos `map` has on their way at most."""
        return 4 * self.workers * (self.greeting.in_flight + 1)

    def submit(self, photo: Photo, key: str | None = None, *, checksum: bool = False) -> Future[Result[Any]]:
        """Puts one photo in line. Its key is its path, or nothing for bytes."""
        if isinstance(photo, (bytes, bytearray, memoryview)):
            data: str | bytes = bytes(photo)
        else:
            data = os.path.abspath(os.fspath(photo))
            try:
                data.encode()
            except UnicodeEncodeError:
                # JSON cannot say this name.
                try:
                    data = Path(data).read_bytes()
                except OSError as error:
                    return self._unread(key or os.fsdecode(data), error)
        if key is None:
            key = "" if isinstance(photo, (bytes, bytearray, memoryview)) else os.fspath(photo)
        digest = None
        if checksum:
            try:
                digest = _sha256(data)
            except OSError:
                # The worker says what is wrong with the file.
                pass
        item = _Item(key, data, digest)
        self._start()
        with self._lock:
            if self._is_closed:
                raise self._broken or EspyError("closed", "the pool is closed")
            self._items.put(item)
        return item.future

    def _unread(self, key: str, error: OSError) -> Future[Result[Any]]:
        """What a photo comes to that is read here, and cannot be."""
        future: Future[Result[Any]] = Future()
        failure = Failure("file", error.strerror or str(error))
        future.set_result(Result(key, None, failure, 1, 0, "", self.espy_version, self.options_hash))
        return future

    def map(
        self, photos: Iterable[Keyed], *, ordered: bool = True, checksum: bool = False, progress: bool = False,
        total: int | None = None,
    ) -> Iterator[Result[Any]]:
        """The results of photos, each a path, bytes, or a pair of a key and one of these. Bytes without a key are named
        by their number, from 0. As many photos as the workers need are taken ahead, no more.

        - ordered: in the order of the photos; else as they are done.
        - progress: show a bar, where tqdm is installed.
        """
        source = enumerate(photos)
        done: queue.SimpleQueue[Future[Result[Any]]] = queue.SimpleQueue()
        waiting: deque[Future[Result[Any]]] = deque()
        count, is_over, window = 0, False, self.window
        bar = _bar(total if total is not None else _length(photos)) if progress else None
        try:
            while True:
                while not is_over and count < window:
                    try:
                        number, photo = next(source)
                    except StopIteration:
                        is_over = True
                        break
                    key, content = photo if isinstance(photo, tuple) else (None, photo)
                    if key is None and isinstance(content, (bytes, bytearray, memoryview)):
                        key = str(number)
                    future = self.submit(content, key, checksum=checksum)
                    count += 1
                    if ordered:
                        waiting.append(future)
                    else:
                        future.add_done_callback(done.put)
                if count == 0:
                    return
                result = (waiting.popleft() if ordered else done.get()).result()
                count -= 1
                if bar is not None:
                    bar.update(1)
                yield result
        finally:
            if bar is not None:
                bar.close()

    def to_pandas(self, photos: Iterable[Keyed], **arguments: Any) -> pandas.DataFrame:
        """A row for each photo."""
        from .tables import frame

        return frame(self.verb, self.map(photos, **arguments))

    def to_arrow(self, photos: Iterable[Keyed], **arguments: Any) -> pyarrow.Table:
        """The same, with the schema of `espy.tables.arrow_schema`."""
        from .tables import arrow_table

        return arrow_table(self.verb, self.map(photos, **arguments))

    def close(self, *, kill: bool = False) -> None:
        """Ends the workers: at once, or when what was submitted is done."""
        with self._lock:
            self._is_closed = True
            lanes, self._lanes = self._lanes, []
        for lane in lanes:
            lane.is_killed = lane.is_killed or kill
            self._items.put(None)
        for lane in lanes:
            lane.join()
        self._refuse_waiting(EspyError("closed", "the pool is closed"))

    def _break(self, error: EspyError) -> None:
        """No worker can be started: nobody waits for results that cannot come."""
        with self._lock:
            self._is_closed, self._broken = True, error
            for lane in self._lanes:
                lane.is_killed = True
                self._items.put(None)
        self._refuse_waiting(error)

    def _refuse_waiting(self, error: EspyError) -> None:
        ends = 0
        while True:
            try:
                item = self._items.get_nowait()
            except queue.Empty:
                break
            if item is None:
                ends += 1
            elif item.future.set_running_or_notify_cancel():
                item.future.set_exception(error)
        for _ in range(ends):
            self._items.put(None)

    def _start(self) -> None:
        """The first worker is waited for: what is wrong with the options is told to whoever gives the first photo."""
        with self._lock:
            if self._lanes or self._is_closed:
                return
            first = Process(self._words)
            self._greeting = first.greeting
            self._hash = _options_hash(first.greeting)
            self._lanes = [_Lane(self, first if number == 0 else None) for number in range(self.workers)]
        for lane in self._lanes:
            lane.start()


class _Lane(threading.Thread):
    """One worker, and a new one in its place where it ends."""

    def __init__(self, pool: Pool, process: Process | None) -> None:
        super().__init__(name="espy worker", daemon=True)
        self.pool = pool
        self.process = process
        self.is_killed = False
        self.is_over = False
        self.number = 0
        self.under_way: dict[str, _Item] = {}
        # Each of these is tried with nothing beside it, so that it is known what ends a worker.
        self.suspects: deque[_Item] = deque()
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

    def _send(self, item: _Item) -> None:
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

    def _judge(self, item: _Item, failure: Failure, ms: float) -> None:
        item.attempts += 1
        item.began = None
        if failure.retryable and item.attempts <= self.pool.retries:
            self.suspects.append(item)
        else:
            item.attempts -= 1
            self._finish(item, None, failure, ms)

    def _finish(self, item: _Item, value: Any, failure: Failure | None, ms: float) -> None:
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


def _options_hash(said: Greeting) -> str:
    text = json.dumps(
        [said.espy, said.verb, dict(said.options), [dict(model) for model in said.models]], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def processors() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _sha256(photo: str | bytes) -> str:
    digest = hashlib.sha256()
    if isinstance(photo, bytes):
        digest.update(photo)
    else:
        with open(photo, "rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()


def _length(photos: Iterable[Keyed]) -> int | None:
    return len(photos) if isinstance(photos, Sized) else None


def _bar(total: int | None) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit="photo")
