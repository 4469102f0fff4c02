"""The model extractor. See ``extractor.py`` for the story."""
