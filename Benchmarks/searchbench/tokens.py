"""How Espy and OpenCLIP split texts into tokens: identically, or where they differ."""

import argparse
import gzip
import hashlib
import importlib.util
import json
import random
import subprocess
import sys
import tempfile
import types
import unicodedata
from pathlib import Path

import regex

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / ".build" / "release" / "SearchBench"
MERGES = 49_152 - 256 - 2
WORDS = (
    "a the photo of dog dogs beach sunset it's we'll they've I'm don't he'd you're 2024 35mm f/1.8 café naïve straße "
    "ÅNGSTRÖM über 日本 東京タワー привет мир שלום مرحبا 🐶 👨‍👩‍👧 😀😀 hello,world!!! -- '' 's s's ''s rock'n'roll ½ ² Ⅷ ٣ ǅ "
    "ﬁne e-mail foo_bar https://x.org/a?b=c#d <b>bold</b> zero\u200bwidth ａｂｃ １２３ \u0301 e\u0301 n\u0303 ĳ ŉ İstanbul "
    "supercalifragilisticexpialidocious antidisestablishmentarianism <|endoftext|> tab\there A\u00a0B"
).split(" ")


def reference() -> tuple[object, list[str]]:
    """OpenCLIP's tokenizer without the rest of the package, and the publisher's list of pairs."""
    for name, values in (("torch", {"Tensor": object, "LongTensor": object}), ("numpy", {"ndarray": object})):
        sys.modules[name] = types.SimpleNamespace(**values)
    folder = Path(importlib.util.find_spec("open_clip").submodule_search_locations[0])
    spec = importlib.util.spec_from_file_location("tokenizer", folder / "tokenizer.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tokenizer = module.SimpleTokenizer(clean="lower")
    # The end-of-text marker is ordinary text if users type it.
    tokenizer.cache = {}
    lines = gzip.open(folder / "bpe_simple_vocab_16e6.txt.gz").read().decode().split("\n")
    return tokenizer, lines[1 : MERGES + 1]


def expected(tokenizer: object, text: str) -> list[int]:
    """Normalizes texts like the published `tokenizer.json`, with the publisher's pattern."""
    plain = "".join(letter.lower() for letter in unicodedata.normalize("NFC", text))
    tokens = []
    for word in regex.findall(r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+", plain):
        spelled = "".join(tokenizer.byte_encoder[byte] for byte in word.encode())
        tokens += [tokenizer.encoder[piece] for piece in tokenizer.bpe(spelled).split(" ")]
    return [49_406, *tokens][:76] + [49_407]


def invented(count: int) -> list[str]:
    chooser = random.Random(5)
    texts = ["a photo of a cat", "", "  ", "Hello, World! 123", "a" * 300, " ".join(["dog"] * 100)]
    for _ in range(count):
        blank = chooser.choice([" ", "  ", "", " , "])
        texts.append(blank.join(chooser.choice(WORDS) for _ in range(chooser.randint(1, 12))))
    letters = [chr(code) for code in range(0x20, 0x2FFF) if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Co", "Cc")]
    for _ in range(count):
        pool = (letters, "abc xyz'1")
        texts.append("".join(chooser.choice(chooser.choice(pool)) for _ in range(chooser.randint(1, 20))))
    return texts


def main() -> None:
    parser = argparse.ArgumentParser(prog="Benchmarks/eval-tokens", description=__doc__)
    parser.add_argument("--texts", type=int, default=4_000, help="of each of two kinds (default 4000)")
    parser.add_argument("--bench", type=Path, default=BENCH, help="the program that cuts")
    options = parser.parse_args()
    tokenizer, pairs = reference()
    merges = ("#version: 0.2\n" + "\n".join(pairs) + "\n").encode()
    print(f"merges.txt: {len(merges):,} bytes, SHA-256 {hashlib.sha256(merges).hexdigest()}")
    texts = invented(options.texts)
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(merges)
        file.flush()
        done = subprocess.run(
            [options.bench, "tokens", file.name], input=json.dumps(texts).encode(), check=True, capture_output=True
        )
    found = json.loads(done.stdout)
    wrong = [(text, tokens) for text, tokens in zip(texts, found, strict=True) if tokens != expected(tokenizer, text)]
    print(f"{len(texts) - len(wrong):,} of {len(texts):,} texts are cut alike")
    for text, tokens in wrong[:5]:
        print(f"    {text!r}: {tokens} instead of {expected(tokenizer, text)}")


if __name__ == "__main__":
    main()
