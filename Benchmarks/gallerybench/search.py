"""Search by meaning: everyday queries over photos with meaningless names, compared with what people see in them.

`queries.json` has the words and, for each, the photos that show it, by the first digits of their SHA-256: labels of
their collections, completed and corrected by looking at the results.
"""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchkit.tables import table

from . import espy

QUERIES = Path(__file__).parent / "queries.json"
FIRST = 5
DIGITS = 12


def report(shared: Path) -> str:
    photos = {digits(path): path for path in of(shared)}
    if not photos:
        return "(no photos to search: see docs/gallery.md)"
    truth = json.loads(QUERIES.read_text(encoding="utf-8"))
    queries = {query: set(right) & set(photos) for query, right in truth["queries"].items()}
    with tempfile.TemporaryDirectory() as folder:
        answers = asked(photos, [*queries, *truth["nonsense"]], Path(folder))
    rows, shares, hits = [], [], 0
    for query, right in queries.items():
        found, sure = answers[query]
        first = found[:FIRST]
        good = sum(name in right for name, _ in first)
        shares.append(good / min(FIRST, len(right)) if right else 0)
        hits += good > 0
        rows.append([query, *map(str, (len(right), sure, len(found) - sure, len(first), good))])
    found = sum(bool(answers[word][0]) for word in truth["nonsense"])
    shown = sum(int(row[4]) for row in rows)
    right = sum(int(row[5]) for row in rows)
    lines = [
        f"- {len(photos)} photos, {len(queries)} queries: a right photo among the first five for {hits} "
        f"({hits / len(queries):.2f}); {right} of the {shown} photos among the first five are right "
        f"({right / max(shown, 1):.2f}); of as many as could be there, five at most, {sum(shares) / len(shares):.2f} are.",
        f"- {found} of {len(truth['nonsense'])} words without a sense find photos.",
    ]
    head = ["query", "photos that show it", "found for sure", "perhaps", "first five: shown", "right"]
    return "\n".join(lines) + "\n\n" + table(head, rows)


def of(shared: Path) -> list[Path]:
    """The photos to search: none that anything was learned from or chosen with."""
    data = shared / "data"
    tagged = data / "train" / "tags224"
    if not (tagged / "tags224.jsonl").exists() or not (data / "gallery").is_dir():
        return []
    lines = (tagged / "tags224.jsonl").read_text(encoding="utf-8").splitlines()
    paths = [tagged / photo["file"] for photo in map(json.loads, lines) if photo["split"] == "test"]
    paths += [path for path in sorted((data / "gallery").rglob("*"))
              if path.is_file() and path.suffix.lower() not in (".json", ".md")]
    return paths + [path for path in sorted((data / "count").iterdir()) if path.suffix.lower() in (".jpg", ".png")]


def digits(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:DIGITS]


def asked(photos: dict[str, Path], queries: list[str], folder: Path) -> dict[str, tuple[list[tuple[str, str]], int]]:
    """For each query, the photos found with their first reason, and how many of them are certain. Names are
    meaningless, and text on photos is not read."""
    library = folder / "photos"
    library.mkdir()
    # Digits only, because checksums contain words such as bed.
    for name, path in photos.items():
        shutil.copyfile(path, library / f"{int(name, 16)}{path.suffix}")
    run(folder, "add", library, "--quiet", "--language", "none")
    answers = {}
    for query in queries:
        answer = json.loads(run(folder, "search", "--json", "--perhaps", "--limit", "0", query))
        found = [(f"{int(Path(hit['path']).stem):0{DIGITS}x}", (hit["why"] or [""])[0]) for hit in answer["photos"]]
        answers[query] = found, answer.get("sure", len(found))
    return answers


def run(home: Path, *words) -> str:
    """With its own library, and without the user's settings and models."""
    surroundings = {**os.environ, "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    done = subprocess.run([espy.BINARY, "gallery", *map(str, words)], capture_output=True, text=True, check=False,
                          env=surroundings)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr.strip() or f"espy ended with {done.returncode}")
    return done.stdout
