"""How many beats of the browser's clock went by without a frame of a page: late frames, as a person sees them."""

BEAT = 1000 / 60


def watch_beats(page) -> None:
    """Notes from now on which beats of the browser's clock, 60 a second, the page has made a frame for."""
    page.evaluate("""() => {
        window.beats = []
        const note = (now) => { window.beats.push(now); requestAnimationFrame(note) }
        requestAnimationFrame(note)
    }""")


def pace(page) -> list[str]:
    """How many beats there were since, and the share of them that went by without a frame."""
    return [str(part) for part in late_share(page.evaluate("window.beats"))]


def late_share(moments: list[float]) -> tuple[int, str]:
    """Frames carry the time of their beat, so that what lies between two of them is a whole number of beats."""
    beats = round((moments[-1] - moments[0]) / BEAT)
    missed = beats - (len(moments) - 1)
    return beats, f"{max(missed, 0) / beats:.1%}"
