"""Errors: as data for one photo, and as exceptions if nothing can be done at all."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """The reason why a photo has no result. `kind` is a stable name for programs."""

    kind: str
    message: str
    retryable: bool = False


class EspyError(Exception):
    """A photo has no result, or the program cannot work."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class ProgramNotFound(EspyError):
    """The program espy is missing."""


class WorkerRefused(EspyError):
    """The program is there, but cannot work: a wrong option, or a missing model."""
