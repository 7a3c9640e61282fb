"""Runs the example notebook without Jupyter: cell after cell, showing the last expression of each."""

from __future__ import annotations

import ast
import json
import os
import unittest
from pathlib import Path
from typing import Any

import espy

from . import support

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def shown(value: Any) -> str:
    render = getattr(value, "_repr_html_", None)
    return (render() if render else None) or repr(value)


@unittest.skipUnless(support.program(), support.NEEDS_PROGRAM)
class NotebookTests(unittest.TestCase):
    def run_cells(self, path: Path) -> list[str]:
        names: dict[str, Any] = {}
        outputs = []
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] != "code":
                continue
            tree = ast.parse("".join(cell["source"]))
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, path.name, "exec"), names)
            if isinstance(last, ast.Expr):
                outputs.append(shown(eval(compile(ast.Expression(last.value), path.name, "eval"), names)))
        return outputs

    def test_the_example_runs(self) -> None:
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        self.addCleanup(espy.close)
        os.chdir(EXAMPLES)
        try:
            outputs = self.run_cells(EXAMPLES / "photos.ipynb")
        except espy.WorkerRefused as error:
            self.skipTest(f"no models here: {error}")
        self.assertIn("<polygon", outputs[0])
        self.assertIn("A1", outputs[1])
        self.assertIn("<rect", outputs[2])
        self.assertIn("notAnImage", outputs[3])


if __name__ == "__main__":
    unittest.main()
