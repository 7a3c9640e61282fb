import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

from training.detector.scenes import Assets, Scene
from training.outliner import export, train, windows
from training.outliner.net import Answer, Outliner
from training.outliner.samples import Windows, moved
from training.outliner.window import CELLS, coverage, cut, side_of


def disk(side, x, y, radius):
    rows, columns = np.mgrid[:side, :side] + 0.5
    return (np.hypot(columns - x, rows - y) <= radius).astype(np.uint8)


class WindowTests(unittest.TestCase):
    def test_cells_are_means(self):
        ramp = np.tile(np.arange(200, dtype=np.float32), (150, 1))
        box = np.float32([60, 30, 140, 50])
        window = cut(ramp, box)
        cell = side_of(box) / CELLS
        middles = 100 - side_of(box) / 2 + (np.arange(CELLS) + 0.5) * cell - 0.5
        np.testing.assert_allclose(window[20, 4:-4], middles[4:-4], atol=0.1)

    def test_large_things_shrink(self):
        picture = disk(900, 450, 450, 300) * np.uint8(255)
        window = cut(picture, np.float32([150, 150, 750, 750])) / 255
        cell = 900 / CELLS
        self.assertAlmostEqual(float(window.sum()) * cell**2 / (np.pi * 300**2), 1, delta=0.01)

    def test_coverage(self):
        box = np.float32([10, 20, 50, 30])
        cell = side_of(box) / CELLS
        self.assertAlmostEqual(float(coverage(box).sum()) * cell**2, 400, delta=0.5)
        self.assertEqual(coverage(box).max(), 1)


class SceneTests(unittest.TestCase):
    def test_windows_have_the_thing_of_their_box(self):
        scene = next(s for s in (windows.draw(n, 5, Assets()) for n in range(20)) if len(s.boxes) > 3)
        found = windows.windows(scene, np.random.default_rng(1))
        self.assertEqual(len(found["pictures"]), len(found["boxes"]))
        for mask, (x0, y0, x1, y1) in zip(found["masks"], found["boxes"]):
            rows, columns = np.nonzero(mask > 127)
            self.assertLess(abs(columns.min() - x0), 3)
            self.assertLess(abs(rows.max() + 1 - y1), 3)

    def test_the_same_scene_twice(self):
        one, other = windows.draw(3, 9, Assets()), windows.draw(3, 9, Assets())
        np.testing.assert_array_equal(one.image, other.image)

    def test_ground_that_shows_through_belongs_to_the_thing(self):
        seen = np.full((60, 60), -1, np.int16)
        seen[disk(60, 30, 30, 20) > 0] = 0
        seen[disk(60, 30, 30, 8) > 0] = -1
        self.assertEqual(windows.mask_of(seen, 0).sum(), disk(60, 30, 30, 20).sum())
        seen[disk(60, 30, 30, 8) > 0] = 1
        self.assertEqual(windows.mask_of(seen, 0).sum(), (seen == 0).sum())

    def test_what_the_border_cuts_is_left_out(self):
        image, seen = np.zeros((windows.SIDE, windows.SIDE, 3), np.uint8), np.zeros((windows.SIDE,) * 2, np.int16)
        scene = Scene(image, np.float32([[0, 10, 90, 90, 0], [100, 100, 105, 190, 0]]), seen)
        self.assertEqual(len(windows.windows(scene, np.random.default_rng(1))["boxes"]), 0)


class LearningTests(unittest.TestCase):
    def test_boxes_stay_boxes(self):
        rng = np.random.default_rng(2)
        box = np.float32([40, 40, 80, 60])
        for _ in range(200):
            x0, y0, x1, y1 = moved(box, rng)
            self.assertTrue(x1 - x0 > 20 and y1 - y0 > 10)

    def test_the_loss_knows_better_from_worse(self):
        truth = torch.from_numpy(disk(CELLS, 32, 32, 20).astype(np.float32))[None]
        right, wrong = (truth * 2 - 1) * 6, (torch.roll(truth, 6, 1) * 2 - 1) * 6
        self.assertLess(train.loss_of(right, truth), 0.1 * train.loss_of(wrong, truth))

    def test_it_learns_resumes_and_is_written_as_it_is(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for number in range(12):
                picture = np.full((128, 128, 3), 40, np.uint8)
                mask = disk(128, 64, 64, 25 + number % 5) * np.uint8(255)
                picture[mask > 0] = (200, 180, 90)
                np.savez(folder / f"{number:07d}.npz", pictures=[picture] * 4, masks=[mask] * 4,
                         boxes=np.float32([[39, 39, 89, 89]] * 4))
            begin = train.errors(Outliner(), Windows(folder, train.is_checked))
            for steps in ("3", "6"):
                train.main(["--windows", name, "--out", name, "--steps", steps])
            net, seen = export.load(folder / "checkpoint.pt")
            self.assertEqual(seen, 6)
            self.assertTrue(np.isfinite(begin["overlap"]))
            export.write(net, folder / "net.onnx")
            self.assertLess(export.difference(net, folder / "net.onnx"), 0.02)

    def test_the_answer_is_chances(self):
        found = Answer(Outliner().eval())(export.windows(2))
        self.assertEqual(tuple(found.shape), (2, CELLS, CELLS))
        self.assertTrue(0 <= float(found.min()) and float(found.max()) <= 1)


if __name__ == "__main__":
    unittest.main()
