"""One plan of training: the network, its running average and the optimizer, as a checkpoint holds them."""

import copy
from pathlib import Path

import torch

from .batches import mixed
from .losses import exclusive
from .net import Tagger
from .tags import TAGS


@torch.no_grad()
def update_average(average, model, step, decay=0.998):
    keep = min(decay, (1 + step) / (10 + step))
    for old, new in zip(average.state_dict().values(), model.state_dict().values()):
        if old.dtype.is_floating_point:
            old.lerp_(new, 1 - keep)
        else:
            old.copy_(new)


def optimizer_for(model, options):
    """Weights decay; gains, offsets and the kinds' directions do not."""
    heavy = [p for n, p in model.named_parameters() if p.ndim > 1 and n != "kinds"]
    light = [p for n, p in model.named_parameters() if p.ndim <= 1 or n == "kinds"]
    return torch.optim.AdamW([{"params": heavy, "weight_decay": options.decay},
                              {"params": light, "weight_decay": 0.0}], lr=options.rate)


class Run:
    """One plan of training: everything that a checkpoint holds."""

    def __init__(self, options):
        self.options, self.folder = options, Path(options.out)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.model = Tagger(len(TAGS)).to(self.device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.model)
        self.optimizer = optimizer_for(self.model, options)
        self.step, self.seen, self.spent = 0, 0, 0.0
        self.progress = options.from_progress

    def load(self):
        last = self.folder / "last.pt"
        resumes = self.options.resume and last.exists()
        if not resumes and not self.options.start:
            return
        state = torch.load(last if resumes else self.options.start, map_location=self.device, weights_only=True)
        self.average.load_state_dict(state["average"])
        self.model.load_state_dict(state["model"] if resumes else state["average"])
        if resumes:
            if state["open"] != self.options.open_data_only:
                raise SystemExit(f"{last} was trained with another choice of licenses")
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self.seen, self.spent = state["step"], state["seen"], state["spent"]

    def save(self, name="last.pt"):
        partial = self.folder / (name + ".part")
        torch.save({"model": self.model.state_dict(), "average": self.average.state_dict(), "tags": TAGS,
                    "settings": self.average.settings, "optimizer": self.optimizer.state_dict(), "step": self.step,
                    "seen": self.seen, "spent": self.spent, "open": self.options.open_data_only,
                    "seed": self.options.seed}, partial)
        partial.rename(self.folder / name)

    def learn(self, batches, random):
        pictures, targets, rivals = batches.next(self.device)
        pictures, order, share = mixed(random, pictures)
        with torch.autocast(self.device, torch.bfloat16):
            _, scores = self.model(pictures.contiguous(memory_format=torch.channels_last))
        losses = share * exclusive(scores, targets, rivals, 0.02)
        if share < 1:
            losses = losses + (1 - share) * exclusive(scores, targets[order], rivals[order], 0.02)
        loss = losses.mean()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 2.0)
        self.optimizer.step()
        update_average(self.average, self.model, self.step)
        self.step, self.seen = self.step + 1, self.seen + len(pictures)
        return loss.item()
