"""Espy turns photos into data on your own machine: it counts things, reads boxes of vials and bookshelves, tags photos.

    import espy
    espy.count("tray.jpg")

    with espy.Pool("rack", grid="9x9", workers=4, timeout=60) as pool:
        for result in pool.map(photos):
            print(result.key, result.value if result.ok else result.error)
"""

from .aio import AsyncPool
from .errors import EspyError, Failure, ProgramNotFound, WorkerRefused
from .items import Result
from .pool import Pool
from .program import find_program
from .results import Answer, Count, Rack, Shelf, Tags
from .simple import close, count, rack, shelf, tag

__version__ = "0.1.0"
__all__ = [
    "Answer", "AsyncPool", "Count", "EspyError", "Failure", "Pool", "ProgramNotFound", "Rack", "Result", "Shelf",
    "Tags", "WorkerRefused", "close", "count", "find_program", "rack", "shelf", "tag",
]
