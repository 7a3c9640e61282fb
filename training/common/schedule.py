"""Parts of learning rate schedules: factors of the peak rate."""

import math


def warm_up(step: int, steps: int) -> float:
    """Rises evenly over the first `steps` steps, then 1."""
    return min(1.0, (step + 1) / steps)


def cosine(share: float, least: float) -> float:
    """Falls along a cosine from 1 to `least` while `share` goes from 0 to 1."""
    return least + (1 - least) * (0.5 + 0.5 * math.cos(math.pi * min(max(share, 0.0), 1.0)))
