"""Players that decide from a view, and a dealer that follows the procedure: a table that plays by itself."""
