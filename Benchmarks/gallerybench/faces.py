"""Faces: how many are found on photos that were outlined by eye, and how well descriptors tell people apart.

Limits were chosen on every second photo (the first half), and with half of the people; the others are told apart.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
from pathlib import Path

from benchkit import machine
from benchkit.tables import replace_between, table

from . import espy

TRUTH = Path(__file__).with_name("faces.json")
BLOCK = ("<!-- faces: written by make eval-faces -->", "<!-- end of faces -->")
# The likeness of the same person, as in docs/decisions/0069-people.md.
LEAST = 0.75


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-faces", description=__doc__)
    parser.add_argument("--people", type=Path, help="a folder of more photos, each named after who is on it: obama2.jpg")
    parser.add_argument("--write", action="store_true", help="put the tables into Benchmarks/docs/gallery.md")
    options = parser.parse_args()
    shared = Path(os.environ.get("ESPY_SHARED", espy.ROOT.parent / "shared"))
    text = report(shared / "data" / "train" / "tags224", options.people)
    print("\n\n".join([machine.facts(espy.ROOT, {}), text]))
    if options.write:
        replace_between(espy.ROOT / "Benchmarks" / "docs" / "gallery.md", *BLOCK, text)


def report(folder: Path, people: Path | None) -> str:
    if not folder.exists():
        return "(no photos: see docs/gallery.md)"
    truth = json.loads(TRUTH.read_text(encoding="utf-8"))
    photos = truth["photos"]
    none = sorted(path.name for path in folder.glob("none_*"))
    more = sorted(path for path in people.glob("*.jpg") if "partial" not in path.name) if people else []
    seen = found([folder / name for name in [photo["file"] for photo in photos] + none] + more)
    rows = []
    for half, title in enumerate(("first half", "second half")):
        rows.append([title, *map(str, outlined(photos[half::2], folder, seen))])
    false = sum(bool(seen[str(folder / name)]) for name in none)
    head = ["photos of people", "photos", "faces", "found", "not faces", "photos with a face", "of those found"]
    # Who is on each photo; the halves follow from it.
    names = {str(folder / photo["file"]): f"P/{photo['file']}" for photo in photos}
    for group in truth["same"]:
        for name in group:
            names[str(folder / name)] = f"P/{min(group)}"
    for path in more:
        names[str(path)] = f"X/{re.match('[a-z]*', path.name)[0]}.jpg"
    unknown = {str(folder / name) for name in truth["unknown"]}
    return (f"{table(head, rows)}\n\nOf {len(none)} photos without people, {false} show what is taken for a face (statues and "
            f"drawings among them).\n\n{pairs(names, unknown, seen)}")


def found(paths: list[Path]) -> dict[str, list[dict]]:
    """The faces on each photo."""
    bench = Path(os.environ.get("ESPY_BENCH", espy.ROOT / ".build/release/EspyBench"))
    done = subprocess.run([bench, "faces", "--models", espy.ROOT / "models"], input="\n".join(map(str, paths)) + "\n",
                          capture_output=True, text=True, check=True)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return {line["file"]: line.get("faces") or [] for line in lines}


def outlined(photos: list[dict], folder: Path, seen: dict[str, list[dict]]) -> list[int]:
    """Photos, faces, found ones, detections that are none, photos with a face, and those where one was found."""
    faces = hits = wrong = shown = known = 0
    for photo in photos:
        left = [corners(face) for face in seen[str(folder / photo["file"])]]
        here = 0
        for face in photo.get("faces", []):
            match = next((one for one in left if is_same(one, face)), None)
            if match:
                left.remove(match)
                here += 1
        sure = photo.get("faces", []) + photo.get("unsure", [])
        wrong += sum(not any(is_same(one, face) for face in sure) for one in left)
        faces, hits = faces + len(photo.get("faces", [])), hits + here
        shown, known = shown + bool(photo.get("faces")), known + bool(here)
    return [len(photos), faces, hits, wrong, shown, known]


def corners(face: dict) -> list[float]:
    return [face["x"], face["y"], face["x"] + face["width"], face["y"] + face["height"]]


def is_same(one: list[float], other: list[float]) -> bool:
    """Whether two boxes share a quarter of their area, or most of the smaller one."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return False
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    shared = width * height
    return shared > 0.25 * (sum(areas) - shared) or shared > 0.7 * min(areas)


def pairs(names: dict[str, str], unknown: set[str], seen: dict[str, list[dict]]) -> str:
    """How alike the same and different people are. The mean descriptor and the limit come from the first half."""
    faces = [(path, names[path], face["descriptor"]) for path in names for face in seen[path] if face["descriptor"]]
    half = {id(face): hashlib.md5(face[1].encode()).digest()[1] % 2 for face in faces}
    rows = []
    for title, is_in in (("people of the first half", (0, 0)), ("people of the second half", (1, 1)),
                         ("one of each half", (0, 1))):
        same, others = [], []
        for at, one in enumerate(faces):
            for other in faces[at + 1:]:
                if tuple(sorted((half[id(one)], half[id(other)]))) != is_in:
                    continue
                if one[0] != other[0] and {one[0], other[0]} <= unknown:
                    continue
                likeness = sum(a * b for a, b in zip(one[2], other[2]))
                (same if one[1] == other[1] and one[0] != other[0] else others).append(likeness)
        rows.append([title, str(len(others)), str(sum(one >= LEAST for one in others)), f"{max(others):.2f}",
                     str(len(same)), str(sum(one >= LEAST for one in same)), f"{min(same):.2f}" if same else "–"])
    head = ["pairs of faces", "different", f"≥ {LEAST}", "highest", "same", f"≥ {LEAST}", "lowest"]
    return table(head, rows)


if __name__ == "__main__":
    main()
