"""Command lines: the options that several programs have."""

import argparse
from pathlib import Path


def parser(about: str | None, *, data: str = "", out: str = "", workers: int = 0, threads: int = 0,
           seed: int | None = None, open_data_only: bool = False) -> argparse.ArgumentParser:
    """Turns parameters into options: texts become the help, numbers the default."""
    made = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    if data:
        made.add_argument("--data", type=Path, required=True, help=data)
    if out:
        made.add_argument("--out", type=Path, required=True, help=out)
    for name, default in (("--workers", workers), ("--threads", threads)):
        if default:
            made.add_argument(name, type=int, default=default)
    if seed is not None:
        made.add_argument("--seed", type=int, default=seed)
    if open_data_only:
        made.add_argument("--open-data-only", action="store_true",
                          help="leave out photos and textures without an open license")
    return made
