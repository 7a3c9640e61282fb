"""The network: EfficientNet-Lite2 says which of ImageNet's 1,000 kinds a photo shows, and one layer makes tags of it.

Each tag has two witnesses: the chances of the kinds that WordNet puts under it, added up (a pug is a dog), and a
weighted sum over the scores of all kinds, learned from tagged photos (a lakeside and an alp make a mountain). Learned
from the 1,280 features instead, tags are found better on collections that were learned from, and worse on all others.

Both see scores that are evened out: less their mean in the photo, over their spread. How far scores spread says how
clear and how near a photo is to those of ImageNet, which differs between collections more than between tags.
"""

import json
from pathlib import Path

import torch
from torch import nn

from ..lite.net import FEATURES, KINDS, Lite, VARIANTS
from .tags import TAGS

TRUNK = "lite2"
# Of the pictures that it takes.
SIDE = VARIANTS[TRUNK][2]
EMBEDDING = 256
# Log odds of added-up chances beyond that say nothing more; scores beyond it say less and less.
MOST_ODDS, MOST_SCORE = 7.0, 3.0
LEAST_SPREAD = 1e-6
# How much of the added-up kinds stands before anything is learned.
SHARE = 0.5
TABLE = Path(__file__).resolve().parents[2] / "models" / "imagenet.labels.json"


def members(tags=TAGS):
    """[tags, 1000] float32: 1 if WordNet's table assigns the class to the tag."""
    kinds = json.loads(TABLE.read_text(encoding="utf-8"))["tags"]
    return torch.tensor([[float(tag == kind["name"] or tag in kind["parents"]) for kind in kinds] for tag in tags])


def evened(kinds):
    """Scores `[..., 1000]` with a mean of 0 and a spread of 1 in each photo."""
    centered = kinds - kinds.mean(-1, keepdim=True)
    return centered / centered.square().mean(-1, keepdim=True).sqrt().clamp_min(LEAST_SPREAD)


def bent(scores):
    """Evened scores, those far out drawn in: inputs of the learned sums."""
    return MOST_SCORE * torch.tanh(scores / MOST_SCORE)


def rolled(scores, table):
    """Log odds of each tag by the chances of its kinds, added up; 0 for a tag without kinds."""
    least = torch.sigmoid(torch.tensor(-MOST_ODDS))
    sums = (torch.softmax(scores, -1) @ table.T).clamp(least, 1 - least)
    return torch.log(sums / (1 - sums)) * (table.sum(1) > 0)


class Heads(nn.Module):
    """Scores of the 1,000 kinds `[N, 1000]` and features `[N, 1280]` to embedding, chances of the tags and chances of the
    kinds `[N, 256 + K + 1000]`."""

    def __init__(self):
        super().__init__()
        count = len(TAGS)
        self.learned = nn.Linear(KINDS, count)
        self.project = nn.Linear(FEATURES, EMBEDDING)
        self.register_buffer("table", members())
        for name in ("slopes", "shares", "offsets"):
            self.register_buffer(name, torch.zeros(count))

    def odds(self, kinds):
        """Log odds [N, K] by what was learned, and by kinds added up."""
        scores = evened(kinds)
        added = rolled(scores, self.table)
        return self.learned(bent(scores)) + SHARE * added, added

    def chances(self, kinds):
        own, added = self.odds(kinds)
        return torch.sigmoid(own * self.slopes + added * self.shares + self.offsets)

    def forward(self, kinds, features):
        shown = torch.softmax(evened(kinds), -1)
        return torch.cat([nn.functional.normalize(self.project(features)), self.chances(kinds), shown], 1)


class Tagger(nn.Module):
    """RGB pictures `[N, 3, SIDE, SIDE]`, 0…255, to an embedding of length 1, the chance of each tag, and that of each kind of ImageNet."""

    def __init__(self, lite=None, heads=None):
        super().__init__()
        self.lite, self.heads = lite or Lite(TRUNK), heads or Heads()

    def forward(self, pictures):
        features = self.lite.features(pictures)
        return self.heads(self.lite.kinds(features), features)
