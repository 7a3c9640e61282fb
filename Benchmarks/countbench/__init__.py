"""How well `espy count` counts, and how fast, beside the reference algorithm."""
