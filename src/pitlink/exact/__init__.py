"""Exact figures of the five games: counts of every deal, best play, and what follows from both, as fractions."""
