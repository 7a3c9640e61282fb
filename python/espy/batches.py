"""Converts photos in Arrow batches to rows in Arrow batches; shared by the engines that distribute work."""

from __future__ import annotations

import atexit
import json
import os
import threading
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from . import tables
from .pool import Pool

if TYPE_CHECKING:
    import pyarrow

_lock = threading.Lock()
_pools: dict[str, tuple[int, Pool]] = {}


def pool(verb: str, arguments: dict[str, Any]) -> Pool:
    """The pool of this process: an engine starts many tasks in one process, and models should be loaded once."""
    name = json.dumps([verb, arguments], sort_keys=True, default=str)
    with _lock:
        owner, found = _pools.get(name, (0, None))
        # A forked process has the table, but not the workers.
        if found is None or found.is_closed or owner != os.getpid():
            found = Pool(verb, **{"workers": 1, "threads": 1, **arguments})
            _pools[name] = os.getpid(), found
        return found


def run(
    verb: str, batches: Iterable[pyarrow.RecordBatch], arguments: dict[str, Any], key: str = "path",
    content: str = "content",
) -> Iterator[pyarrow.RecordBatch]:
    """Returns a row for each photo, in batches as they came; see `espy.tables.columns`."""
    import pyarrow

    schema = tables.arrow_schema(verb)
    workers = pool(verb, arguments)
    for batch in batches:
        names = batch.column(batch.schema.get_field_index(key)).to_pylist()
        column = batch.column(batch.schema.get_field_index(content))
        # Only one photo at a time becomes a Python object, because a batch may be large.
        photos = ((name, column[number].as_py() or b"") for number, name in enumerate(names))
        rows = [tables.row(verb, result) for result in workers.map(photos, checksum=True)]
        yield pyarrow.RecordBatch.from_pylist(rows, schema=schema)


@atexit.register
def _close() -> None:
    for owner, workers in _pools.values():
        if owner == os.getpid():
            workers.close(kill=True)
