"""Many photos on several workers: each photo gets one result, even if workers crash."""

from __future__ import annotations

import os
import queue
import threading
from collections import deque
from collections.abc import Iterable, Iterator, Sized
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .errors import EspyError, Failure
from .items import BYTES, Item, Keyed, Photo, Result, named, sha256
from .process import Greeting, Process, command
from .program import find_program
from .results import ANSWERS
from .workers import PhotoQueue, Work, WorkerSupervisor

if TYPE_CHECKING:
    import pandas
    import pyarrow


class Pool:
    """Workers for one verb, started when they are first needed.

    - verb: count, rack, shelf or tag.
    - workers: number of processes; by default, the processors available to this process divided by `threads`.
    - threads: number of threads per worker.
    - timeout: seconds for one photo; beyond that, its result is an error.
    - max_memory: megabytes for one worker; a photo that needs more gets an error.
    - retries: how often a photo is tried again after it crashed a worker or had a temporary error. After that it is set
      aside, with the error as its result.
    - options: options of the command: `grid="9x9"`, `text=False`, `like=["120,80,64,64"]`.
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
        words = command(find_program(program), verb, threads, timeout, max_memory, options)
        self._work = Work(verb, tuple(words), timeout, max_memory, retries)
        self._queue = PhotoQueue()
        self._starting = threading.Lock()
        self._supervisors: list[WorkerSupervisor] = []
        self._greeting: Greeting | None = None

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.close(kill=kind is not None)

    @property
    def greeting(self) -> Greeting:
        """The first worker's greeting: version, options and models."""
        self._start()
        assert self._greeting is not None
        return self._greeting

    @property
    def espy_version(self) -> str:
        return self.greeting.espy

    @property
    def options_hash(self) -> str:
        """Equal for two pools exactly if their results must be equal."""
        return self.greeting.options_hash

    @property
    def is_closed(self) -> bool:
        return self._queue.is_closed

    @property
    def window(self) -> int:
        """The largest number of photos that `map` has in progress."""
        return 4 * self.workers * (self.greeting.in_flight + 1)

    def submit(self, photo: Photo, key: str | None = None, *, checksum: bool = False) -> Future[Result[Any]]:
        """Submits one photo. Its key is its path, or None for bytes."""
        if isinstance(photo, BYTES):
            data: str | bytes = bytes(photo)
        else:
            path = os.fspath(photo)
            key, data = path if key is None else key, os.path.abspath(path)
            try:
                data.encode()
            except UnicodeEncodeError:
                # JSON cannot encode this name.
                try:
                    data = Path(data).read_bytes()
                except OSError as error:
                    return self._unread(key, error)
        digest = None
        if checksum:
            try:
                digest = sha256(data)
            except OSError:
                # The worker reports what is wrong with the file.
                pass
        item = Item(key or "", data, digest)
        self._start()
        self._queue.put(item)
        return item.future

    def _unread(self, key: str, error: OSError) -> Future[Result[Any]]:
        """A failed result for a photo that this process cannot read."""
        future: Future[Result[Any]] = Future()
        failure = Failure("file", error.strerror or str(error))
        future.set_result(Result(key, None, failure, 1, 0, "", self.espy_version, self.options_hash))
        return future

    def map(
        self, photos: Iterable[Keyed], *, ordered: bool = True, checksum: bool = False, progress: bool = False,
        total: int | None = None,
    ) -> Iterator[Result[Any]]:
        """Returns the results of photos, each given as a path, bytes, or a pair of a key and one of these. Bytes
        without a key are numbered from 0. Only as many photos as the workers need are read ahead.

        - ordered: in the order of the photos; otherwise as they are finished.
        - progress: show a progress bar, if tqdm is installed.
        """
        source = enumerate(photos)
        done: queue.SimpleQueue[Future[Result[Any]]] = queue.SimpleQueue()
        waiting: deque[Future[Result[Any]]] = deque()
        count, is_finished, window = 0, False, self.window
        bar = _bar(total if total is not None else _length(photos)) if progress else None
        try:
            while True:
                while not is_finished and count < window:
                    try:
                        number, photo = next(source)
                    except StopIteration:
                        is_finished = True
                        break
                    future = self.submit(*named(number, photo), checksum=checksum)
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
        """Returns a data frame with one row per photo."""
        from .tables import frame

        return frame(self.verb, self.map(photos, **arguments))

    def to_arrow(self, photos: Iterable[Keyed], **arguments: Any) -> pyarrow.Table:
        """Returns an Arrow table with the schema of `espy.tables.arrow_schema`."""
        from .tables import arrow_table

        return arrow_table(self.verb, self.map(photos, **arguments))

    def close(self, *, kill: bool = False) -> None:
        """Stops the workers, either at once or when all submitted photos are finished."""
        if kill:
            self._queue.give_up(EspyError("closed", "the pool is closed"))
        self._queue.close()
        with self._starting:
            supervisors, self._supervisors = self._supervisors, []
        for supervisor in supervisors:
            supervisor.join()

    def _start(self) -> None:
        """Waits for the first worker, so that invalid options raise an error in the caller with the first photo."""
        with self._starting:
            if self._supervisors or self.is_closed:
                return
            first = Process(self._work.words)
            self._greeting = first.greeting
            processes = [first, *[None] * (self.workers - 1)]
            self._supervisors = [
                WorkerSupervisor(self._work, first.greeting, self._queue, process) for process in processes]
            for supervisor in self._supervisors:
                supervisor.start()


def processors() -> int:
    """The processors available to this process."""
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
