"""Shared by all benchmarks: tables, facts about the machine, the cost of a program. Needs only the standard library."""
