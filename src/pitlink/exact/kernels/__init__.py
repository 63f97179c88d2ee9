"""Compiled counting. Arrays and integers in, arrays and integers out; nothing of ours is imported here.

Every kernel names the plain function that it must equal; tests hold the two together.
"""
