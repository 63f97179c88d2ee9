"""Speeds as ratios: each is measured in one run against a named peer or a naive version on the same machine."""
