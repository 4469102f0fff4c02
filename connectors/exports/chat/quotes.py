"""Lines that quote somebody else, as chat programs mark them."""

from __future__ import annotations


def split_quotes(text: str) -> tuple[str, str]:
    """(own lines, quoted lines without their ``>``)."""
    own: list[str] = []
    quoted: list[str] = []
    for line in text.split("\n"):
        if line.startswith((">>> ", "> ")):
            quoted.append(line.lstrip(">").removeprefix(" "))
        else:
            own.append(line)
    return "\n".join(own).strip(), "\n".join(quoted).strip()
