"""Books on both engines, as the tests of the store have them."""

from tests.store.conftest import books, databases, files, prepared, server, template

__all__ = ["books", "databases", "files", "prepared", "server", "template"]
