"""Trains the judge of spines: which pairs of edges are the sides of one book."""
