"""Espy on Ray Data: a row for each photo.

    import espy.ray, ray

    photos = ray.data.read_binary_files(uri, include_paths=True)
    espy.ray.rack(photos, grid="9x9", concurrency=(1, 64)).write_parquet(out)

An unreadable photo becomes a row with an error. The program espy must be on every machine (`program=`, `ESPY_BINARY` or
`PATH`). Never write with `mode="overwrite"`: it deletes existing data first (ray#55043).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from .results import ANSWERS

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset

_PHOTOS_IN_A_BATCH = 32


class _Actor:
    """Keeps a worker for the lifetime of the Ray actor."""

    def __init__(self, verb: str, arguments: dict[str, Any]) -> None:
        from espy import batches

        self.verb, self.arguments = verb, arguments
        batches.pool(verb, arguments)

    def __call__(self, table: pyarrow.Table) -> Iterator[pyarrow.Table]:
        import pyarrow

        from espy import batches

        for batch in batches.run(self.verb, table.to_batches(), self.arguments, content="bytes"):
            yield pyarrow.Table.from_batches([batch])


def run(verb: str, photos: Dataset, *, concurrency: int | tuple[int, int] = 1, **arguments: Any) -> Dataset:
    """Returns a row for each photo of a table with the columns path and bytes; see `espy.tables.columns`.

    - concurrency: the number of actors, each with one single-threaded worker; or the minimum and the maximum.
    - arguments: those of `espy.Pool`.
    """
    if verb not in ANSWERS:
        raise ValueError(f"unknown verb {verb!r}")
    from ray.data import ActorPoolStrategy

    least, most = concurrency if isinstance(concurrency, tuple) else (concurrency, concurrency)
    result: Dataset = photos.map_batches(
        _Actor, fn_constructor_args=(verb, arguments), batch_format="pyarrow", batch_size=_PHOTOS_IN_A_BATCH,
        compute=ActorPoolStrategy(min_size=least, max_size=most),
        num_cpus=arguments.get("threads", 1) * arguments.get("workers", 1))
    return result


# One for each verb, with the arguments of `run` after the first.
count, rack, shelf, tag = (partial(run, verb) for verb in ("count", "rack", "shelf", "tag"))


def missing(photos: Dataset, done: Dataset, options_hash: str) -> Dataset:
    """Returns the photos without a row for these options, to continue a run that ended early. `done` are the written
    rows; `espy.Pool(…).options_hash` identifies the options. The keys of `done` are sent to all processes."""
    import pyarrow.compute as compute
    import ray

    rows: Iterator[Any] = iter(done.select_columns(["key", "options_hash"]).iter_batches(batch_format="pyarrow"))
    wanted = compute.field("options_hash") == options_hash
    keys = {key for table in rows for key in table.filter(wanted)["key"].to_pylist()}
    shared = ray.put(keys)

    def left(table: pyarrow.Table) -> pyarrow.Table:
        found: set[str] = ray.get(shared)
        return table.filter([name not in found for name in table["path"].to_pylist()])

    return photos.map_batches(left, batch_format="pyarrow", zero_copy_batch=True)
