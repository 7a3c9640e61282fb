"""Programs that count, kept running and asked photo by photo, so that their runs lie between each other's."""

import json
import re
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Answers:
    """What one program said about one photo in all rounds."""

    count: int
    #: Milliseconds by stage, one number for each round.
    stages: dict[str, list[float]] = field(default_factory=dict)

    #: Milliseconds of all stages, one number for each round.
    totals: list[float] = field(default_factory=list)

    #: Boxes that the program did not look at, because there were too many.
    left_out: int = 0

    def add(self, stages: list[dict]) -> None:
        """Keeps one round. A stage that is there several times counts as one."""
        sums: dict[str, float] = {}
        for stage in stages:
            sums[stage["name"]] = sums.get(stage["name"], 0) + stage["ms"]
        for name, ms in sums.items():
            self.stages.setdefault(name, []).append(ms)
        self.totals.append(sum(sums.values()))

    def stage(self, name: str) -> float:
        """Median of the rounds; 0 for a stage that it does not have."""
        return statistics.median(self.stages[name]) if name in self.stages else 0.0

    @property
    def total(self) -> float:
        return statistics.median(self.totals)


class Rival:
    """A program that answers each path on its standard input with a line of JSON."""

    def __init__(self, name: str, about: str, command: list[str]):
        self.name = name
        self.about = about
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, path: Path) -> dict:
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name} ended at {path}")
        answer = json.loads(line)
        if "error" in answer:
            raise SystemExit(f"{self.name}, {path}: {answer['error']}")
        return answer

    def peak(self) -> float:
        """The largest resident size so far, in MB as the kernel counts it (1024 * 1024 bytes)."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE).group(1)) / 1024

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def run(rivals: list[Rival], photos: list[Path], rounds: int) -> dict[tuple[str, Path], Answers]:
    """Asks every program about a photo before the next photo; a first round over all warms up and is not kept.

    The program that goes first changes from round to round, so a slow spell of the machine hits all alike. A round is
    one of all photos, for Espy remembers what it saw of the latest four: asked for one of them again it would only tally.
    """
    found: dict[tuple[str, Path], Answers] = {}
    for index in range(rounds + 1):
        turn = index % len(rivals)
        for path in photos:
            for rival in rivals[turn:] + rivals[:turn]:
                answer = rival.ask(path)
                if index == 0:
                    found[rival.name, path] = Answers(answer["count"], left_out=answer.get("leftOut", 0))
                else:
                    found[rival.name, path].add(answer["stages"])
    return found
