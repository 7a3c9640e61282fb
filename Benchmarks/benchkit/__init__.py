"""What all benchmarks share: tables, the machine's facts, the cost of a program. Needs the standard library only."""
