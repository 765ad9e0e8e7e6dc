"""Makes the job's modules importable; finds the binary under test."""

import os
import sys

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(HOME))
sys.path.insert(0, HOME)

#: The binary, as `make test-spark` names it.
ID3TAP = os.environ.get("ID3TAP")


def database_columns(database, table):
    """The columns of a table of a results database, with `input` instead of the number of an input."""
    names = {row[1] for row in database.execute(f'PRAGMA table_info("{table}")')}
    return names - {"input_id"} | {"input"}
