"""Weights to begin with: `python -m training.seeker.begin --trunk NAME --out FILE`.

The trunk as it was published (ImageNet's, or a detector's model file in `--trunks`), and heads that know nothing; or with
`--graphs` the network that the model files of a seeker hold.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from torch import nn

from ..common import checkpoint, command
from ..common import restore as onnx_weights
from ..lite.weights import path_of
from .net import NORMAL, Example, Net
from .pack import load
from .paint import squares
from .plans import Plans
from .split import PARTS, join
from .trunk import TRUNKS, Graph

GRAPHS = (*PARTS, "example", "find", "propose")
FITTED = 48  # squares to which normalizations are fitted that a file no longer has


class _Whole(nn.Module):
    """Runs every convolution once, in the order of the four files; the example is the middle of each picture."""

    def __init__(self, net: Net):
        super().__init__()
        self.net = net

    def forward(self, pixels: torch.Tensor) -> None:
        maps = self.net.maps(pixels)
        middle = torch.tensor([pixels.shape[3] / 2, pixels.shape[2] / 2]).repeat(2)
        box = middle + torch.tensor([-0.5, -0.5, 0.5, 0.5]) * NORMAL
        example: Example = self.net.seeker.example(maps, box.expand(len(pixels), 4))
        self.net.seeker.find(maps, example)
        self.net.proposer(maps)


@torch.no_grad()
def restore(net: Net, files: dict[str, Path], batch: torch.Tensor) -> None:
    """Fills `net` from the files, keyed by the names in GRAPHS; normalizations are fitted to `batch`, pixels as bytes."""
    with TemporaryDirectory() as folder:
        whole = Path(folder) / "maps.onnx"
        join(files, whole)
        others = [files[name] for name in GRAPHS if name not in PARTS]
        onnx_weights.restore(_Whole(net), [whole, *others], batch.float())
    for layer, name in ((net.seeker.mix[0], "mix.0"), (net.seeker.mix[2], "mix.2")):
        weight, bias = onnx_weights.linear(files["find"], name)
        layer.weight.copy_(torch.from_numpy(weight))
        layer.bias.copy_(torch.from_numpy(bias))
    net.seeker.heat.copy_(torch.from_numpy(onnx_weights.named(files["find"], "heat")))


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
        net.maps.trunk.load_imagenet(checkpoint.read(path_of(name)))
    return net


def main() -> None:
    parser = command.parser(__doc__, out="file of the weights")
    parser.add_argument("--trunk", choices=TRUNKS, required=True)
    parser.add_argument("--trunks", type=Path)
    parser.add_argument("--graphs", help="model files to go on from, with {} for the name of each")
    parser.add_argument("--pack", type=Path, required=True)
    options = parser.parse_args()
    checkpoint.write(options.out, begin(options.trunk, options.trunks, options.graphs, options.pack).state_dict())


if __name__ == "__main__":
    main()
