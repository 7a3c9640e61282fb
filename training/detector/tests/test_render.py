"""The command that writes scenes, and the material it reads."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

import cv2
import numpy as np

from training.common.photos import HELD_OUT
from training.detector import render
from training.detector.scenes import Assets, render_scene


def photo(rows: int = 120) -> np.ndarray:
    """Two red discs on gray."""
    image = np.full((rows, 160, 3), 120, np.uint8)
    for x in (45, 115):
        cv2.circle(image, (x, 60), 25, (30, 40, 210), -1, cv2.LINE_AA)
    return image


def write_data(root: Path) -> None:
    rows = []
    for key, split, licence in (("cans", "train", "open"), ("lego", "train", "unclear"), ("cans", "val", "open"),
                                *((held, "train", "open") for held in sorted(HELD_OUT))):
        name = f"{key}_{split}.jpg"
        rows.append({"file": name, "width": 160, "height": 120, "source_key": key, "split": split,
                     "licence_class": licence,
                     "boxes": [[19, 34, 71, 86, "can"], [89, 34, 141, 86, "can"]]})
    for folder, list_name in (("detect", "detect.jsonl"), ("textures", "textures.jsonl")):
        (root / folder).mkdir(parents=True)
        (root / folder / list_name).write_text("".join(json.dumps(r) + "\n" for r in rows))
        for row in rows:
            cv2.imwrite(str(root / folder / row["file"]), photo())


class Material(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name) / "data"
        write_data(self.root)

    def names(self, assets: Assets) -> set[str]:
        return {ref.path.name for group in assets.crops for ref in group}

    def test_only_training_rows_of_sources_that_are_not_held_out(self):
        assets = Assets.load(self.root, False)
        self.assertEqual(self.names(assets), {"cans_train.jpg", "lego_train.jpg"})
        self.assertEqual(len(assets.textures), 2)

    def test_open_data_only_leaves_out_unclear_licences(self):
        assets = Assets.load(self.root, True)
        self.assertEqual(self.names(assets), {"cans_train.jpg"})
        self.assertEqual(len(assets.textures), 1)

    def test_a_cutout_follows_the_outline(self):
        pairs = Assets.load(self.root, True).cutouts(np.random.default_rng(1), 2)
        self.assertEqual(len(pairs), 2)
        for crop, mask in pairs:
            self.assertEqual(crop.shape[:2], mask.shape)
            self.assertLess(mask[2, 2], 60)
            self.assertGreater(mask[26, 26], 200)
            self.assertAlmostEqual((mask > 127).mean(), np.pi * 25 * 25 / (52 * 52), delta=0.12)

    def test_scenes_with_real_material_repeat(self):
        assets = Assets.load(self.root, False)
        for i in range(6):
            a = render_scene(np.random.default_rng((2, i)), 160, assets)
            b = render_scene(np.random.default_rng((2, i)), 160, Assets.load(self.root, False))
            self.assertTrue(np.array_equal(a.image, b.image))


class Command(unittest.TestCase):
    def run_into(self, out: Path, count: int) -> None:
        render.main(["--out", str(out), "--count", str(count), "--seed", "5", "--size", "96"])

    def test_writes_pairs_and_resumes(self):
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "set"
            self.run_into(out, 2)
            first = (out / "0000000.jpg").stat().st_mtime_ns
            self.run_into(out, 4)
            self.assertEqual(first, (out / "0000000.jpg").stat().st_mtime_ns)
            names = sorted(p.name for p in out.iterdir())
            self.assertEqual(names, sorted(f"{i:07d}.{e}" for i in range(4) for e in ("jpg", "npy")))
            self.assertEqual(cv2.imread(str(out / "0000003.jpg")).shape, (96, 96, 3))
            boxes = np.load(out / "0000003.npy")
            self.assertEqual((boxes.dtype, boxes.shape[1]), (np.float32, 5))

    def test_a_scene_depends_on_its_number_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            a, b = Path(folder) / "a", Path(folder) / "b"
            self.run_into(a, 3)
            self.run_into(b, 3)
            (b / "0000001.jpg").unlink()
            self.run_into(b, 3)
            for i in range(3):
                self.assertEqual((a / f"{i:07d}.jpg").read_bytes(), (b / f"{i:07d}.jpg").read_bytes())


if __name__ == "__main__":
    unittest.main()
