"""The cost of a program run."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Cost:
    """One run of a program."""

    seconds: float
    megabytes: float
    code: int
    cpu: float  # seconds of all processors together
    said: str  # standard error


# A process inherits the peak memory of the one it was forked from, so a large one must not start the measured program.
_MEASURE = """
import os, subprocess, sys, time
with open(sys.argv[1], "wb") as sink:
    start = time.perf_counter()
    process = subprocess.Popen(sys.argv[2:], stdout=sink)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    print(seconds, usage.ru_maxrss, os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime)
"""


def cost(command: list[str], output: Path, environment: dict[str, str] | None = None) -> Cost:
    """Runs a program with its standard output in a file; peak memory is the kernel's count."""
    run = [sys.executable, "-I", "-S", "-c", _MEASURE, str(output), *command]
    done = subprocess.run(run, check=True, capture_output=True, text=True, env=environment)
    seconds, kilobytes, code, cpu = done.stdout.split()
    return Cost(float(seconds), int(kilobytes) / 1024, int(code), float(cpu), done.stderr)
