"""Resource use of a running program, as counted by the kernel."""

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def family(pid: int) -> list[int]:
    """A program and all its child processes."""
    return [pid] + [member for child in _children(pid) for member in family(child)]


def processor_seconds(pid: int) -> float:
    """Of the whole family, so far."""
    total = 0
    for member in family(pid):
        fields = Path(f"/proc/{member}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / _TICKS


def _status(pid: int, key: str) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1])
    raise KeyError(key)


def resident_megabytes(pid: int) -> float:
    return _status(pid, "VmRSS") / 1024


def peak_megabytes(pid: int) -> float:
    """Since the program started, or since `forget_peak`."""
    return _status(pid, "VmHWM") / 1024


def forget_peak(pid: int) -> None:
    Path(f"/proc/{pid}/clear_refs").write_text("5")


def descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))
