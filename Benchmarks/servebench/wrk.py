"""Requests as fast as they are answered, by wrk."""

import re
import subprocess
from dataclasses import dataclass

from . import process

_UNITS = {"us": 1e-3, "ms": 1.0, "s": 1e3, "m": 60e3}


@dataclass
class Load:
    """One series of requests."""

    per_second: float
    median_ms: float
    p99_ms: float
    # Processor time of the answering program per request, which other work on the machine does not change.
    processor_us: float
    failures: int


def _milliseconds(text: str) -> float:
    number, unit = re.fullmatch(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * _UNITS[unit]


def spell(url: str, pid: int, seconds: int, connections: int, headers: dict[str, str]) -> Load:
    """Requests one address over and over; `pid` is the answering program, including its children."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "10s"]
    for name, value in headers.items():
        command += ["-H", f"{name}: {value}"]
    before = process.processor_seconds(pid)
    said = subprocess.run([*command, url], check=True, capture_output=True, text=True).stdout
    return parsed(said, process.processor_seconds(pid) - before)


def parsed(said: str, processor_seconds: float) -> Load:
    """Parses the output of wrk."""
    requests = int(re.search(r"(\d+) requests in", said)[1])
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    errors = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)", said)
    return Load(
        per_second=float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1]),
        median_ms=_milliseconds(re.search(r"^ +50% +(\S+)", said, re.M)[1]),
        p99_ms=_milliseconds(re.search(r"^ +99% +(\S+)", said, re.M)[1]),
        processor_us=processor_seconds / max(requests, 1) * 1e6,
        failures=(int(bad[1]) if bad else 0) + (sum(map(int, errors.groups())) if errors else 0))
