"""The machine and software that the numbers were measured with."""

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


def facts(root: Path, packages: dict[str, str]) -> str:
    """A Markdown list: machine, version of Espy, and the packages, given as display name: name on the index."""
    changed = "" if _said("git", "-C", str(root), "status", "--porcelain") == "unknown" else " and changes"
    versions = [f"{name} {version(package)}" for name, package in packages.items()]
    lines = [
        f"- {_first('/proc/cpuinfo', 'model name')}, {os.cpu_count()} cores, "
        f"{_first('/etc/os-release', 'PRETTY_NAME')}, Linux {platform.release().split('-')[0]}",
        f"- Espy {_said('git', '-C', str(root), 'rev-parse', '--short', 'HEAD')}{changed}, release build",
        f"- {', '.join([*versions, f'Python {platform.python_version()}'])}",
    ]
    return "\n".join(lines)
