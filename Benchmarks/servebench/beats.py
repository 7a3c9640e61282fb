"""How many beats of the browser's clock passed without a frame: late frames, as users see them."""

BEAT = 1000 / 60


def watch_beats(page) -> None:
    """Starts recording for which beats of the browser's clock, 60 a second, the page draws a frame."""
    page.evaluate("""() => {
        window.beats = []
        const note = (now) => { window.beats.push(now); requestAnimationFrame(note) }
        requestAnimationFrame(note)
    }""")


def pace(page) -> list[str]:
    """The number of beats since then, and the fraction of them without a frame."""
    return [str(part) for part in late_share(page.evaluate("window.beats"))]


def late_share(moments: list[float]) -> tuple[int, str]:
    """Frames carry the time of their beat, so any two are a whole number of beats apart."""
    beats = round((moments[-1] - moments[0]) / BEAT)
    missed = beats - (len(moments) - 1)
    return beats, f"{max(missed, 0) / beats:.1%}"
