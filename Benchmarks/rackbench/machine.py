"""What the numbers were measured on and with."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path


def _first(path: str, key: str) -> str:
    try:
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            if line.startswith(key):
                return line.split("=" if "=" in line else ":", 1)[1].strip().strip('"')
    except OSError:
        pass
    return "unknown"


def _said(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip().splitlines()[0] if done.returncode == 0 and done.stdout.strip() else "unknown"


def facts(root: Path) -> str:
    changed = "" if _said("git", "-C", str(root), "status", "--porcelain") == "unknown" else " and changes"
    lines = [
        f"- {_first('/proc/cpuinfo', 'model name')}, {os.cpu_count()} cores, "
        f"{_first('/etc/os-release', 'PRETTY_NAME')}, Linux {platform.release().split('-')[0]}",
        f"- Espy {_said('git', '-C', str(root), 'rev-parse', '--short', 'HEAD')}{changed}, release build",
        f"- zxing-cpp {version('zxing-cpp')}, OpenCV {version('opencv-python-headless')}, "
        f"pylibdmtx {version('pylibdmtx')}, Python {platform.python_version()}",
    ]
    return "\n".join(lines)
