"""A page for viewing errors: each photo with a wrong count, its true things and its marks."""

import base64
import mimetypes
from html import escape
from pathlib import Path

from .photos import Photo
from .scores import Score

_STYLE = """
body { font: 15px/1.4 system-ui, sans-serif; margin: 1.5rem; background: #fff; color: #222 }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.5rem }
figure { margin: 0 }
figure div { position: relative }
img { display: block; width: 100% }
svg { position: absolute; inset: 0; width: 100%; height: 100% }
.there { fill: none; stroke: #0a0; stroke-width: 2 }
.mark { fill: #e0218a; stroke: #fff }
circle { vector-effect: non-scaling-stroke }
"""
#: Errors above this fraction of the truth are shown.
ALLOWED = 0.1


def write(file: Path, sets: dict[str, list[tuple[Photo, Score]]]) -> None:
    """Writes a self-contained page, so that it can be stored and shown elsewhere."""
    parts = [_part(name, scored) for name, scored in sets.items()]
    page = f"<!doctype html><html lang=en><meta charset=utf-8><title>Counts that are off</title><style>{_STYLE}</style>"
    page += "<h1>Counts that are off</h1><p>Green rings are things that are there, pink dots what was counted."
    file.write_text("\n".join([page, *parts]) + "\n", encoding="utf-8")


def _part(name: str, scored: list[tuple[Photo, Score]]) -> str:
    off = [(photo, score) for photo, score in scored if not score.within(ALLOWED)]
    off.sort(key=lambda one: -abs(one[1].error) / max(one[1].truth, 1))
    figures = [_figure(photo, score) for photo, score in off]
    return "\n".join([f"<h2>{escape(name)}: {len(off)} of {len(scored)}</h2><main>", *figures, "</main>"])


def _figure(photo: Photo, score: Score) -> str:
    data = base64.b64encode(photo.path.read_bytes()).decode("ascii")
    picture = f'<img alt="" src="data:{mimetypes.guess_type(photo.path.name)[0]};base64,{data}">'
    said = score.failure or f"{score.count} counted ({score.low} to {score.high}), {score.truth} there"
    return (
        f"<figure><div>{picture}{_overlay(photo, score)}</div>"
        f"<figcaption>{escape(photo.path.name)}: {escape(said)}</figcaption></figure>"
    )


def _overlay(photo: Photo, score: Score) -> str:
    if not score.size:
        return ""
    width, height = score.size
    rings = [f'<circle class=there cx={it.x:.0f} cy={it.y:.0f} r={it.size / 2:.0f} />' for it in photo.things or []]
    # About the same size for viewers, however many pixels the photo has.
    dot = max(width, height) / 120
    dots = [f'<circle class=mark cx={x:.0f} cy={y:.0f} r={dot:.1f} />' for x, y in score.places]
    return f'<svg viewBox="0 0 {width} {height}">{"".join([*rings, *dots])}</svg>'
