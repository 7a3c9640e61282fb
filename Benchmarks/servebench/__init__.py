"""`espy serve` under load, beside nginx and a program on FastAPI, and what its viewer costs a browser."""
