"""Imports photos that were tagged on an engine into one gallery: `python -m espy.archive ROOT ROWS…`.

The rows come from `espy.spark.tag` or `espy.ray.tag` with `archive="facts"` (or `"pictures"`, to include thumbnails),
as Parquet files or folders of them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .errors import EspyError
from .program import find_program


def lines(rows: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """The input of `espy gallery import-photos`: a line for each row with the columns key, json and error."""
    for row in rows:
        key = json.dumps(row["key"])
        if row.get("json") is not None:
            yield f'{{"file":{key},"result":{row["json"]}}}\n'.encode()
        elif row.get("error") is not None:
            yield f'{{"file":{key},"error":{json.dumps(row["error"])}}}\n'.encode()


def parquet_rows(paths: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Returns the rows of Parquet files in batches, skipping hidden files of engines."""
    import pyarrow.dataset

    for path in paths:
        data = pyarrow.dataset.dataset(path, format="parquet")
        for batch in data.to_batches(columns=["key", "json", "error"], batch_size=2_000, batch_readahead=2):
            yield from batch.to_pylist()


def take_in(
    root: str, rows: Iterable[Mapping[str, Any]], *, program: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Imports rows into the user's gallery.

    - root: the folder or address that all keys begin with.
    - Returns: how many photos were `added`, `known` and `failed`, and `problems`, the numbers of invalid rows.

    Raises `EspyError` if nothing could be imported.
    """
    command = [find_program(program), "gallery", "import-photos", root, "-", "--json", "--progress", "none"]
    with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=None if environment is None else dict(environment)
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.writelines(lines(rows))
            process.stdin.close()
        except BrokenPipeError:
            pass
        answer = process.stdout.read()
    if process.returncode not in (0, 1) or not answer:
        raise EspyError("notTakenIn", f"espy gallery import-photos ended with {process.returncode}; it said why")
    outcome: dict[str, Any] = json.loads(answer)
    return outcome


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m espy.archive", description=__doc__)
    parser.add_argument("root", help="the folder or address that all photos are below")
    parser.add_argument("rows", nargs="+", help="Parquet files, or folders of them")
    options = parser.parse_args()
    outcome = take_in(options.root, parquet_rows(options.rows))
    print(json.dumps(outcome))
    return 1 if outcome["senseless"] else 0


if __name__ == "__main__":
    sys.exit(main())
