"""The program's results for many photos."""

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("ESPY_BINARY", ROOT / ".build/release/espy"))


def tagged(paths: list[Path], *flags: str) -> dict[str, dict]:
    """The answer for each photo by path; photos that cannot be read have an `error`."""
    command = [BINARY, "gallery", "tag", "--json", "--quiet", *flags]
    found = {}
    # The maximum number of names on one command line.
    for start in range(0, len(paths), 500):
        part = [str(path) for path in paths[start:start + 500]]
        done = subprocess.run([*command, *part], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1, 2):
            raise SystemExit(done.stderr.strip() or f"espy ended with {done.returncode}")
        for line in done.stdout.splitlines():
            answer = json.loads(line)
            found[answer["file"]] = answer
    missing = [path for path in map(str, paths) if path not in found]
    if missing:
        raise SystemExit(f"{missing[0]}: espy gave no answer")
    return found
