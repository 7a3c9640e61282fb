"""What all trainers share: the loop and what belongs to it, reading lists of photos, rendering, and writing model files."""
