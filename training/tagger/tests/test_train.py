"""From made-up photos to a measured file."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

try:
    import numpy as np
    import torch

    from training.common import cards
    from training.lite.net import KINDS, Lite
    from training.tagger import cache, evaluate, export, sources, train
    from training.tagger.net import EMBEDDING
    from training.tagger.tags import TAGS
    from training.tagger.tests.made import write_data
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


def run(program, *options):
    said = io.StringIO()
    with mock.patch.object(sys, "argv", ["x", *map(str, options)]), contextlib.redirect_stdout(said):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            program.main()
    return said.getvalue()


def as_drawn(model, name):
    """Instead of the published weights, which need a package: the same ones each time."""
    torch.manual_seed(3)
    model.load_state_dict(Lite(name).state_dict())
    return model


class Whole(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = write_data(Path(folder.name))
        for place, name in ((cache, "load"), (export, "load_published")):
            patch = mock.patch.object(place, name, as_drawn)
            patch.start()
            self.addCleanup(patch.stop)

    def test_learn_export_and_measure(self):
        out, model = self.root / "run", self.root / "espy-tagger.onnx"
        said = run(train, "--data", self.root, "--out", out)
        self.assertIn("photos looked at", said)
        self.assertNotIn("photos looked at", run(train, "--data", self.root, "--out", out))
        run(export, "--heads", out / "heads.pt", "--data", self.root, "--out", model)
        model.with_suffix(".md").write_text(f"a\n{evaluate.START}\n{evaluate.END}\nb\n")
        said = run(evaluate, "--data", self.root, "--model", model, "--write")
        self.assertIn("| test photos | 3 |", said)
        labels = json.loads(model.with_suffix(".labels.json").read_text())
        self.assertEqual([tag["name"] for tag in labels["tags"]], TAGS)
        self.assertEqual({tag["name"]: tag["support"] for tag in labels["tags"] if tag["support"]},
                         {"dog": 1, "beach": 1, "book": 1})
        self.assertIn("| dog |", model.with_suffix(".md").read_text())
        answers = export.run_file(model, [one for one in evaluate.load_photos(self.root)][:3])
        self.assertEqual(answers.shape, (3, EMBEDDING + len(TAGS) + KINDS))
        self.assertTrue(np.allclose(answers[:, -KINDS:].sum(1), 1, atol=1e-3))
        self.assertTrue(np.allclose(np.linalg.norm(answers[:, :EMBEDDING], axis=1), 1, atol=1e-3))
        self.assertTrue(((answers[:, EMBEDDING:] >= 0) & (answers[:, EMBEDDING:] <= 1)).all())

    def test_sources(self):
        card = self.root / "card.md"
        card.write_text(f"{cards.start('training/tagger/sources.py')}\nold\n{cards.END}\n")
        with mock.patch.object(sources, "CARD", card):
            sources.main(["--data", str(self.root)])
            sources.main(["--data", str(self.root), "--check"])
            self.assertIn("| someone/photos | MIT (LICENSE) | open | tagged photos | dog, beach, book | 15 | 9 |",
                          card.read_text())
            self.assertIn("| 1 | held out |", card.read_text())
            card.write_text(card.read_text().replace("| 15 | 9 |", "| 15 | 8 |"))
            with self.assertRaises(SystemExit):
                sources.main(["--data", str(self.root), "--check"])


if __name__ == "__main__":
    unittest.main()
