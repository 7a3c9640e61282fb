"""Results as pictures, for notebooks."""

from __future__ import annotations

import base64
import html as escaping
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .results import Answer, Count, Rack, Shelf, Tags

# Types that browsers show; larger photos would bloat the notebook.
_TYPES = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG": "image/png", b"RIFF": "image/webp", b"GIF8": "image/gif"}
_MOST_BYTES = 8 << 20
_COUNTED, _OTHER = "#2e9e5b", "#3b74c9"


def html(answer: Answer) -> str:
    """The photo with its result drawn on it; only the outlines if a browser cannot show the photo."""
    shapes = "".join(_shapes(answer))
    image = _image(answer.photo)
    picture = f'<img src="{image}" style="width:100%;display:block">' if image else ""
    ratio = f"{answer.width} / {answer.height}"
    drawing = (
        f'<svg viewBox="0 0 {answer.width} {answer.height}" '
        f'style="position:absolute;inset:0;width:100%;height:100%" role="img">{shapes}</svg>')
    caption = escaping.escape(repr(answer))
    return (
        f'<figure style="margin:0;max-width:640px"><div style="position:relative;aspect-ratio:{ratio};'
        f'background:#8882">{picture}{drawing}</div><figcaption>{caption}</figcaption></figure>')


def _shapes(answer: Answer) -> Iterable[str]:
    stroke = max(answer.width, answer.height, 1) / 400
    match answer:
        case Count():
            for thing in answer.detections:
                color = _COUNTED if thing.main else _OTHER
                dashes = f' stroke-dasharray="{3 * stroke:g}"' if thing.doubt >= 0.5 else ""
                yield (f'<rect x="{thing.x:g}" y="{thing.y:g}" width="{thing.width:g}" height="{thing.height:g}" '
                       f'fill="none" stroke="{color}" stroke-width="{stroke:g}"{dashes}/>')
        case Rack():
            for vial in answer.vials:
                yield _outline(vial.corners.corners, f"{vial.name}: {vial.value}", stroke)
        case Shelf():
            for spine in answer.spines:
                yield _outline(spine.quad, spine.text or "", stroke)
        case Tags():
            return


def _outline(corners: Sequence[tuple[float, float]], title: str, stroke: float) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in corners)
    return (f'<polygon points="{points}" fill="transparent" stroke="{_COUNTED}" stroke-width="{stroke:g}">'
            f"<title>{escaping.escape(title)}</title></polygon>")


def _image(photo: Any) -> str | None:
    """The photo as a data URL."""
    try:
        if isinstance(photo, str):
            path = Path(photo)
            data = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else b""
        else:
            data = photo or b""
    except OSError:
        return None
    kind = next((kind for start, kind in _TYPES.items() if data.startswith(start)), None)
    if kind is None or len(data) > _MOST_BYTES:
        return None
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"
