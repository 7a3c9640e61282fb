"""One program for each way to read many photos. `python3 -m manybench.runs WAY LIST OUT` reads the photos named in a
list, and writes lines of JSON, each the result of a photo in the format of `espy rack --json`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import espy


OPTIONS = {"retries": 2, "timeout": 60}


def names(path: str) -> list[str]:
    return Path(path).read_text().splitlines()


def worker(photos: list[str], out: str) -> None:
    """The protocol alone, from a file: the program's worker, and nothing of the package above it."""
    frames = "".join(json.dumps({"id": path, "path": path}) + "\n" for path in photos)
    frames_path = out + ".frames"
    Path(frames_path).write_text(frames)
    with open(frames_path, "rb") as source:
        done = subprocess.run([espy.find_program(), "worker", "rack"], stdin=source, stdout=subprocess.PIPE, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()[1:]]
    write(out, (line.get("result") or {"file": line["id"], "error": line["error"]["kind"]} for line in lines))


def pool(photos: list[str], out: str) -> None:
    with espy.Pool("rack", timeout=60) as workers:
        write(out, (row(result.key, result.value and result.value.raw, result.error and result.error.kind)
                    for result in workers.map(photos)))


def spark(paths: list[str], out: str) -> None:
    from pyspark.sql import SparkSession

    from espy.spark import missing, rack, read_photos

    # Otherwise, executors use whatever python3 is on PATH.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    package = str(Path(espy.__file__).parents[1])
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false")
        .config("spark.executorEnv.PYTHONPATH", package).config("spark.executorEnv.ESPY_BINARY", espy.find_program())
        .getOrCreate())
    session.sparkContext.setLogLevel("ERROR")
    photos, folder, options = read_photos(session, Path(paths[0]).parent.as_uri()), out + ".parquet", OPTIONS
    if Path(folder).exists():
        with espy.Pool("rack", **options) as workers:
            photos = missing(photos, session.read.parquet(folder), workers.options_hash)
    # Files appear in the folder as tasks end, so that the results of a killed driver are kept.
    rows = rack(photos, **options).write.option("mapreduce.fileoutputcommitter.algorithm.version", "2")
    rows.mode("append").parquet(folder)
    found = session.read.parquet(folder).select("key", "json", "error").collect()
    write(out, (row(name(line.key), json.loads(line.json) if line.json else None, line.error and line.error.kind)
                for line in found))
    session.stop()


def ray(paths: list[str], out: str) -> None:
    os.environ.setdefault("RAY_AUTH_MODE", "disabled")
    import ray as engine

    from espy.ray import missing, rack

    # One more than the actors take: if they have all processors, nothing is left to read with, and they wait forever.
    engine.init(num_cpus=(os.cpu_count() or 1) + 1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    photos, folder = engine.data.read_binary_files(str(Path(paths[0]).parent), include_paths=True), out + ".parquet"
    if Path(folder).exists():
        with espy.Pool("rack", **OPTIONS) as workers:
            photos = missing(photos, engine.data.read_parquet(folder), workers.options_hash)
    rack(photos, concurrency=os.cpu_count() or 1, **OPTIONS).write_parquet(folder)
    write(out, (row(name(line["key"]), json.loads(line["json"]) if line["json"] else None,
                    line["error"] and line["error"]["kind"]) for line in engine.data.read_parquet(folder).iter_rows()))
    engine.shutdown()


def name(key: str) -> str:
    """A path without the scheme that the engine puts before it."""
    return key.removeprefix("file:").replace("//", "/").replace("//", "/")


def row(key: str, value: object, error: str | None) -> dict[str, object]:
    if isinstance(value, dict):
        return {**value, "file": key}
    return {"file": key, "error": error}


def write(out: str, rows: object) -> None:
    with open(out, "w", encoding="utf-8") as file:
        for line in rows:  # type: ignore[attr-defined]
            file.write(json.dumps(line, sort_keys=True) + "\n")


if __name__ == "__main__":
    {"worker": worker, "pool": pool, "spark": spark, "ray": ray}[sys.argv[1]](names(sys.argv[2]), sys.argv[3])
