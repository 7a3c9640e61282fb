"""The two networks of the reference pipeline in onnxruntime, with preprocessing in NumPy and OpenCV."""

import cv2
import numpy as np
import onnxruntime

from .manifest import Model

GRAY = 114


def session(model: Model, threads: int) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(model.path), options, providers=["CPUExecutionProvider"])


def planes(images: np.ndarray, model: Model) -> np.ndarray:
    """Converts [N, H, W, 3] bytes in BGR to [N, 3, H, W] numbers in the order and range of the model."""
    if model.colors == "RGB":
        images = images[..., ::-1]
    # One copy, in the type and the order that the network expects.
    numbers = np.ascontiguousarray(images.transpose(0, 3, 1, 2), dtype=np.float32)
    if model.scale != 1:
        numbers *= np.float32(model.scale)
    if any(model.mean) or set(model.std) != {1}:
        shape = (1, 3, 1, 1)
        numbers -= np.array(model.mean, np.float32).reshape(shape)
        numbers /= np.array(model.std, np.float32).reshape(shape)
    return numbers


class Detector:
    """Detects boxes in a photo: rows 2 to 4 of the reference algorithm."""

    def __init__(self, model: Model, threads: int):
        self._model = model
        self._session = session(model, threads)
        self._input = self._session.get_inputs()[0].name

    def boxes(self, photo: np.ndarray, confidence: float) -> tuple[np.ndarray, np.ndarray]:
        """Corners [N, 4] (left, top, right, bottom) in pixels of the photo, and scores [N], before suppression."""
        ratio, shown = self._letterbox(photo)
        answer = self._session.run(None, {self._input: planes(shown[None], self._model)})[0][0]
        scores = answer[:, 4] * answer[:, 5:].max(1) if answer.shape[1] > 5 else answer[:, 4]
        sure = np.flatnonzero(scores >= confidence)
        places = answer[:, :4]
        if self._model.kind == "yoloxRaw":
            places = self._decoded(places)
        places = places[sure]
        corners = np.concatenate([places[:, :2] - places[:, 2:] / 2, places[:, :2] + places[:, 2:] / 2], 1)
        return corners.astype(np.float64) / ratio, scores[sure]

    def _letterbox(self, photo: np.ndarray) -> tuple[float, np.ndarray]:
        """Scales the photo to fit, at the top left on gray."""
        model = self._model
        ratio = min(model.height / photo.shape[0], model.width / photo.shape[1])
        height, width = int(photo.shape[0] * ratio), int(photo.shape[1] * ratio)
        shown = np.full((model.height, model.width, 3), GRAY, np.uint8)
        shown[:height, :width] = cv2.resize(photo, (width, height), interpolation=cv2.INTER_LINEAR)
        return ratio, shown

    def _decoded(self, raw: np.ndarray) -> np.ndarray:
        """(xy + cell) * stride and exp(wh) * stride."""
        cells, strides = [], []
        for stride in self._model.strides:
            rows, columns = self._model.height // stride, self._model.width // stride
            across, down = np.meshgrid(np.arange(columns), np.arange(rows))
            cells.append(np.stack([across.ravel(), down.ravel()], 1))
            strides.append(np.full((rows * columns, 1), stride))
        step = np.concatenate(strides).astype(np.float32)
        return np.concatenate([(raw[:, :2] + np.concatenate(cells)) * step, np.exp(raw[:, 2:]) * step], 1)


def suppressed(corners: np.ndarray, scores: np.ndarray, overlap: float) -> np.ndarray:
    """Row 5: greedy class-agnostic suppression. Returns the indices of the kept boxes, the best score first.

    A box is removed if a kept one overlaps it by more than `overlap` (intersection over union), or if its score is 0.
    """
    if not len(corners):
        return np.zeros(0, int)
    boxes = np.concatenate([corners[:, :2], corners[:, 2:] - corners[:, :2]], 1).astype(np.float64)
    return np.asarray(cv2.dnn.NMSBoxes(boxes, scores.astype(np.float32), 0, overlap), int).ravel()


class Embedder:
    """Embeds crops as vectors of length 1: row 10."""

    def __init__(self, model: Model, threads: int, batch: int):
        self._model = model
        self._session = session(model, threads)
        self._input = self._session.get_inputs()[0].name
        self._batch = batch

    def vectors(self, crops: list[np.ndarray]) -> np.ndarray:
        """Returns [N, dimensions], computed in batches."""
        answers = []
        for start in range(0, len(crops), self._batch):
            shown = np.stack([self._fitted(crop) for crop in crops[start : start + self._batch]])
            answers.append(self._session.run(None, {self._input: planes(shown, self._model)})[0])
        vectors = np.concatenate(answers)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def _fitted(self, crop: np.ndarray) -> np.ndarray:
        """Scales the crop to the input size by the model's rule."""
        model = self._model
        high, wide = crop.shape[:2]
        if model.resize == "stretch":
            return _resized(crop, model.width, model.height)
        if model.resize == "centerCropShortest":
            ratio = max(model.width / wide, model.height / high)
            grown = _resized(crop, max(round(wide * ratio), model.width), max(round(high * ratio), model.height))
            left, top = (grown.shape[1] - model.width) // 2, (grown.shape[0] - model.height) // 2
            return grown[top : top + model.height, left : left + model.width]
        ratio = min(model.width / wide, model.height / high)
        width, height = max(int(wide * ratio), 1), max(int(high * ratio), 1)
        centered = model.resize == "letterboxCenter114"
        left, top = ((model.width - width) // 2, (model.height - height) // 2) if centered else (0, 0)
        shown = np.full((model.height, model.width, 3), GRAY, np.uint8)
        shown[top : top + height, left : left + width] = _resized(crop, width, height)
        return shown


def _resized(crop: np.ndarray, width: int, height: int) -> np.ndarray:
    shrinks = width < crop.shape[1] or height < crop.shape[0]
    return cv2.resize(crop, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)
