"""Builds the sample person's exports from hand-written texts: ``python -m sample_data.source``."""
