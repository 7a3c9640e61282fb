"""Run from the root: python -m unittest discover -s training/lite/tests -t ."""

import unittest

import torch

from training.lite.net import FEATURES, Lite, Trunk, channels_of, fold
from training.lite.weights import renamed


class LiteTests(unittest.TestCase):
    def test_maps_have_strides_of_8_16_and_32(self):
        trunk = Trunk().eval()
        maps = trunk(torch.rand(1, 3, 96, 64) * 255)
        self.assertEqual([tuple(one.shape[1:]) for one in maps],
                         [(channels, 96 // stride, 64 // stride)
                          for channels, stride in zip(trunk.channels, (8, 16, 32))])

    def test_the_wider_variants_are_those_that_were_published(self):
        self.assertEqual([channels_of(channels, 1.1) for channels in (16, 24, 40, 80, 112, 192, 320)],
                         [16, 24, 48, 88, 120, 208, 352])
        self.assertEqual([len(Trunk(name).blocks) for name in ("lite0", "lite1", "lite2")], [16, 21, 21])

    def test_folding_and_freezing_change_nothing(self):
        torch.manual_seed(1)
        net, pictures = Lite().eval(), torch.rand(2, 3, 64, 64) * 255
        for part in net.modules():
            if isinstance(part, torch.nn.BatchNorm2d):
                part.running_mean.normal_()
                part.running_var.uniform_(0.5, 2)
        with torch.no_grad():
            before = net.features(pictures)
            net.trunk.freeze(5)
            frozen = net.features(pictures)
            fold(net)
            after = net.features(pictures)
        self.assertEqual(before.shape, (2, FEATURES))
        self.assertLess(float((before - frozen).abs().max()), 1e-5)
        self.assertLess(float((before - after).abs().max()), 1e-4)

    def test_frozen_blocks_learn_nothing(self):
        trunk = Trunk()
        trunk.freeze(12)
        trunk(torch.rand(1, 3, 64, 64))[-1].sum().backward()
        self.assertIsNone(trunk.blocks[11].project.conv.weight.grad)
        self.assertIsNotNone(trunk.blocks[12].project.conv.weight.grad)

    def test_names_of_the_published_weights_become_ours(self):
        found = renamed({"_blocks.0._bn1.weight": 1, "_blocks.3._bn0.bias": 2, "_conv_head.weight": 3, "_bn1.bias": 4,
                         "_fc.bias": 5})
        self.assertEqual(found, {"trunk.blocks.0.depthwise.norm.weight": 1, "trunk.blocks.3.expand.norm.bias": 2,
                                 "head.conv.weight": 3, "head.norm.bias": 4, "kinds.bias": 5})


if __name__ == "__main__":
    unittest.main()
