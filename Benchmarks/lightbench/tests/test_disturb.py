"""Degraded pictures."""

import unittest

try:
    import cv2
    import numpy as np
    from lightbench.disturb import DISTURBANCES, STEPS
except ImportError:
    cv2 = None


@unittest.skipIf(cv2 is None, "OpenCV is not installed")
class Disturbances(unittest.TestCase):
    def setUp(self):
        checks = np.indices((96, 128)).sum(0) // 16 % 2
        self.image = np.repeat((60 + 130 * checks).astype(np.uint8)[..., None], 3, 2)

    def test_each_step_is_worse(self):
        for name, worse in DISTURBANCES.items():
            with self.subTest(name):
                off = [float(np.abs(worse(self.image, step, 1).astype(int) - self.image).mean()) for step in STEPS]
                self.assertGreater(off[-1], off[0])
                self.assertGreater(off[-1], 5)

    def test_steps_are_the_same_each_time(self):
        for name, worse in DISTURBANCES.items():
            with self.subTest(name):
                self.assertTrue(np.array_equal(worse(self.image, 5, 3), worse(self.image, 5, 3)))


if __name__ == "__main__":
    unittest.main()
