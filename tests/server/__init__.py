"""The live pit over the real wire."""
