"""The list of the history as a FastAPI program would return it: the same rows, the same JSON.

`uvicorn servebench.rival:app` with the path of the history in ESPY_RIVAL_HISTORY. Rows are read and written in the
event loop, and the answer bypasses FastAPI's encoder: both are faster here than the first examples in its
documentation.
"""

import json
import os
import sqlite3
from datetime import datetime, timezone

from fastapi import FastAPI
from fastapi.responses import Response

app = FastAPI()
_database = sqlite3.connect(f"file:{os.environ.get('ESPY_RIVAL_HISTORY', '')}?mode=ro", uri=True, check_same_thread=False)
_COLUMNS = "position, id, kind, time, title, note, count, low, high, rows, cols, parameters, favorite, corrected, version"
_QUERY = f"""
    SELECT {_COLUMNS} FROM entry
    WHERE deleted IS NULL AND (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR position < ?2)
    ORDER BY position DESC LIMIT ?3
"""
_TOTAL = "SELECT count(*) FROM entry WHERE deleted IS NULL AND (?1 IS NULL OR kind = ?1)"


def _entry(row: tuple) -> dict:
    position, id_, kind, time, title, note, count, low, high, rows, cols, parameters, favorite, corrected, version = row
    entry = {
        "id": id_, "kind": kind, "time": time,
        "date": datetime.fromtimestamp(time, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), "title": title,
        "count": count, "parameters": json.loads(parameters), "favorite": bool(favorite), "corrected": bool(corrected),
        "thumbnail": f"/api/v1/history/{id_}/thumbnail.jpg?v={position}.{version}",
    }
    if low is not None and high is not None:
        entry["range"] = {"low": low, "high": high}
    optional = {"note": note, "rows": rows, "cols": cols}
    return entry | {key: value for key, value in optional.items() if value is not None}


@app.get("/api/v1/history")
async def history(kind: str | None = None, cursor: str | None = None, limit: int = 100) -> Response:
    before = int(cursor[1:], 36) if cursor else None
    found = _database.execute(_QUERY, (kind, before, limit + 1)).fetchall()
    total = _database.execute(_TOTAL, (kind,)).fetchone()[0]
    shown = found[:limit]
    page = {"entries": [_entry(row) for row in shown], "next": None, "total": total}
    if len(found) > limit:
        page["next"] = "e" + _base36(shown[-1][0])
    text = json.dumps(page, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return Response(text, media_type="application/json", headers={"Cache-Control": "no-store"})


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"
