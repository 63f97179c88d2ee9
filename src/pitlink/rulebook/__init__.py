"""The five rulebooks as data: clauses, readings, and which code and which tests hold each clause."""
