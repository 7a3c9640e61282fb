"""`espy serve` under load, compared with nginx and a FastAPI program, and the cost of its viewer in a browser."""
