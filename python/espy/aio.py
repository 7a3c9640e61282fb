"""The same for asyncio, without blocking the event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from typing import Any

from .items import Keyed, Photo, Result, named
from .pool import Pool


class AsyncPool:
    """Workers for one verb, with the same arguments as `Pool`."""

    def __init__(self, verb: str, **arguments: Any) -> None:
        self.pool = Pool(verb, **arguments)

    async def __aenter__(self) -> AsyncPool:
        return self

    async def __aexit__(self, kind: object, *_: object) -> None:
        await self.close(kill=kind is not None)

    async def run(self, photo: Photo, key: str | None = None) -> Result[Any]:
        """Returns the result of one photo."""
        future = await asyncio.to_thread(self.pool.submit, photo, key)
        return await asyncio.wrap_future(future)

    async def map(self, photos: Iterable[Keyed] | AsyncIterable[Keyed]) -> AsyncIterator[Result[Any]]:
        """Returns the results in the order of the photos, which may be an asynchronous iterable. Only as many photos as
        the workers need are read ahead."""
        waiting: deque[asyncio.Future[Result[Any]]] = deque()
        window = await asyncio.to_thread(lambda: self.pool.window)
        number = 0
        try:
            async for photo in _all(photos):
                future = await asyncio.to_thread(self.pool.submit, *named(number, photo))
                number += 1
                waiting.append(asyncio.wrap_future(future))
                while waiting and (waiting[0].done() or len(waiting) >= window):
                    yield await waiting.popleft()
            while waiting:
                yield await waiting.popleft()
        finally:
            for future_left in waiting:
                future_left.cancel()

    async def close(self, *, kill: bool = False) -> None:
        await asyncio.to_thread(lambda: self.pool.close(kill=kill))


async def _all(photos: Iterable[Keyed] | AsyncIterable[Keyed]) -> AsyncIterator[Keyed]:
    if isinstance(photos, AsyncIterable):
        async for photo in photos:
            yield photo
    else:
        for photo in photos:
            yield photo
