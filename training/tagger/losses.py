"""The loss: each sure label against the tags whose absence it tells."""

import torch


def rivals_of(photo, table, exhaustive_tags):
    """What the labels of a photo compete with, [K + 1]: 1 for tags that are absent, less for those that may be there.

    `table` is [K, K] of `tags.relations`; the last place is "none of them", which every label denies.
    """
    count = len(table)
    rivals = torch.ones(count + 1)
    if not photo.tags:
        rivals[count] = 0
        return rivals
    rivals[:count] = torch.as_tensor(table[list(photo.tags)]).amax(0)
    if photo.exhaustive:
        rivals[:count][exhaustive_tags] = 1
    rivals[list(photo.tags)] = 0
    return rivals


def exclusive(scores, targets, rivals, smoothing=0.0):
    """Mean of -log p over the photos' labels, [N]; p of a label is its share among itself and its rivals.

    `targets` [N, K + 1] is 1 at the labels, `rivals` [N, K + 1] as from `rivals_of`.
    """
    against = torch.logsumexp(scores + torch.log(rivals.clamp_min(1e-9)), 1, keepdim=True)
    losses = torch.nn.functional.softplus(against - scores)
    if smoothing:
        losses = losses + smoothing * torch.nn.functional.softplus(scores - against)
    return (losses * targets).sum(1) / targets.sum(1)


def margins(scores, table):
    """Log odds [N, K] of each tag against the tags that exclude it and "none of them": what is calibrated.

    `table` [K, K + 1] is how much each tag (row) competes with each score (column).
    """
    peak = scores.amax(1, keepdim=True)
    against = torch.log(torch.exp(scores - peak) @ table.T + 1e-12) + peak
    return scores[:, :-1] - against
