"""Draws candidates of `propose.py` to be looked at: `python -m training.labels.sheets --data DATA --candidates FILE… --out DIR`.

Each sheet has at most 60 numbered tiles; a tile without a number and with a blue frame shows an example of what the
tiles after it may be. Red is what was found, green are labels. In a tile with a yellow box the label is in question:
yellow is the label, red what was found in its place. `index.json` says which tile is what.
"""

import json
from pathlib import Path

import cv2
import numpy as np

from ..common import command
from ..common.photos import lists, read_lines

TILE, COLUMNS, ROWS, MOST = 128, 12, 6, 60
RED, GREEN, YELLOW, BLUE = (60, 60, 255), (90, 220, 90), (0, 230, 255), (255, 140, 0)


def crop(image: np.ndarray, box: np.ndarray, drawn: list[tuple[np.ndarray, tuple]]) -> np.ndarray:
    """A tile around a box, with boxes drawn in it."""
    half = max(float((box[2:] - box[:2]).max()) * 1.05, 20.0)
    x, y = (box[:2] + box[2:]) / 2
    scale = TILE / (2 * half)
    matrix = np.array([[scale, 0, (half - x) * scale], [0, scale, (half - y) * scale]], np.float32)
    if scale < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    tile = cv2.warpAffine(image, matrix, (TILE, TILE), flags=cv2.INTER_LINEAR, borderValue=(40, 40, 40))
    for one, color in drawn:
        a = (one.reshape(2, 2) + [half - x, half - y]) * scale
        cv2.rectangle(tile, *[tuple(int(v) for v in point.round()) for point in a], color, 1, cv2.LINE_AA)
    return tile


class Sheet:
    def __init__(self):
        self.tiles: list[np.ndarray] = []
        self.index: dict[str, dict] = {}

    def room(self) -> int:
        return min(MOST - len(self.index), COLUMNS * ROWS - len(self.tiles))

    def put_example(self, tile: np.ndarray, kind: str) -> None:
        cv2.rectangle(tile, (0, 0), (TILE - 1, TILE - 1), BLUE, 5)
        cv2.rectangle(tile, (0, TILE - 16), (min(TILE, 4 + 7 * len(kind)), TILE), (0, 0, 0), -1)
        cv2.putText(tile, kind[:20], (2, TILE - 4), cv2.FONT_HERSHEY_SIMPLEX, 0.38, (255, 255, 255), 1, cv2.LINE_AA)
        self.tiles.append(tile)

    def put(self, tile: np.ndarray, of: dict) -> None:
        name = str(len(self.index) + 1)
        cv2.rectangle(tile, (0, 0), (4 + 9 * len(name), 15), (0, 0, 0), -1)
        cv2.putText(tile, name, (2, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1, cv2.LINE_AA)
        self.tiles.append(tile)
        self.index[name] = of

    def write(self, path: Path) -> None:
        sheet = np.full((ROWS * (TILE + 2), COLUMNS * (TILE + 2), 3), 255, np.uint8)
        for place, tile in enumerate(self.tiles):
            top, left = place // COLUMNS * (TILE + 2), place % COLUMNS * (TILE + 2)
            sheet[top : top + TILE, left : left + TILE] = tile
        cv2.imwrite(str(path), sheet[: -(-len(self.tiles) // COLUMNS) * (TILE + 2)])


def groups(paths: list[Path]):
    """Photos and kinds with something to look at."""
    for path in paths:
        for entry in read_lines(path):
            for row in entry["kinds"]:
                if row["candidates"]:
                    yield entry, row


def labels(data: Path) -> dict[str, list]:
    return {f"{folder}/{entry['file']}": entry["boxes"] for folder, entry in lists(data)}


def main() -> None:
    parser = command.parser(__doc__, data="folder with detect/ and detect2/", out="folder for the sheets")
    parser.add_argument("--candidates", type=Path, nargs="+", required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    boxes, index = labels(options.data), {}
    if (options.out / "index.json").exists():
        index = json.loads((options.out / "index.json").read_text(encoding="utf-8"))
    shown = {(of["file"], of["kind"]) for sheet in index.values() for of in sheet.values()}
    sheet = Sheet()

    def finish() -> None:
        nonlocal sheet
        if sheet.index:
            name = f"{len(index) + 1:04}.png"
            sheet.write(options.out / name)
            index[name] = sheet.index
        sheet = Sheet()

    for entry, row in groups(options.candidates):
        if (entry["file"], row["kind"]) in shown:
            continue
        image = cv2.imread(str(options.data / entry["file"]))
        own = [np.array(box[:4], np.float32) for box in boxes[entry["file"]] if box[4] == row["kind"]]
        waiting = list(enumerate(row["candidates"]))
        while waiting:
            if sheet.room() < 3:
                finish()
            example = np.array(row["examples"][0], np.float32)
            sheet.put_example(crop(image, example, [(example, GREEN)]), row["kind"])
            while waiting and sheet.room() > 0:
                number, candidate = waiting.pop(0)
                box = np.array(candidate["box"], np.float32)
                drawn = [(box, RED)]
                if candidate["is"] == "loose":
                    drawn.insert(0, (np.array(candidate["label"], np.float32), YELLOW))
                else:
                    drawn = [(one, GREEN) for one in own] + drawn
                of = {"file": entry["file"], "sha": entry["sha"], "kind": row["kind"], **candidate}
                sheet.put(crop(image, box, drawn), of)
    finish()
    (options.out / "index.json").write_text(json.dumps(index, indent=1), encoding="utf-8")
    print(f"{len(index)} sheets, {sum(len(sheet) for sheet in index.values())} candidates")


if __name__ == "__main__":
    main()
