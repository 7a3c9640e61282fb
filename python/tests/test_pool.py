"""Pools with a worker that dies, hangs and takes memory on demand: nothing is lost, and culprits are set aside."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import time
import unittest
from pathlib import Path

import espy
from espy.pool import Pool

from . import support


def fake(**arguments: object) -> Pool:
    arguments.setdefault("workers", 2)
    return Pool("rack", program=support.FAKE, **arguments)  # type: ignore[arg-type]


def photos(count: int) -> list[tuple[str, bytes]]:
    return [(f"p{number}", b"photo %d" % number) for number in range(count)]


class PoolTests(unittest.TestCase):
    def test_results_come_in_order_with_their_keys(self) -> None:
        with fake() as pool:
            results = list(pool.map(photos(200)))
            self.assertEqual([result.key for result in results], [f"p{number}" for number in range(200)])
            self.assertTrue(all(result.ok and result.attempts == 1 for result in results))
            self.assertEqual(results[7].value.raw["file"], "p7")
            self.assertEqual({result.options_hash for result in results}, {pool.options_hash})
            self.assertGreater(len({result.worker for result in results}), 1)

    def test_paths_and_bytes_without_keys(self) -> None:
        with fake() as pool, tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.jpg"
            path.write_bytes(b"photo")
            keys = [result.key for result in pool.map([path, str(path), b"x", ("k", b"y")])]
            self.assertEqual(keys, [str(path), str(path), "2", "k"])

    def test_checksums_are_those_of_the_files(self) -> None:
        import hashlib

        with fake() as pool:
            (result,) = pool.map([b"photo"], checksum=True)
            self.assertEqual(result.sha256, hashlib.sha256(b"photo").hexdigest())

    def test_a_photo_that_kills_its_worker_is_set_aside(self) -> None:
        inputs = photos(40)
        inputs[13] = ("bad", b"CRASH")
        with fake(retries=2) as pool:
            results = list(pool.map(inputs))
        self.assertEqual([result.key for result in results], [key for key, _ in inputs])
        bad = [result for result in results if not result.ok]
        self.assertEqual([(r.key, r.attempts, r.error and r.error.kind) for r in bad], [("bad", 3, "workerDied")])
        with self.assertRaises(espy.EspyError):
            bad[0].get()

    def test_only_the_guilty_one_is_blamed(self) -> None:
        inputs = [(f"p{number}", b"CRASH" if number % 5 == 0 else b"photo") for number in range(30)]
        with fake(retries=0) as pool:
            failed = {result.key for result in pool.map(inputs, ordered=False) if not result.ok}
        self.assertEqual(failed, {f"p{number}" for number in range(0, 30, 5)})

    def test_a_worker_that_dies_once_costs_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder, fake() as pool:
            inputs = [*photos(5), ("once", f"ONCE {folder}/mark".encode()), *photos(5)]
            results = list(pool.map(inputs))
        self.assertTrue(all(result.ok for result in results))
        self.assertEqual(results[5].attempts, 2)

    def test_a_worker_that_is_killed_from_outside_costs_nothing(self) -> None:
        with fake(workers=1) as pool:
            results = []
            for number, result in enumerate(pool.map((f"p{n}", b"SLEEP 0.01") for n in range(60))):
                results.append(result)
                if number in (10, 30):
                    os.kill(int(result.worker), signal.SIGKILL)
        self.assertTrue(all(result.ok for result in results))
        self.assertEqual([result.key for result in results], [f"p{n}" for n in range(60)])

    def test_a_hang_ends_within_twice_its_limit(self) -> None:
        with fake(timeout=1, retries=0, workers=1) as pool:
            start = time.monotonic()
            results = list(pool.map([("a", b"x"), ("hang", b"HANG"), ("b", b"y")]))
            self.assertLess(time.monotonic() - start, 6)
        self.assertEqual([result.error and result.error.kind for result in results], [None, "timeout", None])

    def test_a_hog_is_ended(self) -> None:
        with fake(max_memory=100, retries=0, workers=1) as pool:
            results = list(pool.map([("a", b"x"), ("hog", b"HOG"), ("b", b"y")]))
        self.assertEqual([result.error and result.error.kind for result in results], [None, "memory", None])

    def test_errors_are_data_and_are_not_tried_again(self) -> None:
        with fake(retries=5) as pool:
            results = list(pool.map([b"FAIL", b"", "/none/such.jpg", b"good"]))
        self.assertEqual([result.error and result.error.kind for result in results],
                         ["notAnImage", "empty", "file", None])
        self.assertEqual({result.attempts for result in results}, {1})

    def test_names_that_are_no_utf8(self) -> None:
        with fake() as pool, tempfile.TemporaryDirectory() as folder:
            path = os.fsdecode(os.fsencode(folder) + b"/\xff.jpg")
            Path(path).write_bytes(b"photo")
            good, bad = pool.map([path, path + "x"])
        self.assertEqual((good.key, good.ok), (path, True))
        self.assertEqual(bad.error and bad.error.kind, "file")

    def test_no_more_photos_are_taken_ahead_than_needed(self) -> None:
        taken = 0

        def source():
            nonlocal taken
            while True:
                taken += 1
                yield b"photo"

        with fake() as pool:
            results = pool.map(source())
            for _ in range(10):
                next(results)
            results.close()
            self.assertLessEqual(taken, 10 + pool.window)

    def test_what_is_wrong_from_the_start_is_raised(self) -> None:
        with self.assertRaises(espy.WorkerRefused) as caught, fake(refuse=True) as pool:
            list(pool.map([b"x"]))
        self.assertEqual(caught.exception.kind, "missingModel")
        with self.assertRaises(espy.WorkerRefused) as caught, fake(die=True) as pool:
            pool.submit(b"x")
        self.assertIn("cannot go on", str(caught.exception))

    def test_a_closed_pool_takes_nothing(self) -> None:
        pool = fake()
        pool.submit(b"x").result()
        pool.close()
        with self.assertRaises(espy.EspyError):
            pool.submit(b"y")

    def test_no_worker_is_left(self) -> None:
        with fake() as pool:
            workers = {int(result.worker) for result in pool.map(photos(20))}
        for pid in workers:
            with self.assertRaises(ProcessLookupError):
                os.kill(pid, 0)

    def test_verbs_are_checked(self) -> None:
        with self.assertRaises(ValueError):
            Pool("weigh", program=support.FAKE)


class AsyncPoolTests(unittest.TestCase):
    def test_results_come_in_order(self) -> None:
        async def source():
            for number in range(50):
                await asyncio.sleep(0)
                yield f"p{number}", b"photo"

        async def run() -> list[str]:
            async with espy.AsyncPool("rack", program=support.FAKE, workers=2) as pool:
                keys = [result.key async for result in pool.map(source())]
                keys += [result.key async for result in pool.map([b"a", b"b"])]
                self.assertTrue((await pool.run(b"photo")).ok)
                return keys

        self.assertEqual(asyncio.run(run()), [f"p{number}" for number in range(50)] + ["0", "1"])


if __name__ == "__main__":
    unittest.main()
