"""The review: a person answers every candidate, in a screen, line by line, or through JSON.

``session.py`` is the review itself and knows no screen; ``app.py``, ``plain.py`` and ``protocol.py``
are three ways to answer it.
"""
