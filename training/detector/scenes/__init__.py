"""Procedural scenes of repeated objects, with a box for every object that can be seen."""

from .assets import Assets
from .compose import Scene, render_scene

__all__ = ["Assets", "Scene", "render_scene"]
