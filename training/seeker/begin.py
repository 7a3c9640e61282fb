"""Weights to begin with: `python -m training.seeker.begin --trunk NAME --out FILE`.

The trunk as it was published (ImageNet's, or a detector's model file in `--trunks`), and heads that know nothing; or with
`--graphs` the network that the model files of a seeker hold.
"""

import argparse
from pathlib import Path

import torch

from ..lite.weights import path_of
from .net import Net
from .pack import load
from .paint import squares
from .plans import Plans
from .reopen import GRAPHS, restore
from .trunk import TRUNKS, Graph

FITTED = 48  # squares to which normalizations are fitted that a file no longer has


def pixels(pack: Path, seed: int) -> torch.Tensor:
    """Some squares, to fit normalizations to."""
    pictures = load(pack)
    plans = Plans(pictures.photos, pictures.scenes, pictures.textures, seed, 0, FITTED)
    parts = [plans[index] for index in range(FITTED)]
    panels, turn = (torch.stack([part[column] for part in parts]) for column in (0, 1))
    return squares(pictures.album, panels, turn)


def begin(name: str, folder: Path | None, graphs: str | None, pack: Path, seed: int = 1) -> Net:
    torch.manual_seed(seed)
    net = Net(name, folder)
    if graphs:
        restore(net, {part: Path(graphs.format(part)) for part in GRAPHS}, pixels(pack, seed))
    elif isinstance(net.maps.trunk, Graph):
        net.maps.trunk.fit(pixels(pack, seed))
    else:
        net.maps.trunk.load_imagenet(torch.load(path_of(name), map_location="cpu", weights_only=True))
    return net


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trunk", choices=TRUNKS, required=True)
    parser.add_argument("--trunks", type=Path)
    parser.add_argument("--graphs", help="model files to go on from, with {} for the name of each")
    parser.add_argument("--pack", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.save(begin(options.trunk, options.trunks, options.graphs, options.pack).state_dict(), options.out)


if __name__ == "__main__":
    main()
