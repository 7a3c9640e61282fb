"""One photo, one call. The worker stays, so that the second photo needs no startup."""

from __future__ import annotations

import atexit
import json
import os
import threading
from collections import OrderedDict
from typing import Any, BinaryIO, Union

from .items import Photo
from .pool import Pool
from .results import Answer, Count, Rack, Shelf, Tags

AnyPhoto = Union[Photo, BinaryIO]
_MOST_POOLS = 4
_pools: OrderedDict[str, Pool] = OrderedDict()
_lock = threading.Lock()


def count(photo: AnyPhoto, **options: Any) -> Count:
    """Counts the things in a photo. Raises `EspyError`.

    - photo: a path, the bytes of a file, or a readable object.
    - options: options of `espy worker count`: `like="120,80,64,64"`, `pipeline="seeker"`.
    """
    answer = _ask("count", photo, options)
    assert isinstance(answer, Count)
    return answer


def rack(photo: AnyPhoto, **options: Any) -> Rack:
    """Reads the codes of a box of vials; `grid="9x9"` gives the size of the box. Raises `EspyError`."""
    answer = _ask("rack", photo, options)
    assert isinstance(answer, Rack)
    return answer


def shelf(photo: AnyPhoto, **options: Any) -> Shelf:
    """Outlines and reads the books of a shelf. Raises `EspyError`."""
    answer = _ask("shelf", photo, options)
    assert isinstance(answer, Shelf)
    return answer


def tag(photo: AnyPhoto, **options: Any) -> Tags:
    """Tags a photo. Raises `EspyError`."""
    answer = _ask("tag", photo, options)
    assert isinstance(answer, Tags)
    return answer


def _ask(verb: str, photo: AnyPhoto, options: dict[str, Any]) -> Answer:
    content: Photo
    if isinstance(photo, (str, bytes, bytearray, memoryview, os.PathLike)):
        content = photo
    else:
        content = photo.read()
    answer: Answer = _pool(verb, options).submit(content).result().get()
    if answer.photo is None and not isinstance(content, (str, os.PathLike)):
        # For display in a notebook.
        object.__setattr__(answer, "photo", bytes(content))
    return answer


def _pool(verb: str, options: dict[str, Any]) -> Pool:
    name = json.dumps([verb, options], sort_keys=True, default=str)
    with _lock:
        pool = _pools.get(name)
        if pool is None or pool.is_closed:
            pool = Pool(verb, workers=1, threads=0, **options)
            _pools[name] = pool
        _pools.move_to_end(name)
        old = _pools.popitem(last=False)[1] if len(_pools) > _MOST_POOLS else None
    if old:
        old.close()
    return pool


def close() -> None:
    """Stops the workers of earlier calls."""
    with _lock:
        pools = list(_pools.values())
        _pools.clear()
    for pool in pools:
        pool.close(kill=True)


atexit.register(close)
