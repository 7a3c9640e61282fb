"""Files of espy count for other tools, opened with pycocotools and roifile. Skipped without them or the program."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from . import support

try:
    import roifile
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval
except ImportError:
    COCO = None

PHOTO = support.SAMPLES / "count" / "coins.jpg"


@unittest.skipIf(COCO is None, "pycocotools and roifile are not installed")
@unittest.skipIf(support.program() is None, support.NEEDS_PROGRAM)
class MarkTests(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_espy(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        words = [str(support.program()), "count", str(PHOTO), "-q", "--json", "--no-history", *arguments]
        done = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "HOME": str(self.folder)})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def counted(self, *arguments: str) -> list[tuple[float, float, float, float]]:
        answer = json.loads(self.run_espy(*arguments).stdout)
        things = [thing for thing in answer["detections"] if thing["main"]]
        self.assertGreater(len(things), 3)
        return [(thing["x"], thing["y"], thing["width"], thing["height"]) for thing in things]

    def score(self, truth: Path) -> dict[str, float]:
        return json.loads(self.run_espy("--truth", str(truth)).stdout)["score"]

    def test_pycocotools_has_the_same_boxes(self) -> None:
        path = self.folder / "marks.json"
        boxes = self.counted("--coco", str(path), "--label", "coin")
        dataset = COCO(str(path))
        [image] = dataset.loadImgs(dataset.getImgIds())
        self.assertEqual(image["file_name"], str(PHOTO))
        self.assertEqual(dataset.loadCats(dataset.getCatIds())[0]["name"], "coin")
        things = dataset.loadAnns(dataset.getAnnIds(imgIds=[image["id"]]))
        self.assertEqual([tuple(thing["bbox"]) for thing in things], boxes)
        # Used as both truth and result, everything is right.
        found = dataset.loadRes([{**thing, "score": 0.9} for thing in dataset.dataset["annotations"]])
        judge = COCOeval(dataset, found, "bbox")
        judge.params.maxDets = [1, 10, 1000]
        judge.evaluate()
        judge.accumulate()
        self.assertEqual(judge.eval["precision"][0, :, 0, 0, 2].min(), 1)
        self.assertEqual(self.score(path)["recall"], 1)

    def test_roifile_has_the_same_boxes(self) -> None:
        boxes = self.counted("--imagej", str(self.folder / "regions"))
        path = self.folder / "regions" / "coins.zip"
        regions = roifile.roiread(path)
        self.assertEqual({region.roitype for region in regions}, {roifile.ROI_TYPE.RECT})
        for region, (x, y, width, height) in zip(regions, boxes, strict=True):
            near = (region.xd, region.yd, region.widthd, region.heightd)
            for number, wanted in zip(near, (x, y, width, height), strict=True):
                self.assertAlmostEqual(number, wanted, delta=0.01)
        self.assertEqual(self.score(path)["recall"], 1)

    def test_outlines_of_measured_things(self) -> None:
        path = self.folder / "outlined"
        self.counted("--measure", "--imagej", str(path), "--coco", str(self.folder / "outlined.json"))
        regions = roifile.roiread(path / "coins.zip")
        dataset = COCO(str(self.folder / "outlined.json"))
        things = list(dataset.anns.values())
        self.assertEqual(len(regions), len(things))
        for region, thing in zip(regions, things, strict=True):
            self.assertEqual(region.roitype, roifile.ROI_TYPE.POLYGON)
            corners = [number for corner in region.coordinates() for number in corner]
            for number, wanted in zip(corners, thing["segmentation"][0], strict=True):
                self.assertAlmostEqual(number, wanted, delta=0.01)
            pixels = int(dataset.annToMask(thing).sum())
            self.assertAlmostEqual(pixels / thing["area"], 1, delta=0.03)

    def test_regions_that_roifile_wrote(self) -> None:
        boxes = self.counted()
        regions = [roifile.ImagejRoi.frompoints([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
                   for x, y, w, h in boxes[1:]]
        path = self.folder / "drawn.zip"
        roifile.roiwrite(path, regions)
        score = self.score(path)
        self.assertEqual((score["truth"], score["hits"], score["recall"]), (len(boxes) - 1, len(boxes) - 1, 1))
        middles = roifile.ImagejRoi.frompoints([[x + w / 2, y + h / 2] for x, y, w, h in boxes])
        middles.roitype = roifile.ROI_TYPE.POINT
        path = self.folder / "points.roi"
        middles.tofile(path)
        self.assertEqual(self.score(path)["hits"], len(boxes))


if __name__ == "__main__":
    unittest.main()
