"""The results of a Python program for a photo: tags from the same model, colors, sharpness, brightness, a hash, faces
from a cascade of OpenCV, codes, text from the same networks.

Written in the usual way with NumPy, onnxruntime, OpenCV, zxing-cpp and rapidocr.
"""
import json

import cv2
import numpy as np
import onnxruntime
import zxingcpp
from PIL import Image

MODEL = 'models/espy-tagger.onnx'
LABELS = 'models/espy-tagger.labels.json'
SIDE = 260
EMBEDDING = 256
CASCADE = '/usr/share/opencv4/haarcascades/haarcascade_frontalface_alt2.xml'
CODES = zxingcpp.BarcodeFormat.QRCode | zxingcpp.BarcodeFormat.Code128 | zxingcpp.BarcodeFormat.EAN13
TINTS = np.array([(10, 10, 10), (128, 128, 128), (245, 245, 245), (110, 72, 40), (216, 38, 31), (240, 130, 30),
                  (200, 150, 30), (245, 215, 40), (164, 200, 40), (60, 140, 66), (24, 130, 112), (60, 185, 210),
                  (46, 106, 216), (122, 60, 166), (205, 40, 160), (240, 150, 180)], np.float32)


class Look:
    """One for each process."""

    def __init__(self, is_plain):
        options = onnxruntime.SessionOptions()
        # There are as many processes as processors, so each uses only one thread.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self.session = onnxruntime.InferenceSession(MODEL, options, providers=['CPUExecutionProvider'])
        self.input = self.session.get_inputs()[0].name
        with open(LABELS, encoding='utf-8') as file:
            tags = json.load(file)['tags']
        self.names = [tag['name'] for tag in tags]
        self.least = np.array([tag.get('threshold', 0.5) for tag in tags], np.float32)
        self.tints = oklab(TINTS)
        cv2.setNumThreads(1)
        self.cascade = None if is_plain else cv2.CascadeClassifier(CASCADE)
        self.reader = None if is_plain else reader()
        steps = np.pi * np.arange(8)[:, None] * (2 * np.arange(32)[None] + 1) / 64
        self.waves = np.cos(steps).astype(np.float32)

    def __call__(self, image):
        gray = image.convert('L')
        small = np.asarray(image.resize((48, 48), Image.BOX), np.float32).reshape(-1, 3)
        distances = ((oklab(small)[:, None] - self.tints[None]) ** 2).sum(2)
        colors = np.bincount(distances.argmin(1), minlength=len(TINTS)) / len(small)
        brightness = float(np.asarray(gray).mean()) / 255
        tags, embedding = self.tags(image)
        codes = zxingcpp.read_barcodes(np.asarray(gray), formats=CODES)
        return {'tags': tags, 'colors': colors.argsort()[::-1][:3].tolist(), 'brightness': brightness,
                'sharpness': sharpness(gray), 'fingerprint': self.fingerprint(gray), 'embedding': embedding.tobytes(),
                'faces': self.faces(gray), 'codes': [code.text for code in codes]}

    def text(self, image):
        """The text on a photo of any kind; nothing says beforehand whether there is any."""
        if self.reader is None:
            return ''
        found = self.reader(np.asarray(image)[:, :, ::-1], use_cls=False)
        return '\n'.join(found.txts or ())

    def faces(self, gray):
        if self.cascade is None:
            return None
        small = gray.copy()
        small.thumbnail((400, 400), Image.BOX)
        return len(self.cascade.detectMultiScale(np.asarray(small), 1.15, 5))

    def tags(self, image):
        pixels = np.asarray(image.resize((SIDE, SIDE), Image.BOX), np.float32).transpose(2, 0, 1)[None]
        values = self.session.run(None, {self.input: np.ascontiguousarray(pixels)})[0].reshape(-1)
        chances = values[EMBEDDING:EMBEDDING + len(self.names)]
        return [self.names[at] for at in np.flatnonzero(chances >= self.least)], values[:EMBEDDING]

    def fingerprint(self, gray):
        waves = self.waves @ np.asarray(gray.resize((32, 32), Image.BOX), np.float32) @ self.waves.T
        return ''.join('01'[int(value)] for value in (waves > 0).reshape(-1))


def reader():
    """PP-OCRv6 small as in its package, on one processor."""
    from rapidocr import RapidOCR

    engine = 'EngineConfig.onnxruntime'
    return RapidOCR(params={'Global.log_level': 'error', f'{engine}.intra_op_num_threads': 1,
                            f'{engine}.inter_op_num_threads': 1})


def oklab(rgb):
    """B. Ottosson, "A perceptual color space for image processing" (2020)."""
    light = rgb / 255
    light = np.where(light <= 0.04045, light / 12.92, ((light + 0.055) / 1.055) ** 2.4)
    cones = np.cbrt(light @ np.array([[0.41222147, 0.2119035, 0.08830246], [0.53633254, 0.68069955, 0.28171884],
                                      [0.05144599, 0.10739696, 0.6299787]], np.float32))
    return cones @ np.array([[0.21045426, 1.9779985, 0.02590404], [0.7936178, -2.4285922, 0.78277177],
                             [-0.00407205, 0.4505937, -0.80867577]], np.float32)


def sharpness(gray):
    """The variance of the Laplacian of the sharpest tenth of 64 tiles, at a long side of 512."""
    gray = gray.copy()
    gray.thumbnail((512, 512), Image.BOX)
    p = np.asarray(gray, np.float32)
    edges = 4 * p[1:-1, 1:-1] - p[1:-1, :-2] - p[1:-1, 2:] - p[:-2, 1:-1] - p[2:, 1:-1]
    tiles = [tile.var() for rows in np.array_split(edges, 8) for tile in np.array_split(rows, 8, 1)]
    return float(sorted(tiles)[len(tiles) * 9 // 10])
