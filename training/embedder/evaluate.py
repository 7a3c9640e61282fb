"""Measures an embedder on held-out sources and scenes, beside a hand-made descriptor:
`python -m training.embedder.evaluate --data DIR --model FILE.onnx|FILE.pt`."""

import json
from pathlib import Path

import numpy as np
import onnxruntime
import torch

from ..common import checkpoint, command
from .baseline import describe
from .measure import equal_error, group_numbers, mean, pair_numbers, pairs_of, table, thin, tree
from .network import Embedder
from .photos import real_photos, scene_photos

CUTS = np.round(np.arange(0.10, 0.981, 0.02), 2)


def torch_embed(model):
    def embed(crops):
        with torch.no_grad():
            return model(torch.from_numpy(crops).permute(0, 3, 1, 2).float()).numpy()
    return embed


def onnx_embed(path):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    return lambda crops: session.run(None, {name: crops.transpose(0, 3, 1, 2).astype(np.float32)})[0]


def load_checkpoint(path):
    """(the EMA of the network ready for use, the checkpoint's dictionary)."""
    state = checkpoint.read(path)
    model = Embedder()
    model.load_state_dict(state["average"])
    return model.eval(), state


def cosines_of(cases, embed):
    found = []
    for case in cases:
        vectors = embed(case.crops)
        found.append(np.clip(vectors @ vectors.T, -1, 1))
    return found


def best_cut(cases, cosines):
    """(cut, mean F1 of the largest group there, pair cut of equal error), to be chosen on photos that are not in the
    report: the cut with the highest sum of F1 and of the share of photos counted within 10%. F1 alone prefers one
    group of everything, because most candidates are objects. A plateau counts by its middle."""
    trees = [tree(c) for c in cosines]
    found = [group_numbers(cases, trees, c) for c in CUTS]
    scores = np.array([f["f1"] + f["within_10"] for f in found])
    cut = float(np.mean(CUTS[scores >= scores.max() - 0.01]))
    alike = np.concatenate([thin(c[pairs_of(k)[0]]) for k, c in zip(cases, cosines)])
    unlike = np.concatenate([thin(c[pairs_of(k)[1]]) for k, c in zip(cases, cosines)])
    return cut, float(group_numbers(cases, trees, cut)["f1"]), equal_error(alike, unlike)[0]


def cases_of(photos, resize, limit=None):
    many = [p for p in photos if len(p.boxes) > 1]
    if limit and len(many) > limit:
        many = [many[i] for i in np.linspace(0, len(many) - 1, limit).astype(int)]
    return [table(p, i, resize) for i, p in enumerate(many)]


def numbers(cases, cosines, cut):
    trees = [tree(c) for c in cosines]
    return {"pairs": pair_numbers(cases, cosines, cut), "groups": group_numbers(cases, trees, cut)}


def by_source(cases, cosines, cut):
    """The same numbers source by source, and "mean": every source weighing alike."""
    rows = {}
    for source in sorted({c.source for c in cases}):
        mine = [i for i, c in enumerate(cases) if c.source == source]
        rows[source] = numbers([cases[i] for i in mine], [cosines[i] for i in mine], cut)
    keys = {"pairs": set(), "groups": set()}
    for row in rows.values():
        for part in keys:
            keys[part] |= set(row[part])
    rows["mean"] = {part: {k: mean([r[part][k] for r in rows.values() if r[part].get(k) is not None])
                           for k in sorted(names - {"photos"})} for part, names in keys.items()}
    return rows


def curve(cases, cosines):
    trees = [tree(c) for c in cosines]
    return [{"cut": float(c), **{k: v for k, v in group_numbers(cases, trees, c).items() if k in ("f1", "within_10")},
             **{k: v for k, v in pair_numbers(cases, cosines, c).items() if k in ("recall", "false")}}
            for c in (0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95)]


def show(title, rows):
    form = lambda v: "   -  " if v is None else f"{v:6.3f}"
    names = (("pairs", "auc"), ("pairs", "recall"), ("pairs", "false_other_kind"), ("pairs", "false_part"),
             ("pairs", "false_double"), ("pairs", "false_background"), ("pairs", "equal_error_cut"),
             ("pairs", "equal_error"), ("groups", "f1"), ("groups", "exact"), ("groups", "within_5"),
             ("groups", "within_10"), ("groups", "v_measure"))
    print(f"\n{title}\n{'source':10}" + " ".join(n[1][:11].rjust(11) for n in names))
    for source, row in rows.items():
        print(f"{source:10}" + " ".join(form(row[p].get(n)).rjust(11) for p, n in names))


def markdown(report):
    """The tables of the model card."""
    form = lambda v: "–" if v is None else f"{v:.3f}"
    pairs = ("auc", "recall", "false", "false_other_kind", "false_part", "false_double", "false_background",
             "equal_error_cut", "equal_error")
    groups = ("f1", "exact", "within_5", "within_10", "junk_in_group", "v_measure")
    lines = []
    for part, names in (("pairs", pairs), ("groups", groups)):
        lines += ["", "| source | " + " | ".join(n.replace("_", " ") for n in ("photos",) + names) + " |",
                  "|---|" + "---:|" * (len(names) + 1)]
        for who, found in report.items():
            for source, row in found["held_out"].items():
                row = row[part]
                if source == "mean" or (who == "model" and row.get("photos")):
                    name = source if source != "mean" else f"**{who}, mean of sources**"
                    lines.append(f"| {name} | {row.get('photos', '')} | "
                                 + " | ".join(form(row.get(n)) for n in names) + " |")
    names = ("recall", "false", "f1", "within_10")
    lines += ["", "| similarity | " + " | ".join(n.replace("_", " ") for n in names) + " |", "|---:|" + "---:|" * 4]
    lines += [f"| {r['cut']:.2f} | " + " | ".join(form(r.get(n)) for n in names) + " |"
              for r in report["model"]["curve"]]
    return "\n".join(lines)


def main():
    parser = command.parser(__doc__, data="folder with detect.jsonl")
    parser.add_argument("--scenes", nargs="*", default=[])
    parser.add_argument("--model", required=True)
    parser.add_argument("--resize", choices=("letterbox", "stretch"), default="letterbox")
    parser.add_argument("--limit", type=int, default=200, help="validation photos for choosing cuts")
    parser.add_argument("--json", help="write all numbers to this file")
    parser.add_argument("--markdown", action="store_true", help="print the tables of the model card")
    parser.add_argument("--quick", action="store_true", help="no baseline")
    options = parser.parse_args()
    torch.set_num_threads(1)
    photos = real_photos(options.data) + scene_photos(options.scenes)
    held = cases_of([p for p in photos if p.split == "held-out"], options.resize)
    chosen = cases_of([p for p in photos if p.split == "val"], options.resize, options.limit)
    exported = Path(options.model).suffix == ".onnx"
    embed = onnx_embed(options.model) if exported else torch_embed(load_checkpoint(options.model)[0])
    report = {}
    for name, function in (("model", embed),) + (() if options.quick else (("baseline", describe),)):
        cut, score, equal = best_cut(chosen, cosines_of(chosen, function))
        print(f"{name}: best cut on validation photos {cut:.3f} (F1 {score:.3f}), equal error at {equal:.3f}")
        used = 0.80 if name == "model" and exported else cut
        cosines = cosines_of(held, function)
        report[name] = {"cut": used, "validation": {"cut": cut, "f1": score, "equal_error_cut": equal},
                        "held_out": by_source(held, cosines, used), "curve": curve(held, cosines)}
        show(f"{name}, held-out, cut {used:.3f}", report[name]["held_out"])
    if options.json:
        Path(options.json).write_text(json.dumps(report, indent=1))
    if options.markdown:
        print(markdown(report))


if __name__ == "__main__":
    main()
