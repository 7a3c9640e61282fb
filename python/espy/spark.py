"""Espy on Apache Spark: a row for each photo.

    from espy.spark import rack, read_photos

    rows = rack(read_photos(spark, "s3a://lab/2026/11/"), grid="9x9", retries=2)
    rows.where("error is null").write.parquet(out)

Spark reads, schedules, and commits; an unreadable photo becomes a row with an error. Write the rows once, because each
action that uses them reads the photos again. The program espy must be on every machine (`program=`, `ESPY_BINARY` or
`PATH`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from . import tables
from .results import ANSWERS

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame, SparkSession

# Photos are large, and a whole batch is in memory.
_PHOTOS_IN_A_BATCH = 32
_PATTERN = "*.{jpg,jpeg,jpe,jfif,png,heic,heif,hif,avif,webp,bmp,tif,tiff,gif,dng,JPG,JPEG,PNG,HEIC,TIF,TIFF,DNG}"


def read_photos(
    spark: SparkSession, path: str, *, pattern: str = _PATTERN, recursive: bool = True
) -> DataFrame:
    """Returns the photos below a path, in any file system that Spark reads: columns path and content. Empty files are
    rows, too, which Spark alone leaves out (SPARK-23130)."""
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(_PHOTOS_IN_A_BATCH))
    # A split of many small files would be one batch, and one retry, for all of them.
    reader = spark.read.format("binaryFile").option("pathGlobFilter", pattern)
    reader = reader.option("recursiveFileLookup", str(recursive).lower())
    photos = reader.load(path).select("path", "content")
    empty = list(_empty_files(spark, path, pattern, recursive))
    if not empty:
        return photos
    rows = spark.createDataFrame([(name, bytearray()) for name in empty], "path string, content binary")
    return photos.unionByName(rows)


def _empty_files(spark: SparkSession, path: str, pattern: str, recursive: bool) -> Iterator[str]:
    jvm: Any = spark._jvm
    session: Any = spark._jsparkSession
    hadoop = jvm.org.apache.hadoop.fs
    place = hadoop.Path(path)
    system = place.getFileSystem(session.sessionState().newHadoopConf())
    fits = hadoop.GlobFilter(pattern)
    files = system.listFiles(place, recursive)
    while files.hasNext():
        status = files.next()
        if status.getLen() == 0 and fits.accept(status.getPath()):
            yield status.getPath().toString()


def run(verb: str, photos: DataFrame, **arguments: Any) -> DataFrame:
    """Returns a row for each photo of a table with the columns path and content; see `espy.tables.columns`.

    - arguments: those of `espy.Pool`. By default, each Spark task runs one worker with one thread.
    """
    if verb not in ANSWERS:
        raise ValueError(f"unknown verb {verb!r}")

    def work(batches: Iterable[pyarrow.RecordBatch]) -> Iterable[pyarrow.RecordBatch]:
        from espy import batches as engine

        return engine.run(verb, batches, arguments)

    return photos.select("path", "content").mapInArrow(work, tables.spark_schema(verb))


# One for each verb, with the arguments of `run` after the first.
count, rack, shelf, tag = (partial(run, verb) for verb in ("count", "rack", "shelf", "tag"))


def missing(photos: DataFrame, done: DataFrame, options_hash: str) -> DataFrame:
    """Returns the photos without a row for these options, to continue a run that ended early. `done` are the written
    rows; `espy.Pool(…).options_hash` identifies the options."""
    rows = done.where(done.options_hash == options_hash).select(done.key.alias("path")).distinct()
    return photos.join(rows, on="path", how="left_anti")
