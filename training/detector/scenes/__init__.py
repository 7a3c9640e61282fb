"""Procedural scenes of repeated objects, with a box for every object that can be seen."""

from .assets import Assets
from .compose import Craft, Scene, render_scene
from .groups import Light

__all__ = ["Assets", "Craft", "Light", "Scene", "render_scene"]
