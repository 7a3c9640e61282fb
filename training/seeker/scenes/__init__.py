"""Scenes that are hard for a seeker: kinds of one shape side by side, and wholes whose parts must not be found."""

import numpy as np

from ...detector.scenes import Assets, Scene
from ...detector.scenes.compose import render_recipe
from .recipes import sample_recipe

__all__ = ["render_hard"]


def render_hard(rng: np.random.Generator, size: int, assets: Assets) -> Scene:
    """One picture of `size` × `size`; the boxes are of whole things, their kinds tell siblings apart."""
    return render_recipe(rng, size, assets, sample_recipe(rng, assets))
