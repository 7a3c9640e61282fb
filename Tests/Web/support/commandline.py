"""What the command line says of the same pictures."""
import copy
import functools
import json
import os
import subprocess

from .paths import ESPY

KEPT = {key: value for key, value in os.environ.items() if not key.startswith("ESPY_")}


def results(verb, pictures, *flags, history=True):
    """
    What `espy count`, `rack` or `shelf` gives for each picture, without what differs from run to run. `history`: whether
    the verb keeps one, which is not wanted here.
    """
    return copy.deepcopy(_results(verb, tuple(pictures), flags, history))


@functools.cache
def _results(verb, pictures, flags, history):
    """What is asked on both sizes is said once."""
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
    """A result without the name of its file and the times that it took."""
    return {key: value for key, value in result.items() if key not in ("file", "stages", "timings")}
