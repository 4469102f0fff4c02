"""Rendering the memory directory for harnesses that load another format in another way."""
