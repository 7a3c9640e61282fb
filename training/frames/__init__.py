"""Trains the judge of frames: which of the books chosen in a frame of video are whole books."""
