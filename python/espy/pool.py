"""Many photos on several workers: each photo is answered once, whatever happens to a worker."""

from __future__ import annotations

import hashlib
import json
import os
import queue
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sized
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import EspyError, Failure
from .items import Item, Keyed, Photo, Result, sha256
from .lane import Lane
from .process import Greeting, Process, command
from .program import find_program
from .results import ANSWERS

if TYPE_CHECKING:
    import pandas
    import pyarrow


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
        self._items: queue.Queue[Item | None] = queue.Queue()
        self._lock = threading.Lock()
        self._lanes: list[Lane] = []
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
                digest = sha256(data)
            except OSError:
                # The worker says what is wrong with the file.
                pass
        item = Item(key, data, digest)
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
            self._lanes = [Lane(self, first if number == 0 else None) for number in range(self.workers)]
        for lane in self._lanes:
            lane.start()


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


def _length(photos: Iterable[Keyed]) -> int | None:
    return len(photos) if isinstance(photos, Sized) else None


def _bar(total: int | None) -> Any:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return tqdm(total=total, unit="photo")
