"""Takes photos that were tagged on an engine into one gallery: `python -m espy.archive ROOT ROWS…`.

The rows are those of `espy.spark.tag` and `espy.ray.tag`, made with `archive="facts"` (or `"pictures"`, for small pictures,
too), as Parquet files or folders of them.
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
    """What `espy gallery import-photos` reads: a line for each row with the columns key, json and error."""
    for row in rows:
        key = json.dumps(row["key"])
        if row.get("json") is not None:
            yield f'{{"file":{key},"result":{row["json"]}}}\n'.encode()
        elif row.get("error") is not None:
            yield f'{{"file":{key},"error":{json.dumps(row["error"])}}}\n'.encode()


def parquet_rows(paths: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The rows of Parquet files, some at a time; hidden files of engines are passed over."""
    import pyarrow.dataset

    for path in paths:
        data = pyarrow.dataset.dataset(path, format="parquet")
        for batch in data.to_batches(columns=["key", "json", "error"], batch_size=2_000, batch_readahead=2):
            yield from batch.to_pylist()


def take_in(
    root: str, rows: Iterable[Mapping[str, Any]], *, program: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Takes rows into the gallery of the user.

    - root: the folder or address that all keys begin with.
    - Returns: how many photos were `added`, `known` and `failed`, and `problems`, the numbers of rows that make no sense.

    Raises `EspyError` where nothing could be taken in.
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
