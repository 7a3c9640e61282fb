"""Outlines: which part of a box its thing fills, so that it can be measured."""
