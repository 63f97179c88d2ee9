"""The books held against themselves: every event replayed, every entry worked out again."""
