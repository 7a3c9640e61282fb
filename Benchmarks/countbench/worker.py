"""The reference pipeline as a program: one line of JSON for each photo named as an argument or on standard input."""

import argparse
import json
import sys
from pathlib import Path

import cv2

from .manifest import model
from .networks import Detector, Embedder
from .reference import CONFIDENCE, Reference


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", type=Path, required=True, help="folder with a manifest")
    parser.add_argument("--detector", default="espy-detector")
    parser.add_argument("--embedder", default="espy-embedder")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--batch", type=int, default=1, help="crops that are embedded at once (the script: 1)")
    parser.add_argument("--confidence", type=float, default=CONFIDENCE, help=f"least score (the script: {CONFIDENCE})")
    parser.add_argument("--most", type=int, help="boxes of a photo that are looked at, best first (the script: all)")
    parser.add_argument("photos", type=Path, nargs="*")
    options = parser.parse_args()
    cv2.setNumThreads(options.threads)
    reference = Reference(
        Detector(model(options.models, options.detector), options.threads),
        Embedder(model(options.models, options.embedder), options.threads, options.batch),
        options.confidence,
        options.most,
    )
    for line in options.photos or sys.stdin:
        path = Path(str(line).rstrip("\n"))
        found = reference.count(path)
        stages = [{"name": name, "ms": ms} for name, ms in found.stages.items()]
        answer = {"file": str(path), "count": found.count, "stages": stages, "leftOut": found.left_out}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
