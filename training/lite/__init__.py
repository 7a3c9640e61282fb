"""EfficientNet-Lite, the trunk that several of the networks start from, and its published weights."""
