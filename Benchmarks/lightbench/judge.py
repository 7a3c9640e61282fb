"""Judges answers after the picture got worse."""

from dataclasses import dataclass

#: What `espy count`, `rack` and `shelf` say of a picture that is hard to see.
WARNINGS = frozenset({"dark", "bright", "blurred"})
#: Texts on spines with less confidence are shown as unsure.
SURE = 0.7


@dataclass(frozen=True)
class Verdict:
    """How right an answer is (0..1), how much of it is wrong, and whether it warns about the picture."""

    right: float
    wrong: float
    warned: bool

    @property
    def silent(self) -> bool:
        """Whether something is wrong without a warning."""
        return self.wrong > 0 and not self.warned


def warned(answer: dict) -> bool:
    return any((warning if isinstance(warning, str) else warning.get("kind")) in WARNINGS
               for warning in answer.get("warnings", []))


def count(answer: dict, truth: int) -> Verdict:
    """Right within a tenth; wrong if the range does not contain the truth, either."""
    right = abs(answer["count"] - truth) <= 0.1 * truth
    span = answer.get("range") or {"low": answer["count"], "high": answer["count"]}
    return Verdict(float(right), float(not right and not span["low"] <= truth <= span["high"]), warned(answer))


def rack(answer: dict, before: dict) -> Verdict:
    """The fraction of codes read as before. Values that no code has, values in other wells, and wells called empty
    where a code was count as wrong."""
    truth, read = ({vial["value"]: vial for vial in one["vials"]} for one in (before, answer))
    known = read.keys() & truth.keys()
    empty = [cell for cell in answer["cells"] if cell["status"] == "empty"]
    moved = [value for value in known if _named(answer) and _named(before) and read[value]["name"] != truth[value]["name"]]
    denied = [vial for vial in truth.values() if any(_is_in(cell, vial) for cell in empty)]
    wrong = len(read.keys() - truth.keys()) + len(moved) + len(denied)
    return Verdict(len(known) / max(len(truth), 1), float(wrong), warned(answer))


def _named(answer: dict) -> bool:
    """Whether the answer assigns wells."""
    return not any(warning["kind"] in ("originUnknown", "turnUnknown", "noLattice") for warning in answer["warnings"])


def _is_in(cell: dict, vial: dict) -> bool:
    """Whether the middle of a well is inside a code, in pictures of one size."""
    corners = vial["corners"].values()
    return all(min(corner[axis] for corner in corners) < cell[axis] < max(corner[axis] for corner in corners) for axis in "xy")


def shelf(answer: dict, before: dict) -> Verdict:
    """The fraction of words read as before. Words of confident texts that were not there count as wrong if they are more
    than a tenth."""
    truth, read, sure = words(before), words(answer), words(answer, SURE)
    strange = len(sure - truth) / max(len(sure), 1)
    return Verdict(len(read & truth) / max(len(truth), 1), strange if strange > 0.1 else 0.0, warned(answer))


def words(answer: dict, least: float = 0) -> set[str]:
    """The words of at least four letters on spines, of texts with at least this confidence."""
    texts = (spine.get("text") or "" for spine in answer["spines"] if spine.get("textConfidence", 1) >= least)
    return {word.lower() for text in texts for word in text.split() if len(word) >= 4 and word.isalpha()}
