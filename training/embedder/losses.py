"""Which pairs of a batch are alike, and the losses over them."""

import torch
from torch.nn.functional import relu


def relations(photo, kind, label, instance, mixed, junk):
    """Boolean matrices (same, different) [N, N]; pairs in neither do not count.

    All arguments are tensors [N]: photo, kind (unique over photos), label (alike things of different photos share
    one), instance (the box itself: two views of one box share it), mixed (its label covers visibly different things)
    and junk (part, two at once or background: unlike every object, undecided toward other junk).
    """
    def equal(values):
        return values[:, None] == values[None, :]

    itself = torch.eye(len(photo), dtype=torch.bool)
    either_junk, both_junk = junk[:, None] | junk[None, :], junk[:, None] & junk[None, :]
    one_kind = equal(photo) & equal(kind) & ~either_junk
    same = one_kind & (~(mixed[:, None] | mixed[None, :]) | equal(instance)) & ~itself
    undecided = one_kind | itself | both_junk
    undecided = undecided | (~equal(photo) & equal(label) & ~either_junk)
    return same, ~undecided


def contrastive(embeddings, same, different, near, temperature=0.1, far_weight=0.1):
    """Supervised contrastive loss (Khosla et al. 2020, the form with the mean outside the logarithm). `near` marks
    pairs of one photo; negatives from other photos weigh `far_weight`, because telling photos apart is not the task."""
    logits = embeddings @ embeddings.T / temperature
    logits = logits - logits.detach().max(1, keepdim=True).values
    weight = same.to(logits.dtype) + different * torch.where(near, 1.0, far_weight)
    total = (weight * logits.exp()).sum(1, keepdim=True).clamp_min(1e-12).log()
    positives = same.sum(1)
    per_anchor = ((total - logits) * same).sum(1) / positives.clamp_min(1)
    return per_anchor.sum() / (positives > 0).sum().clamp_min(1)


def margins(embeddings, same, different, near, alike=0.75, unlike=0.3):
    """Squared shortfall of same pairs under `alike` and excess of different pairs of one photo over `unlike`, so that
    one fixed cut between the two serves every photo."""
    cosine = embeddings @ embeddings.T
    rival = different & near
    short = (relu(alike - cosine).square() * same).sum() / same.sum().clamp_min(1)
    over = (relu(cosine - unlike).square() * rival).sum() / rival.sum().clamp_min(1)
    return short + over
