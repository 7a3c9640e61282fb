"""How many threads compute: on a machine that does other work too, two can be slower than one, since each waits for
the other. So the slower of both is tried again now and then, and the faster one used."""

import time

import torch


class Threads:
    """Call `step(seconds)` after each step; with a fixed count it does nothing."""

    def __init__(self, fixed=0, most=None, every=120, tried=8):
        self.counts = [fixed] if fixed else sorted({1, most or torch.get_num_threads()})
        self.every, self.tried = every, tried
        self.times = {count: [] for count in self.counts}
        self.plan = self.trial()
        torch.set_num_threads(self.plan[0])
        self.begun = time.monotonic()

    def trial(self):
        return [count for count in self.counts for _ in range(self.tried)] if len(self.counts) > 1 else self.counts

    def step(self):
        now = time.monotonic()
        if len(self.counts) == 1:
            return
        self.times[self.plan.pop(0)].append(now - self.begun)
        if not self.plan:
            # The first of each is left out: it still pays for the change.
            best = min(self.counts, key=lambda count: sum(self.times[count][1:]) / max(1, len(self.times[count]) - 1))
            tried_all = all(self.times.values())
            self.times = {count: [] for count in self.counts}
            self.plan = [best] * self.every if tried_all else self.trial()
        torch.set_num_threads(self.plan[0])
        self.begun = time.monotonic()
