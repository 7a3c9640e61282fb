"""Spark and Ray, if installed, with photos on this machine and a worker written in Python."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import espy

from . import support

HAS_SPARK = importlib.util.find_spec("pyspark") is not None and importlib.util.find_spec("pyarrow") is not None
HAS_RAY = importlib.util.find_spec("ray") is not None and importlib.util.find_spec("pyarrow") is not None
HAS_MOTO = importlib.util.find_spec("moto") is not None and importlib.util.find_spec("flask") is not None
HAS_JAVA = shutil.which("java") is not None or "JAVA_HOME" in os.environ
PACKAGE = str(Path(__file__).resolve().parents[1])


class EngineCase(unittest.TestCase):
    """A folder with 40 photos, one that crashes its worker, one that hangs, one non-photo, and an empty file."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        photos = self.folder / "photos"
        photos.mkdir()
        for number in range(40):
            (photos / f"p{number:02}.jpg").write_bytes(b"photo %d" % number)
        (photos / "crash.jpg").write_bytes(b"CRASH")
        (photos / "hang.jpg").write_bytes(b"HANG")
        (photos / "none.jpg").write_bytes(b"FAIL")
        (photos / "empty.jpg").write_bytes(b"")
        (photos / "notes.txt").write_bytes(b"no photo")
        self.arguments = {"program": support.FAKE, "timeout": 1, "retries": 1}
        self.photos = photos

    def check(self, rows: list[dict]) -> None:
        self.assertEqual(len(rows), 44)
        self.assertEqual(len({row["key"] for row in rows}), 44)
        errors = {Path(row["key"]).name: row["error"]["kind"] for row in rows if row["error"] is not None}
        self.assertEqual(errors, {
            "crash.jpg": "workerDied", "hang.jpg": "timeout", "none.jpg": "notAnImage", "empty.jpg": "empty"})


@unittest.skipUnless(HAS_SPARK and HAS_JAVA, "pyspark, pyarrow or Java is not installed")
class SparkTests(EngineCase):
    @classmethod
    def setUpClass(cls) -> None:
        from pyspark.sql import SparkSession

        os.environ["PYTHONPATH"] = PACKAGE
        os.environ["PYSPARK_PYTHON"] = sys.executable
        # The name of a machine may not resolve.
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
        cls.spark = (
            SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2").config("spark.executorEnv.PYTHONPATH", PACKAGE).getOrCreate())
        cls.spark.sparkContext.setLogLevel("ERROR")

    @classmethod
    def tearDownClass(cls) -> None:
        cls.spark.stop()

    def test_a_row_for_each_photo_and_none_twice(self) -> None:
        from espy.spark import missing, rack, read_photos

        photos = read_photos(self.spark, self.photos.as_uri())
        out = str(self.folder / "rows.parquet")
        rack(photos, **self.arguments).write.parquet(out)
        rows = [row.asDict(recursive=True) for row in self.spark.read.parquet(out).collect()]
        self.check(rows)
        with espy.Pool("rack", **self.arguments) as pool:
            self.assertEqual({row["options_hash"] for row in rows}, {pool.options_hash})
            done = self.spark.read.parquet(out).where("error is null")
            left = missing(photos, done, pool.options_hash)
            self.assertEqual(left.count(), 4)
            self.assertEqual(missing(photos, done, "other").count(), 44)


@unittest.skipUnless(HAS_RAY, "ray or pyarrow is not installed")
class RayTests(EngineCase):
    @classmethod
    def setUpClass(cls) -> None:
        # Tokens are for clusters that others can reach.
        os.environ.setdefault("RAY_AUTH_MODE", "disabled")
        import ray

        ray.init(_node_ip_address="127.0.0.1", num_cpus=2, include_dashboard=False, log_to_driver=False,
                 configure_logging=False, runtime_env={"env_vars": {"PYTHONPATH": PACKAGE}})
        cls.addClassCleanup(ray.shutdown)

    def test_a_row_for_each_photo(self) -> None:
        import ray

        import espy.ray

        photos = ray.data.read_binary_files(str(self.photos), include_paths=True, file_extensions=["jpg"])
        rows = espy.ray.rack(photos, concurrency=1, **self.arguments).materialize()
        self.check(rows.take_all())
        with espy.Pool("rack", **self.arguments) as pool:
            done = rows.filter(lambda row: row["error"] is None)
            left = espy.ray.missing(photos, done, pool.options_hash)
            self.assertEqual({Path(row["path"]).name for row in left.take_all()},
                             {"crash.jpg", "hang.jpg", "none.jpg", "empty.jpg"})
            self.assertEqual(espy.ray.missing(photos, done, "other").count(), 44)

    @unittest.skipUnless(HAS_MOTO, "moto, which plays an object store, is not installed")
    def test_photos_and_rows_in_an_object_store(self) -> None:
        import ray
        from moto.server import ThreadedMotoServer
        from pyarrow import fs

        import espy.ray

        server = ThreadedMotoServer("127.0.0.1", port=0)
        server.start()
        self.addCleanup(server.stop)
        host, port = server.get_host_and_port()
        store = fs.S3FileSystem(
            access_key="nobody", secret_key="nothing", endpoint_override=f"{host}:{port}", scheme="http",
            allow_bucket_creation=True)
        store.create_dir("lab")
        fs.copy_files(str(self.photos), "lab/2026", destination_filesystem=store)
        photos = ray.data.read_binary_files(
            "lab/2026", filesystem=store, include_paths=True, file_extensions=["jpg"])
        espy.ray.rack(photos, concurrency=1, **self.arguments).write_parquet("lab/rows", filesystem=store)
        self.check(ray.data.read_parquet("lab/rows", filesystem=store).take_all())


if __name__ == "__main__":
    unittest.main()
