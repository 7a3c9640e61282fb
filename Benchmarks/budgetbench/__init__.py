"""Memory and time of every verb beside what they may be."""
