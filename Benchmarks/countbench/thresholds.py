"""Scores from which on detectors are listened to."""

# The score from which on Espy's detector lets about as many boxes pass as YOLOX-Nano does from 0.001 on, the threshold
# of the script: selective.py tells. With 0.001 itself thousands of places of every photo would be embedded: the counts
# would be useless, and the times would tell nothing but how Python embeds.
SELECTIVE = 0.35
