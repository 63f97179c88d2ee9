"""Checks that need the record of the test run just finished: ./x test runs them last."""
