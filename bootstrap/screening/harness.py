"""What other agents refuse to load or would black out: Hermes' threat scan and Codex's redaction.

An own implementation of equivalent checks, each a little wider than what it stands for, so that what passes
here passes there. Hermes (0.19, 36 patterns) replaces an entry of its memory by a notice; Codex replaces text
that looks like a secret by ``[REDACTED_SECRET]``. The names are those that Hermes' notice shows.
"""

from __future__ import annotations
