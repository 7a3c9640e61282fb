"""Cuts the graph of maps in three: `python -m training.seeker.split WHOLE models/espy-seeker-{}.onnx`.

Most memory is taken at stride 8 and below, where each value depends on what is less than 48 pixels away: there, large
pictures are shown to the networks tile by tile. The stem turns pixels into `fine` (stride 8) and `coarse` features (16), the
context turns the coarse ones into `wide` (16) and `wider` ones (32), and the last adds up fine, wide and wider ones.
"""

from pathlib import Path

import onnx
from onnx.compose import merge_models
from onnx.utils import Extractor

from ..common import command

PARTS = {"stem": (("pixels",), ("fine", "coarse")), "context": (("coarse",), ("wide", "wider")),
         "maps": (("fine", "wide", "wider"), ("maps",))}


def _strides(model: onnx.ModelProto) -> dict[str, int]:
    """How many pixels a cell of each value is apart from the next, up to where maps are enlarged."""
    strides = {model.graph.input[0].name: 1}
    for node in model.graph.node:
        before = [strides[name] for name in node.input if name in strides]
        if before and node.op_type not in ("Resize", "Shape"):
            steps = next((each.ints[0] for each in node.attribute if each.name == "strides"), 1)
            strides[node.output[0]] = max(before) * steps
    return strides


def _cut(model: onnx.ModelProto) -> dict[str, str]:
    """A cut: a value's name in the file, by its name in the graph."""
    nodes, strides = model.graph.node, _strides(model)
    halving = [node for node in nodes if node.op_type == "Conv" and strides.get(node.output[0]) == 16
               and strides[node.input[0]] == 8]
    enlarging = [node for node in nodes if node.op_type == "Resize"]
    if len(halving) != 1 or [strides[node.input[0]] for node in enlarging] != [16, 32]:
        raise SystemExit("the graph does not halve to stride 16 in one place, or does not enlarge from 16 and 32")
    coarse = halving[0].output[0]
    while len(users := [node for node in nodes if coarse in node.input]) == 1:
        coarse = users[0].output[0]
    wide, wider = (node.input[0] for node in enlarging)
    joining = next(node for node in nodes if enlarging[0].output[0] in node.input)
    [fine] = set(joining.input) - {enlarging[0].output[0]}
    return {fine: "fine", coarse: "coarse", wide: "wide", wider: "wider"}


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


def split(whole: Path, pattern: str) -> None:
    """Writes a file for each of PARTS, named by `pattern`; one of them may be `whole` itself."""
    model = onnx.load(whole)
    cut = _cut(model)
    known = onnx.shape_inference.infer_shapes(model)
    channels = {cut[value.name]: value.type.tensor_type.shape.dim[1].dim_value
                for value in known.graph.value_info if value.name in cut}
    names = {name: given for given, name in cut.items()}
    extractor = Extractor(known)
    for part, ends in PARTS.items():
        inputs, outputs = ([names.get(name, name) for name in end] for end in ends)
        graph = _opened(_renamed(extractor.extract_model(inputs, outputs), cut))
        for value in (*graph.graph.input, *graph.graph.output):
            if value.name in channels:
                value.type.tensor_type.shape.dim[1].dim_value = channels[value.name]
        onnx.checker.check_model(graph)
        onnx.save(graph, pattern.format(part))


def join(files: dict[str, Path], whole: Path) -> None:
    """The graph as it was before it was cut, its layers in the order in which the network computes them."""
    stem, context, maps = (onnx.load(files[part]) for part in PARTS)
    both = merge_models(stem, context, io_map=[("coarse", "coarse")], outputs=["fine", "wide", "wider"])
    model = merge_models(both, maps, io_map=[(name, name) for name in PARTS["maps"][0]])
    nodes = sorted(model.graph.node, key=lambda node: node.name.startswith("/maps/") and "/trunk/" not in node.name)
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    onnx.checker.check_model(model)
    onnx.save(model, whole)


def main() -> None:
    parser = command.parser(__doc__)
    parser.add_argument("whole", type=Path)
    parser.add_argument("out", help="the files to write, with {} for the name of the part")
    options = parser.parse_args()
    split(options.whole, options.out)


if __name__ == "__main__":
    main()
