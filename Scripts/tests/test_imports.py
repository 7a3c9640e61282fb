"""What the trainers and benchmarks import from each other is there: most of them run only where torch or OpenCV is."""

import ast
import unittest
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: The folders of packages, and where their names begin.
PACKAGES = {"training": ROOT, **{path.parent.name: ROOT / "Benchmarks" for path in ROOT.glob("Benchmarks/*/__init__.py")}}


def file(module: str) -> Path | None:
    """The file of a module of ours; None if there is none."""
    path = PACKAGES[module.partition(".")[0]].joinpath(*module.split("."))
    return next((one for one in (path.with_suffix(".py"), path / "__init__.py", path) if one.exists()), None)


@cache
def names(path: Path) -> set[str]:
    """Everything that a module or folder offers."""
    if path.is_dir():
        return {one.stem for one in path.iterdir()}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = {one.stem for one in path.parent.iterdir()} if path.name == "__init__.py" else set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name, asname=None) | ast.alias(asname=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
    return found


def missing(path: Path, package: str) -> list[str]:
    """What a file imports from our packages and what is not there."""
    module = [package, *path.relative_to(PACKAGES[package] / package).with_suffix("").parts]
    lost = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        source = ".".join([*(module[: -node.level] if node.level else []), *([node.module] if node.module else [])])
        if source.partition(".")[0] not in PACKAGES:
            continue
        found = file(source)
        lost += [f"{path.relative_to(ROOT)}: {source}"] if found is None else \
            [f"{path.relative_to(ROOT)}: {source}.{one.name}" for one in node.names if one.name not in names(found)]
    return lost


class Imports(unittest.TestCase):
    def test_everything_imported_is_there(self):
        files = [(path, package) for package, root in PACKAGES.items() for path in (root / package).rglob("*.py")]
        self.assertGreater(len(files), 100)
        self.assertEqual([one for path, package in files for one in missing(path, package)], [])

    def test_what_is_not_there_is_found(self):
        self.assertIsNone(file("training.seeker.nothing"))
        self.assertNotIn("nothing", names(ROOT / "training/seeker/match.py"))
        self.assertIn("Picture", names(ROOT / "training/seeker/match.py"))
