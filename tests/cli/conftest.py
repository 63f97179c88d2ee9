"""Books on both engines, as the tests of the store have them."""

from tests.store.conftest import books, elsewhere, server, template

__all__ = ["books", "elsewhere", "server", "template"]
