"""Programs that count, kept running and queried photo by photo, so that their runs alternate."""

import json
import re
import statistics
import subprocess
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Answers:
    """One program's answers about one photo in all rounds."""

    count: int
    #: Milliseconds by stage, one number for each round.
    stages: dict[str, list[float]] = field(default_factory=dict)

    #: Milliseconds of all stages, one number for each round.
    totals: list[float] = field(default_factory=list)

    #: Boxes that the program did not look at, because there were too many.
    left_out: int = 0

    def add(self, stages: list[dict]) -> None:
        """Adds one round. A stage that occurs several times counts as one."""
        sums: dict[str, float] = {}
        for stage in stages:
            sums[stage["name"]] = sums.get(stage["name"], 0) + stage["ms"]
        for name, ms in sums.items():
            self.stages.setdefault(name, []).append(ms)
        self.totals.append(sum(sums.values()))

    def stage(self, name: str) -> float:
        """Median over the rounds; 0 for a missing stage."""
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
        """The peak resident size so far, in MB as the kernel counts them (1024 * 1024 bytes)."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE).group(1)) / 1024

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()


def run(rivals: list[Rival], photos: list[Path], rounds: int) -> dict[tuple[str, Path], Answers]:
    """Queries every program about a photo before the next photo. A first round over all photos is not counted.

    The program that goes first changes from round to round, so that a slow phase of the machine hits all alike. A round
    covers all photos because Espy remembers the latest four: asked about one of them again, it would only recount.
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
