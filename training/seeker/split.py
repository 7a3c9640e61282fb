"""Cuts the graph of maps in two: `python -m training.seeker.split WHOLE models/espy-seeker-{}.onnx`.

The stem has the layers up to stride 8, which take most of the memory and look less than 64 pixels around each place: large
pictures are shown to it tile by tile. It answers `fine` (stride 8) and `coarse` (stride 16); the rest makes maps of both.
"""

from pathlib import Path

import onnx
from onnx.compose import merge_models
from onnx.utils import Extractor

from ..common import command

CUT = ("fine", "coarse")


def _strides(model: onnx.ModelProto) -> dict[str, int]:
    """How many pixels a cell of each value is apart from the next, up to where maps are enlarged."""
    strides = {model.graph.input[0].name: 1}
    for node in model.graph.node:
        before = [strides[name] for name in node.input if name in strides]
        if before and node.op_type not in ("Resize", "Shape"):
            steps = next((each.ints[0] for each in node.attribute if each.name == "strides"), 1)
            strides[node.output[0]] = max(before) * steps
    return strides


def _cut(model: onnx.ModelProto) -> tuple[str, str]:
    """Names of the fine and the coarse value."""
    nodes, strides = model.graph.node, _strides(model)
    halving = [node for node in nodes if node.op_type == "Conv" and strides.get(node.output[0]) == 16
               and strides[node.input[0]] == 8]
    if len(halving) != 1:
        raise SystemExit(f"the graph goes from stride 8 to 16 in {len(halving)} places instead of one")
    coarse = halving[0].output[0]
    while len(users := [node for node in nodes if coarse in node.input]) == 1:
        coarse = users[0].output[0]
    enlarged = {node.output[0] for node in nodes if node.op_type == "Resize"}
    joining = next(node for node in nodes if node.op_type == "Add" and enlarged & set(node.input))
    [fine] = set(joining.input) - enlarged
    return fine, coarse


def _renamed(model: onnx.ModelProto, names: dict[str, str]) -> onnx.ModelProto:
    for node in model.graph.node:
        for values in (node.input, node.output):
            values[:] = [names.get(value, value) for value in values]
    for value in (*model.graph.input, *model.graph.output):
        value.name = names.get(value.name, value.name)
    return model


def _opened(model: onnx.ModelProto) -> onnx.ModelProto:
    """With sides of any length."""
    for value in (*model.graph.input, *model.graph.output):
        dims = value.type.tensor_type.shape.dim
        dims[0].dim_value = 1
        for axis in (2, 3):
            dims[axis].dim_param = f"{value.name}_{axis}"
    del model.graph.value_info[:]
    return model


def split(whole: Path, stem: Path, maps: Path) -> None:
    model = onnx.load(whole)
    cut = _cut(model)
    known = onnx.shape_inference.infer_shapes(model)
    channels = {value.name: value.type.tensor_type.shape.dim[1].dim_value
                for value in known.graph.value_info if value.name in cut}
    extractor = Extractor(known)
    for path, inputs, outputs in ((stem, ["pixels"], [*cut]), (maps, [*cut], ["maps"])):
        part = _opened(_renamed(extractor.extract_model(inputs, outputs), dict(zip(cut, CUT))))
        for value in (*part.graph.input, *part.graph.output):
            named = dict(zip(CUT, cut)).get(value.name)
            if named:
                value.type.tensor_type.shape.dim[1].dim_value = channels[named]
        onnx.checker.check_model(part)
        onnx.save(part, path)


def join(stem: Path, maps: Path, whole: Path) -> None:
    """The graph as it was before it was cut, its layers in the order in which the network computes them."""
    model = merge_models(onnx.load(stem), onnx.load(maps), io_map=[(name, name) for name in CUT])
    nodes = sorted(model.graph.node, key=lambda node: node.name.startswith("/maps/") and "/trunk/" not in node.name)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, whole)


def main() -> None:
    parser = command.parser(__doc__)
    parser.add_argument("whole", type=Path)
    parser.add_argument("out", help="the files to write, with {} for stem and maps")
    options = parser.parse_args()
    split(options.whole, Path(options.out.format("stem")), Path(options.out.format("maps")))


if __name__ == "__main__":
    main()
