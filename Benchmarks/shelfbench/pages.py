"""The command line of `make eval-text`: words read from pages, signs and screenshots by both engines in one run."""

import argparse
import json
import subprocess
import unicodedata
from pathlib import Path

from benchkit import machine
from benchkit.tables import table

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "Tests/Samples/text"
DATA = Path("/usr/share/tesseract-ocr/5/tessdata")
#: What Tesseract calls the languages of the set.
NAMES = {"en": "eng", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "pl": "pol", "tr": "tur", "pt": "por"}


def plain(word: str) -> str:
    """A word in lower case with its accents, without punctuation around it."""
    letters = unicodedata.normalize("NFC", word).lower()
    return "".join(letter for letter in letters if letter.isalnum())


def right(wanted: list[str], read: list[str]) -> int:
    """The number of wanted words that were read; each word that was read counts once."""
    left = [plain(word) for word in read]
    count = 0
    for word in map(plain, wanted):
        if word in left:
            left.remove(word)
            count += 1
    return count


def bench(paths: list[Path], *extra: str) -> list[dict]:
    command = [ROOT / ".build/release/EspyBench", "lines", *extra]
    done = subprocess.run(
        command, input="".join(f"{path}\n" for path in paths), capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in answers:
        if "error" in answer:
            raise SystemExit(f"{answer['file']}: {answer['error']}")
    return answers


def tesseract(names: list[str], truth: dict) -> list[dict]:
    """Reads each picture in its own language if the data is there, otherwise in English."""
    answers = {}
    for language in NAMES:
        chosen = [name for name in names if truth[name]["language"] == language]
        data = NAMES[language] if (DATA / f"{NAMES[language]}.traineddata").exists() else "eng"
        found = bench([SAMPLES / name for name in chosen], "--language", data)
        answers.update(zip(chosen, found))
    return [answers[name] for name in names]


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-text", description=__doc__)
    parser.add_argument("--json", type=Path, default=ROOT / ".build/bench/text.json")
    options = parser.parse_args()
    truth = json.loads((SAMPLES / "truth.json").read_text(encoding="utf-8"))
    names = sorted(truth)
    ways = {
        "networks": bench([SAMPLES / name for name in names], "--models", str(ROOT / "models")),
        "Tesseract": tesseract(names, truth),
    }
    print(machine.facts(ROOT, {}))
    missing = [one for one in NAMES.values() if not (DATA / f"{one}.traineddata").exists()]
    if missing:
        print(f"Tesseract reads with its data for English what is in: {', '.join(missing)}.")
    results = {
        way: {name: right(truth[name]["words"], [w["text"] for line in answer["lines"] for w in line["words"]])
              for name, answer in zip(names, answers)}
        for way, answers in ways.items()
    }
    for key in ("kind", "language"):
        head = [key, "words"] + [text for way in ways for text in (way, "%", "CPU ms")]
        rows = []
        for group in [*sorted({truth[name][key] for name in names}), "all"]:
            chosen = [name for name in names if group in (truth[name][key], "all")]
            words = sum(len(truth[name]["words"]) for name in chosen)
            row = [group, str(words)]
            for way, answers in ways.items():
                got = sum(results[way][name] for name in chosen)
                cpu = [answer["msProcessor"] for name, answer in zip(names, answers) if name in chosen]
                row += [str(got), f"{100 * got / words:.1f}", f"{sum(cpu) / len(cpu):.0f}"]
            rows.append(row)
        print(f"\n{table(head, rows)}")
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
