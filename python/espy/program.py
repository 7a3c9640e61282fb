"""Finds the program espy."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from .errors import ProgramNotFound

_ADVICE = """the program espy is not there. Build it from a checkout (git clone, then ./espy --version), and then
either run Python from the checkout, put the program on PATH, or name it: export ESPY_BINARY=/path/to/espy"""


def find_program(named: str | os.PathLike[str] | None = None) -> str:
    """The path of the program: the named one, `ESPY_BINARY`, the one on `PATH`, or the one in the checkout around this
    package or the working directory.

    Raises `ProgramNotFound`, which says how to get it.
    """
    for wanted in (named, os.environ.get("ESPY_BINARY")):
        if wanted:
            path = os.fspath(wanted)
            if _is_program(path):
                return path
            raise ProgramNotFound("noProgram", f"{path} is not a program that can be run; correct ESPY_BINARY")
    found = shutil.which("espy")
    # A checkout's launcher would build first; its build is looked up below.
    if found and not _is_launcher(Path(found)):
        return found
    for start in (Path(__file__).resolve(), Path.cwd()):
        for folder in start.parents if start.is_file() else (start, *start.parents):
            if (folder / "Package.swift").is_file() and _is_launcher(folder / "espy"):
                built = folder / ".build" / "release" / "espy"
                if _is_program(str(built)):
                    return str(built)
    raise ProgramNotFound("noProgram", _ADVICE)


def _is_program(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)


def _is_launcher(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False
