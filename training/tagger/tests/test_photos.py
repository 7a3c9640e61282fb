"""Which photos there are, what is known of them, and how they are shown to the network."""

import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

try:
    import numpy as np

    from training.tagger.counts import count, truth, weights_of
    from training.tagger.photos import LOOKED, Photo, load_photos, looked_at
    from training.tagger.tags import INDEX
    from training.tagger.teacher import add
    from training.tagger.tests.made import write_data
    from training.tagger.views import drawn, whole
except ImportError as missing:
    raise unittest.SkipTest(str(missing))


def photo(*names, exhaustive=False):
    return Photo("p.jpg", tuple(INDEX[name] for name in names), "val", "s", "open", exhaustive=exhaustive)


class Photos(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.photos = {Path(one.path).stem: one for one in load_photos(write_data(Path(folder.name)))}

    def test_kinds_and_splits(self):
        found = {name: (self.photos[name].kind, self.photos[name].split, bool(self.photos[name].tags))
                 for name in ("dog_0", "screws", "apples", "geese", "t4", "flower_0")}
        self.assertEqual(found, {
            "dog_0": ("tagged", "train", True), "screws": ("boxed", "train", False), "apples": ("boxed", "train", True),
            "geese": ("boxed", "heldout", True), "t4": ("surface", "test", False), "flower_0": ("tagged", "heldout", True)})

    def test_boxed_photos_that_say_too_little_are_left_out(self):
        self.assertFalse({"tiny", "palm", "tested"} & set(self.photos))
        self.assertEqual(self.photos["apples"].tags, tuple(sorted((INDEX["food"], INDEX["fruit"]))))


class Known(unittest.TestCase):
    def test_truth_knows_what_it_does_not_know(self):
        known = truth([photo("beach"), photo()])
        names = ("beach", "kitchen", "sea", "person")
        self.assertEqual([known[0, INDEX[n]] for n in names], [1, 0, -1, -1])
        self.assertEqual(known[1].max(), 0)
        self.assertAlmostEqual(weights_of([photo("beach")])[0, INDEX["person"]], 0.3, places=5)

    def test_what_was_seen_completes_the_labels(self):
        beach, sea, person, sunset = (INDEX[name] for name in ("beach", "sea", "person", "sunset"))
        seen = replace(photo("beach"), there=(sea,), absent=(person,), unsure=(sunset,))
        known, weights = truth([seen]), weights_of([seen])
        self.assertEqual(known[0, [beach, sea, person, sunset]].tolist(), [1, 1, 0, -1])
        self.assertEqual(weights[0, [beach, sea, person, sunset]].tolist(), [1, 1, 1, 0])

    def test_a_photo_of_none_may_show_a_tag_after_all(self):
        beach, sea, person = (INDEX[name] for name in ("beach", "sea", "person"))
        seen = replace(photo(), there=(person,), unsure=(sea,))
        known, weights = truth([seen]), weights_of([seen])
        self.assertEqual(known[0, [beach, sea, person]].tolist(), [0, -1, 1])
        self.assertEqual(weights[0, [beach, sea, person]].tolist(), [1, 0, 1])

    def test_only_photos_to_learn_from_are_completed(self):
        name = next(iter(LOOKED))
        train, test = (replace(photo("beach"), path=f"x/{name}", split=split) for split in ("train", "test"))
        self.assertNotEqual(looked_at(train), train)
        self.assertEqual(looked_at(test), test)
        self.assertEqual(looked_at(photo("beach")), photo("beach"))

    def test_exhaustive_photos_deny_what_they_do_not_name(self):
        self.assertEqual(truth([photo("dog", exhaustive=True)])[0, INDEX["person"]], 0)

    def test_counts(self):
        known = truth([photo("beach"), photo("kitchen"), photo("sea"), photo("beach")])[:, [INDEX["beach"]]]
        counts = count(np.array([[0.9], [0.8], [0.7], [0.2]]), known, 0.5)
        self.assertEqual([counts.right[0], counts.wrong[0], counts.missed[0]], [1, 1, 1])
        strict = count(np.array([[0.9], [0.8], [0.7], [0.2]]), known, 0.5, strict=True)
        self.assertEqual(strict.wrong[0], 2)

    def test_the_teacher_adds_and_denies_but_is_not_always_sure(self):
        photos = [photo("dog"), photo("dog"), photo("dog"), photo("dog")]
        known, weights = truth(photos), weights_of(photos)
        seen = [{"things": {"chair": score}, "people": 0} for score in (0.9, 0.4, 0.05)] + [None]
        add(known, weights, seen)
        chair = INDEX["chair"]
        self.assertEqual([(known[row, chair], round(float(weights[row, chair]), 2)) for row in range(4)],
                         [(1, 1), (-1, 0), (0, 1), (-1, 0.3)])


class Views(unittest.TestCase):
    def test_same_seed_same_view(self):
        pixels = np.random.default_rng(1).integers(0, 256, (90, 160, 3)).astype(np.uint8)
        for seed in range(20):
            one, two = (drawn(np.random.default_rng(seed), pixels, 48) for _ in range(2))
            self.assertEqual((one.shape, one.dtype), ((48, 48, 3), np.uint8))
            self.assertTrue((one == two).all())

    def test_the_whole_photo_is_stretched(self):
        pixels = np.zeros((40, 80, 3), np.uint8)
        pixels[:, 40:] = 255
        view = whole(pixels, 32)
        self.assertEqual((view[:, :15].max(), view[:, 17:].min()), (0, 255))


if __name__ == "__main__":
    unittest.main()
