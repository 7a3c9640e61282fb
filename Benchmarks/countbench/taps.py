"""The gain from one tap: choosing one of the offered explanations, or one true thing as the example."""

import json
import os
import random
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .answers import counted
from .photos import Photo
from .scores import Score

#: The number of random examples per photo, so that a lucky one does not decide.
TAPS = 3


@dataclass(frozen=True)
class Tapped:
    """One photo: counted directly, and with each of the random examples."""

    at_once: Score
    #: Counts of all explanations offered by the direct count, including the first.
    offered: list[int]
    #: One for each random example; empty if the positions of the things are unknown.
    shown: list[Score]
    #: Processor time in milliseconds, at once and for each thing shown.
    cpu: list[float]

    def within(self, share: float) -> float:
        """The probability that one tap leads to a count within a fraction of the truth."""
        truth = self.at_once.truth
        if any(abs(count - truth) <= share * truth for count in self.offered):
            return 1.0
        return sum(score.within(share) for score in self.shown) / len(self.shown) if self.shown else 0.0


def drawn(photo: Photo) -> list[list[float]]:
    """Boxes of things, the same ones in each run."""
    known = [thing for thing in photo.things or [] if thing.width and thing.height]
    chosen = random.Random(f"{photo.name} {len(known)}").sample(known, min(TAPS, len(known)))
    return [[it.x - it.width / 2, it.y - it.height / 2, it.width, it.height] for it in chosen]


def ask(bench: Path, models: Path, photos: list[Photo], pipeline: str, taps: bool = True) -> list[Tapped]:
    """Counts all photos in one process, which loads its models once; without `taps`, only directly.

    Raises SystemExit if an answer is missing.
    """
    lines = [json.dumps({"file": str(photo.path), "taps": drawn(photo) if taps else []}) for photo in photos]
    command = [str(bench), "taps", "--models", str(models), "--pipeline", pipeline]
    done = subprocess.run(
        command, input="\n".join(lines) + "\n", stdout=subprocess.PIPE, text=True, env=os.environ, check=False
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(photos):
        raise SystemExit(f"{len(answers)} answers for {len(photos)} photos (exit code {done.returncode})")
    return [tapped(photo, answer) for photo, answer in zip(photos, answers)]


def tapped(photo: Photo, answer: dict) -> Tapped:
    counts = answer["counts"]
    if answer.get("error") or not counts:
        failed = Score(photo.name, photo.answer, 0, 0, 0, failure=answer.get("error", "no count"))
        return Tapped(failed, [], [], [])
    scores = [_score(photo, count) for count in counts]
    return Tapped(scores[0], counts[0]["offered"], scores[1:], [count["cpu"] for count in counts])


def _score(photo: Photo, count: dict) -> Score:
    marks = [tuple(mark) for mark in count["marks"]]
    return counted(photo, count["count"], count["low"], count["high"], marks, tuple(count["size"]))


def on_the_page(at_once: Tapped, ways: list[Tapped]) -> Tapped:
    """One photo as the page counts it: directly by default, with the explanations that all ways offer.

    The last way is the one that searches for the example.
    """
    offered = [count for way in (at_once, *ways) for count in way.offered]
    cpu = [at_once.cpu[0], *ways[-1].cpu[1:]] if at_once.cpu and ways[-1].cpu else []
    return Tapped(at_once.at_once, offered, ways[-1].shown, cpu)
