"""Readers with a common interface: a picture's path in, values and times out."""

import json
import multiprocessing
import subprocess
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Reading:
    """One reader's result for one picture; times are wall milliseconds."""

    values: list[bytes]
    load: float = 0
    decode: float = 0
    #: Processor time of `decode` on all cores together.
    processor: float = 0
    note: str = ""


class Peer:
    """A reader of `peers.READERS`, called in this process."""

    def __init__(self, name: str, rounds: int):
        from . import peers

        self.name = name
        self.rounds = rounds
        self._load, self._decode = peers.load, peers.READERS[name]

    def read(self, path: Path) -> Reading:
        start = time.perf_counter()
        gray = self._load(str(path))
        loaded, busy = time.perf_counter(), time.process_time()
        values = self._decode(gray)
        end, rested = time.perf_counter(), time.process_time()
        return Reading(values, (loaded - start) * 1000, (end - loaded) * 1000, (rested - busy) * 1000)

    def close(self) -> None:
        pass


def _read_apart(name: str, path: Path) -> Reading:
    return Peer(name, 1).read(path)


class PeerApart:
    """A reader in a separate process, because some pictures make libdmtx abort its process."""

    def __init__(self, name: str, rounds: int):
        self.name = name
        self.rounds = rounds
        self._start()

    def _start(self) -> None:
        # A forked process would keep the other readers' pipes open, so that they would never see their end.
        self._pool = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))

    def read(self, path: Path) -> Reading:
        try:
            return self._pool.submit(_read_apart, self.name, path).result()
        except BrokenProcessPool:
            self._start()
            return Reading([], note="crashed")

    def close(self) -> None:
        self._pool.shutdown()


class Espy:
    """EspyBench, started once and queried picture by picture, so that its runs alternate with those of the others."""

    name = "espy"

    def __init__(self, program: Path, rounds: int):
        self.rounds = rounds
        self._process = subprocess.Popen([program, "rack"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def read(self, path: Path) -> Reading:
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"EspyBench ended at {path}")
        answer = json.loads(line)
        if "error" in answer:
            return Reading([], note=answer["error"])
        values = [bytes.fromhex(value) for value in answer["values"]]
        return Reading(values, answer["ms_load"]["min"], answer["ms_decode"]["min"], answer["ms_cpu"])

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()
