"""Whether confident readings are right, on rendered shelves, where all print is known."""

import json
from pathlib import Path

from benchkit.tables import table

from .words import hits, tokens

BANDS = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 1.01]


def center(quad: list[list[float]]) -> tuple[float, float]:
    return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4


def texts(path: Path) -> list[tuple[tuple[float, float], list[str]]]:
    """The middle of each rendered spine, and its words."""
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return [(center(s["quad"]), [w for line in s["text"] for w in tokens(line)]) for s in truth["spines"]]


def judged(paths: list[Path], answers: list[dict]) -> list[tuple[float, int, int]]:
    """For each spine that was read: its confidence, the number of words read, and how many of them are right."""
    found = []
    for path, answer in zip(paths, answers):
        known = texts(path)
        for spine in answer["spines"]:
            reading = spine.get("reading", {})
            read = tokens(reading.get("text"))
            if not read or not known:
                continue
            quad = [[spine["quad"][c]["x"], spine["quad"][c]["y"]]
                    for c in ("topLeft", "topRight", "bottomRight", "bottomLeft")]
            x, y = center(quad)
            _, words = min(known, key=lambda one: (one[0][0] - x) ** 2 + (one[0][1] - y) ** 2)
            # A word counts as right as many times as it is printed.
            right = sum(hits(read, words))
            found.append((reading["confidence"], len(read), right))
    return found


def report(paths: list[Path], answers: list[dict]) -> str:
    rows = []
    spines = judged(paths, answers)
    for low, high in zip(BANDS, BANDS[1:]):
        chosen = [one for one in spines if low <= one[0] < high]
        words, right = sum(one[1] for one in chosen), sum(one[2] for one in chosen)
        mean = sum(one[0] * one[1] for one in chosen) / max(words, 1)
        share = f"{right / words:.2f}" if words else ""
        rows.append([f"{low:.1f} to {min(high, 1):.1f}", str(len(chosen)), str(words), f"{mean:.2f}", share])
    head = ["confidence", "spines", "words", "said", "right"]
    return f"Drawn shelves ({len(paths)}), by what is said of a spine:\n\n{table(head, rows)}"
