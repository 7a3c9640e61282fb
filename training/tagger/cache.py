"""The published network's outputs for every view of every photo, computed once.

View 0 is the whole photo, 1 its mirror image, the others are drawn to learn from.
"""

import hashlib
from pathlib import Path

import cv2
import numpy as np
import openvino
import torch

from ..lite.net import FEATURES, KINDS, Lite, fold
from ..lite.weights import load
from .net import SIDE, TRUNK
from .views import drawn, read, whole

PLAIN = 2


class Published(torch.nn.Module):
    """Scores of the kinds, and the features that they come from."""

    def __init__(self):
        super().__init__()
        self.lite = load(Lite(TRUNK), TRUNK).eval()
        fold(self.lite)

    def forward(self, pictures):
        features = self.lite.features(pictures)
        return self.lite.kinds(features), features


def compiled(threads):
    model = openvino.convert_model(Published(), example_input=torch.rand(1, 3, SIDE, SIDE))
    settings = {"INFERENCE_NUM_THREADS": threads, "INFERENCE_PRECISION_HINT": "f32"}
    return openvino.Core().compile_model(model, "CPU", settings)


def views_of(path, count, seed):
    picture = read(path)
    plain = whole(picture)
    rng = np.random.default_rng([seed, int(hashlib.sha256(Path(path).name.encode()).hexdigest()[:8], 16)])
    return [plain, plain[:, ::-1], *(drawn(rng, picture) for _ in range(count - PLAIN))]


class Looks:
    """`kinds[photo, view]` [1000] and `features[photo]` [1280] of the whole photo, float16.

    Goes on where it was stopped. Photos that are not learned from have no drawn views: zeros stand there.
    """

    def __init__(self, photos, folder, views=5, seed=1, threads=1):
        folder = Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        names = "\n".join(f"{Path(photo.path).name} {photo.split == 'train'}" for photo in photos)
        key = hashlib.sha256(f"{TRUNK} {SIDE} {views} {seed} {names}".encode()).hexdigest()[:12]
        self.mark = folder / f"looks-{key}.done"
        self.kinds = opened(folder / f"kinds-{key}.bin", (len(photos), views, KINDS))
        self.features = opened(folder / f"features-{key}.bin", (len(photos), FEATURES))
        done = int(self.mark.read_text()) if self.mark.exists() else 0
        if done < len(photos):
            self.fill(photos, done, views, seed, threads)

    def fill(self, photos, done, views, seed, threads):
        cv2.setNumThreads(1)
        model = compiled(threads)
        for place in range(done, len(photos)):
            count = views if photos[place].split == "train" else PLAIN
            pictures = np.stack(views_of(photos[place].path, count, seed))
            kinds, features = model(pictures.transpose(0, 3, 1, 2).astype(np.float32)).values()
            self.kinds[place, :count], self.features[place] = kinds, features[0]
            if place % 200 == 199 or place == len(photos) - 1:
                self.kinds.flush()
                self.features.flush()
                self.mark.write_text(str(place + 1))
                print(f"{place + 1} of {len(photos)} photos looked at", flush=True)


def opened(path, shape):
    if not path.exists():
        np.memmap(path, np.float16, "w+", shape=shape).flush()
    return np.memmap(path, np.float16, "r+", shape=shape)
