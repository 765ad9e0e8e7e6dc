"""Makes the job's modules importable; finds the binary under test."""

import os
import sys

HOME = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.path.dirname(os.path.dirname(HOME))
sys.path.insert(0, HOME)

#: The binary, as `make test-spark` names it.
ID3TAP = os.environ.get("ID3TAP")
