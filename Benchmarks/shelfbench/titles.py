"""The command line of `make eval-titles`: how many title words are read, compared with Tesseract on the whole photo."""

import argparse
import json
import os
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2

from benchkit import machine
from benchkit.tables import table

from . import called, confidence, evaluate
from .tesseract import AUTO, SPARSE, Tesseract
from .words import hits, tokens, whole_titles

ROOT = Path(__file__).resolve().parents[2]
#: The long side of a whole photo that is given to Tesseract.
LONG_SIDE = 1920


@dataclass
class Read:
    """The text that one reader found in one photo."""

    name: str
    words: int
    hits: int = 0
    titles: int = 0
    whole: int = 0
    ms: float = 0
    cpu: float = 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-titles", description=__doc__)
    parser.add_argument("--only", metavar="TEXT", default="", help="only photos with TEXT in the name")
    parser.add_argument("--espy-only", action="store_true", help="leave plain Tesseract out")
    parser.add_argument("--repeat", type=int, default=3, metavar="N", help="times to read each photo (default 3)")
    parser.add_argument("--scenes", type=int, default=0, metavar="N", help="shelves to draw, for the confidence")
    parser.add_argument("--json", type=Path, metavar="FILE", default=ROOT / ".build/bench/titles.json")
    return parser.parse_args()


def photos(only: str) -> list[tuple[Path, dict]]:
    shared = Path(os.environ.get("ESPY_SHARED", ROOT.parent / "shared")) / "data" / "shelf"
    if not (shared / "truth.json").exists():
        return []
    truth = json.loads((shared / "truth.json").read_text(encoding="utf-8"))
    found = [(shared / name, about) for name, about in sorted(truth.items()) if about.get("titles_left_to_right")]
    return [(path, about) for path, about in found if path.exists() and only in path.name]


def bench(paths: list[Path], repeat: int, *extra: str) -> list[dict]:
    command = [ROOT / ".build/release/EspyBench", "titles", "--repeat", str(repeat), *extra]
    names = "".join(f"{path}\n" for path in paths)
    done = subprocess.run(command, input=names, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in answers:
        if "error" in answer:
            raise SystemExit(f"{answer['file']}: {answer['error']}")
    return answers


def judge(path: Path, about: dict, read: list[str], ms: float, cpu: float = 0) -> Read:
    titles = [words for title in about["titles_left_to_right"] if (words := tokens(title))]
    wanted = [word for words in titles for word in words]
    found = hits(wanted, [part for word in read for part in tokens(word)])
    return Read(path.stem, len(wanted), sum(found), len(titles), whole_titles(titles, found), ms, cpu)


def espy(found: list[tuple[Path, dict]], repeat: int, *extra: str) -> tuple[list[Read], called.Called]:
    reads, sure = [], called.Called()
    for (path, about), answer in zip(found, bench([path for path, _ in found], repeat, *extra)):
        sure += called.judge(about["titles_left_to_right"], answer["spines"])
        texts = [spine.get("reading", {}).get("text", "") for spine in answer["spines"]]
        reads.append(judge(path, about, texts, answer["ms"]["median"], answer["msProcessor"]))
    return reads, sure


def true_quads(found: list[tuple[Path, dict]]) -> tuple[list[tuple[Path, dict]], Path]:
    """Photos with hand-drawn spine outlines, and a file with those outlines."""
    marked = [(path, about) for path, about in found if "hand-marked" in about.get("polygons_source", "")]
    file = ROOT / ".build" / "bench" / "quads.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({path.name: about["polygons_norm"] for path, about in marked}), encoding="utf-8")
    return marked, file


def whole(found: list[tuple[Path, dict]], engine: Tesseract, mode: int) -> list[Read]:
    """Reads the photo rotated each way, and keeps the better result: an upper bound, which needs the titles."""
    reads = []
    for path, about in found:
        gray = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        scale = min(1, LONG_SIDE / max(gray.shape))
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        tries = []
        for turn in (cv2.ROTATE_90_COUNTERCLOCKWISE, cv2.ROTATE_90_CLOCKWISE):
            start = (time.perf_counter(), time.process_time())
            words = engine.words(cv2.rotate(gray, turn), mode)
            ms, cpu = 1000 * (time.perf_counter() - start[0]), 1000 * (time.process_time() - start[1])
            tries.append(judge(path, about, words, ms, cpu))
        reads.append(max(tries, key=lambda read: read.hits))
    return reads


def report(by_way: dict[str, list[Read]]) -> str:
    names = [read.name for read in max(by_way.values(), key=len)]
    head = ["photo", "words", "titles"]
    for way in by_way:
        head += [way, "%", "titles", "ms", "CPU ms"]
    rows = []
    for name in [*names, "all"]:
        row = [name, "", ""]
        for reads in by_way.values():
            chosen = [read for read in reads if name in (read.name, "all")]
            if not chosen:
                row += [""] * 5
                continue
            words, got = sum(r.words for r in chosen), sum(r.hits for r in chosen)
            # A reader that does not see all photos does not decide how many words there are.
            if len(reads) == len(names):
                row[1:3] = [str(words), str(sum(r.titles for r in chosen))]
            mean = [sum(values) / len(chosen) for values in ([r.ms for r in chosen], [r.cpu for r in chosen])]
            share = f"{100 * got / max(words, 1):.0f}"
            row += [f"{got}/{words}" if len(reads) < len(names) else str(got), share]
            row += [str(sum(r.whole for r in chosen)), f"{mean[0]:.0f}", f"{mean[1]:.0f}"]
        rows.append(row)
    return table(head, rows)


def main() -> None:
    options = arguments()
    found = photos(options.only)
    print(machine.facts(ROOT, {}))
    outcomes: dict[str, list[Read]] = {}
    if found:
        ways = {"espy": ("--models", str(ROOT / "models")), "espy, Tesseract": ()}
        sure = {}
        for way, extra in ways.items():
            outcomes[way], sure[way] = espy(found, options.repeat, *extra)
        marked, file = true_quads(found)
        if marked:
            extra = ("--models", str(ROOT / "models"), "--quads", str(file))
            outcomes["espy, outlined by hand"], _ = espy(marked, options.repeat, *extra)
        if not options.espy_only:
            engine = Tesseract()
            outcomes["whole, sparse"] = whole(found, engine, SPARSE)
            outcomes["whole, automatic"] = whole(found, engine, AUTO)
            engine.close()
        print(f"\nWords of titles ({len(found)} photos; ms and CPU ms are means in the last line):\n\n{report(outcomes)}")
        for way, one in sure.items():
            share = f"{100 * one.right / max(one.read, 1):.1f}%"
            print(f"{way}: {one.read} spines are called read, {one.right} of them right by title ({share}); "
                  f"{one.unknown} more cannot be judged. {one.doubtful} are called doubtful, "
                  f"{one.doubtful_right} of them right by title.")
    else:
        print("(no photos with titles: see docs/titles.md)")
    if options.scenes:
        folder = evaluate.scenes(options.scenes)
        paths = sorted(folder.glob("*.jpg"))[: options.scenes]
        print(f"\n{confidence.report(paths, bench(paths, 1))}")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    plain = {way: [asdict(read) for read in reads] for way, reads in outcomes.items()}
    options.json.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
