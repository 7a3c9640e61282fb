"""A photo in a pool, and its result."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, Union

from .errors import EspyError, Failure
from .results import Answer

Photo = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview]
"""A path, or the bytes of a file."""
BYTES = (bytes, bytearray, memoryview)
Keyed = Union[Photo, tuple[str, Photo]]
V = TypeVar("V", bound=Answer)


@dataclass(frozen=True)
class Result(Generic[V]):
    """The result of one photo: a value, or an error with the reason."""

    key: str
    value: V | None
    error: Failure | None
    attempts: int
    ms: float
    worker: str
    espy_version: str
    options_hash: str
    sha256: str | None = None

    @property
    def ok(self) -> bool:
        return self.error is None

    def get(self) -> V:
        """The value. Raises `EspyError` if there is none."""
        if self.value is None:
            failure = self.error or Failure("unexpected", "there is no result")
            raise EspyError(failure.kind, f"{self.key}: {failure.message}")
        return self.value


@dataclass
class Item:
    """A photo in progress."""

    key: str
    photo: str | bytes
    sha256: str | None
    future: Future[Result[Any]] = field(default_factory=Future)
    attempts: int = 0
    began: float | None = None


def named(number: int, photo: Keyed) -> tuple[Photo, str | None]:
    """A photo and its key. Bytes without a key use their number."""
    if isinstance(photo, tuple):
        return photo[1], photo[0]
    return photo, str(number) if isinstance(photo, BYTES) else None


def sha256(photo: str | bytes) -> str:
    digest = hashlib.sha256()
    if isinstance(photo, bytes):
        digest.update(photo)
    else:
        with open(photo, "rb") as file:
            while piece := file.read(1 << 20):
                digest.update(piece)
    return digest.hexdigest()
