"""Runs the graphs as the product does."""

from pathlib import Path

import numpy as np
import openvino

from .graphs import GRAPHS
from .net import WIDTH, Example
from .split import PARTS


class Engine:
    """The graphs of one seeker; `pattern` names its files with {} for the name of the graph."""

    def __init__(self, pattern: str, threads: int = 1, precision: str = "f32"):
        core = openvino.Core()
        # Every photo has a different size, so caches per size would never be used again.
        settings = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": precision,
                    "CPU_RUNTIME_CACHE_CAPACITY": 0}
        self.models = {name: core.compile_model(Path(pattern.format(name)), "CPU", settings) for name in {**PARTS, **GRAPHS}}

    def _run(self, name: str, *given: np.ndarray) -> list[np.ndarray]:
        outputs = self.models[name](dict(zip(GRAPHS[name].inputs, given)))
        return [np.array(outputs[each]) for each in GRAPHS[name].outputs]

    def maps(self, pixels: np.ndarray) -> np.ndarray:
        """[1, WIDTH, rows, columns] of a picture [H, W, 3] whose sides are multiples of 32."""
        known = {"pixels": pixels.transpose(2, 0, 1)[None].astype(np.float32)}
        for part, (inputs, outputs) in PARTS.items():
            answers = self.models[part]({name: known[name] for name in inputs})
            known |= {name: np.array(answers[name]) for name in outputs}
        return known["maps"]

    def example(self, maps: np.ndarray, boxes: np.ndarray) -> Example:
        """The combined look of the boxes [N, 4], in pixels of the maps' picture."""
        return Example(*self._run("example", maps, boxes.astype(np.float32)))

    def find(self, maps: np.ndarray, example: Example) -> np.ndarray:
        """[cells, 5]: left, top, right, bottom, score."""
        return self._run("find", maps, *example)[0][0]

    def propose(self, maps: np.ndarray) -> np.ndarray:
        return self._run("propose", maps)[0][0]

    def describe(self, maps: np.ndarray, boxes: np.ndarray) -> np.ndarray:
        """[N, WIDTH], one vector of length 1 for each box."""
        if not len(boxes):
            return np.zeros((0, WIDTH), np.float32)
        return self._run("describe", maps, boxes.astype(np.float32))[0]
