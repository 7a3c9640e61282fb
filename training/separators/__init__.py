"""Trains the network that marks the sides and the insides of standing books."""
