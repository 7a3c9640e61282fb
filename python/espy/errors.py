"""What can go wrong: as data for one photo, and as exceptions where nothing can be done at all."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Failure:
    """Why a photo has no result. `kind` is a stable name for programs."""

    kind: str
    message: str
    retryable: bool = False


class EspyError(Exception):
    """A photo has no result, or the program cannot work."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind


class ProgramNotFound(EspyError):
    """The program espy is not there."""


class WorkerRefused(EspyError):
    """The program is there, but cannot work: a wrong option, or a model that is missing."""
