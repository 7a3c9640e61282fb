"""The loop: rates, the average, and going on after a stop as if there had been none."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

try:
    import torch
except ImportError as missing:
    raise unittest.SkipTest(str(missing))

from torch import nn

from training.common import checkpoint
from training.common.ema import EMA, warmed_up
from training.common.schedule import cosine, warm_up
from training.common.trainer import Budget, Every, Trainer, groups, train


def trainer(rate: float = 0.02) -> Trainer:
    torch.manual_seed(3)
    net = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.Tanh(), nn.Linear(8, 1))

    def loss(model, batch):
        error = (model(batch[0])[:, 0] - batch[1]).square().mean()
        return error, {"error": error}

    return Trainer(net, loss, groups(net.parameters(), rate, 0.1), lambda share, step: warm_up(step, 3) * cosine(share, 0.1),
                   lambda step: warmed_up(0.9, step), clip=1.0, best=0.0)


def batches(trainer: Trainer):
    while True:
        chance = torch.Generator().manual_seed(trainer.step)
        inputs = torch.randn(5, 4, generator=chance)
        yield inputs, inputs.sum(1)


class Loop(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "checkpoint.pt"

    def run_it(self, steps: int, stops_after: int, every: int = 100, rate: float = 0.02, **last: bool) -> Trainer:
        """As a program does it that is started, or started again."""
        made = trainer(rate)
        with contextlib.redirect_stdout(io.StringIO()) as said:
            if self.file.exists():
                made.resume(checkpoint.read(self.file))
            some = (batch for batch, _ in zip(batches(made), range(stops_after)))
            train(made, some, Budget(steps=steps), Every(steps=2), Every(steps=every),
                  lambda: made.save(self.file, **last))
        self.said = said.getvalue()
        return made

    def test_a_stopped_run_ends_as_one_that_was_not(self):
        whole = self.run_it(12, 99)
        self.file.unlink()
        self.run_it(12, 5)
        after = self.run_it(12, 99)
        self.assertIn("going on after 25 samples", self.said)
        self.assertEqual((after.step, after.seen), (12, 60))
        for part in ("model", "average"):
            for name, value in whole.state()[part].items():
                self.assertTrue(torch.equal(value, after.state()[part][name]), name)

    def test_it_learns_and_says_so(self):
        made = self.run_it(40, 99)
        errors = [float(line.split("error ")[1].split(",")[0]) for line in self.said.splitlines()]
        self.assertEqual(len(errors), 20)
        self.assertLess(errors[-1], 0.5 * errors[0])
        self.assertEqual(made.seen, 200)

    def test_the_rate_may_change_from_one_start_to_the_next(self):
        self.run_it(12, 6)
        after = self.run_it(24, 1, rate=0.5)
        self.assertGreater(after.optimizer.param_groups[0]["lr"], 0.4)

    def test_a_light_checkpoint_has_the_average_alone(self):
        made = self.run_it(6, 99, light=True)
        state = checkpoint.read(self.file)
        self.assertEqual(set(state), {"average", "seen", "step", "best"})
        self.assertEqual(state["average"]["0.weight"].dtype, torch.float16)
        after = self.run_it(8, 99)
        self.assertEqual(after.step, 8)
        self.assertFalse(torch.equal(after.model[0].weight, made.model[0].weight))

    def test_what_else_a_checkpoint_says_is_kept(self):
        made = trainer()
        made.about["best"] = 0.7
        made.save(self.file)
        self.assertEqual(self.run_it(3, 99).about["best"], 0.7)

    def test_biases_and_normalizations_do_not_decay(self):
        both = trainer().optimizer.param_groups
        self.assertEqual([(group["weight_decay"], len(group["params"])) for group in both], [(0.1, 2), (0.0, 4)])


class Average(unittest.TestCase):
    def test_moves_toward_the_weights_more_slowly_later(self):
        model = nn.BatchNorm1d(1)
        average = EMA(model, lambda step: warmed_up(0.9985, step))
        with torch.no_grad():
            model.bias += 1
            model.num_batches_tracked += 7
        average.update(0)
        self.assertAlmostEqual(average.model.bias.item(), 0.9, places=6)
        self.assertEqual(average.model.num_batches_tracked.item(), 7)
        average.update(10**6)
        self.assertAlmostEqual(average.model.bias.item(), 0.9 + 0.1 * 0.0015, places=6)


class Schedule(unittest.TestCase):
    def test_falls_along_a_cosine(self):
        self.assertEqual([cosine(share, 0.5) for share in (-1, 0, 1, 2)], [1, 1, 0.5, 0.5])
        self.assertAlmostEqual(cosine(0.5, 0.5), 0.75)

    def test_what_is_further_on_counts(self):
        now = [0.0]
        budget, made = Budget(samples=100, minutes=2, spent=30, clock=lambda: now[0]), trainer()
        self.assertEqual(budget.share(made), 0.25)
        made.seen, now[0] = 50, 6.0
        self.assertEqual(budget.share(made), 0.5)


if __name__ == "__main__":
    unittest.main()
