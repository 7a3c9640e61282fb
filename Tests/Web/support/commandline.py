"""The command line's results for the same pictures."""
import copy
import functools
import json
import os
import subprocess

from .paths import ESPY

KEPT = {key: value for key, value in os.environ.items() if not key.startswith("ESPY_")}


def results(verb, pictures, *flags, history=True):
    """
    Returns the result of `espy count`, `rack` or `shelf` for each picture, without anything that differs from run to
    run. `history`: whether the verb has a history, which is turned off here.
    """
    return copy.deepcopy(_results(verb, tuple(pictures), flags, history))


@functools.cache
def _results(verb, pictures, flags, history):
    """Runs once for both screen sizes."""
    unkept = ["--no-history"] if history else []
    command = [ESPY, verb, "--json", "--quiet", *unkept, *flags, *map(str, pictures)]
    told = subprocess.run(command, capture_output=True, text=True, env=KEPT, check=False)
    found = [line for line in map(json.loads, told.stdout.splitlines()) if "total" not in line]
    if len(found) != len(pictures) or any("error" in one for one in found):
        raise RuntimeError(f"espy {verb}: {told.stderr}")
    return [plain(one) for one in found]


def count(picture):
    return results("count", [picture])[0]


def rack(picture):
    return results("rack", [picture])[0]


def plain(result):
    """A result without the name of its file and its times."""
    return {key: value for key, value in result.items() if key not in ("file", "stages", "timings")}
