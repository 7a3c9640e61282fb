"""Thresholds of the detectors' scores."""

# With this threshold, Espy's detector returns about as many boxes as YOLOX-Nano does with 0.001, the threshold of the
# reference script; selective.py shows it. With 0.001, thousands of places in every photo would be embedded: the counts
# would be useless, and the times would only measure Python's embedding.
SELECTIVE = 0.35
