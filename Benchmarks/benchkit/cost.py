"""What a run of a program costs."""

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


# A process starts with the peak of the one it was forked from, so a large one must not start what is measured.
_MEASURE = """
import os, subprocess, sys, time
with open(sys.argv[1], "wb") as sink:
    start = time.perf_counter()
    process = subprocess.Popen(sys.argv[2:], stdout=sink)
    _, status, usage = os.wait4(process.pid, 0)
    print(time.perf_counter() - start, usage.ru_maxrss, os.waitstatus_to_exitcode(status))
"""


def cost(command: list[str], output: Path) -> Cost:
    """Runs a program with its standard output in a file; peak memory as the kernel counted it."""
    run = [sys.executable, "-I", "-S", "-c", _MEASURE, str(output), *command]
    seconds, kilobytes, code = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
    return Cost(float(seconds), int(kilobytes) / 1024, int(code))
