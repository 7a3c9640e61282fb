"""Memory and time of every verb, compared with their budgets."""
