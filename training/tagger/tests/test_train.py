"""From made-up photos to a measured file, and going on after a stop."""

import contextlib
import functools
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

    from training.tagger import evaluate, export, sources, state, threads, train
    from training.tagger.net import Tagger
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


class Whole(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = write_data(Path(folder.name))
        self.out = self.root / "run"
        narrow = functools.partial(Tagger, widths=(8, 8, 16, 16), depths=(1, 1, 1, 1))
        for name, value in (("SIZES", ((0.0, 32),)), ("CHECKED", 32), ("Tagger", narrow)):
            patch = mock.patch.object(state if name == "Tagger" else train, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def train(self, epochs, *more):
        run(train, "--data", self.root, "--out", self.out, "--batch", 4, "--epochs", epochs, "--threads", 1, *more)
        return torch.load(self.out / "last.pt", weights_only=True)

    def test_train_go_on_export_and_measure(self):
        first = self.train(1)
        second = self.train(2, "--resume")
        self.assertGreater(second["step"], first["step"])
        model = self.root / "espy-tagger.onnx"
        with mock.patch.object(export, "SIDE", 32), mock.patch.object(evaluate, "SIDE", 32):
            run(export, "--checkpoint", self.out / "last.pt", "--data", self.root, "--out", model)
            model.with_suffix(".md").write_text(f"a\n{evaluate.START}\n{evaluate.END}\nb\n")
            said = run(evaluate, "--data", self.root, "--model", model, "--write")
        labels = json.loads(model.with_suffix(".labels.json").read_text())
        self.assertEqual([tag["name"] for tag in labels["tags"]], TAGS)
        self.assertEqual({tag["name"]: tag["support"] for tag in labels["tags"] if tag["support"]},
                         {"dog": 1, "beach": 1, "book": 1})
        self.assertIn("3 tagged test photos", said)
        self.assertIn("| dog |", model.with_suffix(".md").read_text())
        answers = export.run_file(model, np.zeros((3, 32, 32, 3), np.uint8))
        self.assertEqual(answers.shape, (3, 256 + len(TAGS)))
        self.assertTrue(np.allclose(np.linalg.norm(answers[:, :256], axis=1), 1, atol=1e-4))
        self.assertTrue(((answers[:, 256:] >= 0) & (answers[:, 256:] <= 1)).all())

    def test_another_choice_of_licenses_does_not_go_on(self):
        self.train(1)
        with self.assertRaises(SystemExit):
            self.train(2, "--resume", "--open-data-only")

    def test_sources(self):
        card = self.root / "card.md"
        card.write_text(f"{sources.START}\nold\n{sources.END}\n")
        with mock.patch.object(sources, "CARD", card):
            sources.main(["--data", str(self.root)])
            sources.main(["--data", str(self.root), "--check"])
            self.assertIn("| someone/photos | MIT (LICENSE) | open | tagged photos | dog, beach, book | 15 | 9 |",
                          card.read_text())
            card.write_text(card.read_text().replace("| 15 | 9 |", "| 15 | 8 |"))
            with self.assertRaises(SystemExit):
                sources.main(["--data", str(self.root), "--check"])


class Parts(unittest.TestCase):
    def test_rate_rises_and_falls(self):
        rates = [train.rate_at(share / 100, 1.0) for share in range(101)]
        self.assertLess(rates[0], 0.1)
        self.assertEqual(max(range(101), key=rates.__getitem__), 2)
        self.assertLess(rates[-1], 0.01)

    def test_network_takes_any_side(self):
        model = Tagger(5, widths=(8, 8, 16, 16), depths=(1, 1, 1, 1)).eval()
        for side in (32, 47, 80):
            embedding, scores = model(torch.rand(2, 3, side, side) * 255)
            self.assertEqual((tuple(embedding.shape), tuple(scores.shape)), ((2, 256), (2, 6)))

    def test_threads_takes_the_faster(self):
        clock = iter(range(100_000))
        before = torch.get_num_threads()
        self.addCleanup(torch.set_num_threads, before)
        # Each reading of the clock is a second later; a step with two threads reads it as often, so the first stays.
        with mock.patch.object(threads.time, "monotonic", lambda: next(clock)):
            chosen = threads.Threads(most=2, every=5, tried=3)
            for _ in range(6):
                chosen.step()
        self.assertEqual(torch.get_num_threads(), 1)
        self.assertEqual(len(chosen.plan), 5)
