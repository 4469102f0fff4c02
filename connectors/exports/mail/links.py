"""Absolute links in a text, without what tracks or authorises."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

MOST = 20
LINK = re.compile(r"https?://[^\s<>\"'`{}|\\^\[\]　-〿＀-￯]{3,2000}", re.IGNORECASE)
TRACKING = re.compile(
    r"^(?:utm_.*|mc_[a-z]+|fbclid|gclid|dclid|msclkid|yclid|igshid|_hs.*|mkt_tok|vero_.*|oly_.*|s_cid|trk.*|ref_?src|"
    r"wickedid|cmpid|ncid|sr_share|at_.*|elq.*|pk_.*|piwik_.*|spm|si|usp|sca_esv)$",
    re.IGNORECASE,
)
SECRET = re.compile(
    r"token|secret|signature|passw|pwd|auth|session|sid$|otp|^code$|^sig$|^key$|api_?key|credential|x-amz|x-goog|jwt|hash|^t$|^k$",
    re.IGNORECASE,
)


def find_links(text: str) -> tuple[str, ...]:
    """Up to 20 links in order, each once."""
    if "http" not in text and "HTTP" not in text:
        return ()
    found: dict[str, None] = {}
    for match in LINK.finditer(text):
        link = tidy_link(match.group())
        if link:
            found.setdefault(link)
            if len(found) == MOST:
                break
    return tuple(found)


def tidy_link(link: str) -> str:
    """A link without user info, tracking and secret queries; empty when it is none."""
    link = link.rstrip(".,;:!?*_~>")
    while link.endswith(")") and link.count("(") < link.count(")"):
        link = link[:-1]
    try:
        parts = urlsplit(link)
        host = parts.hostname
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    if not host:
        return ""
    query = (
        [
            (name, value)
            for name, value in parse_qsl(parts.query, keep_blank_values=True, max_num_fields=None)
            if not TRACKING.match(name) and not SECRET.search(name) and len(value) < 200
        ]
        if parts.query
        else []
    )
    fragment = "" if "=" in parts.fragment and SECRET.search(parts.fragment) else parts.fragment
    if ":" in host:
        host = f"[{host}]"
    return urlunsplit((parts.scheme.lower(), host + port, parts.path, urlencode(query), fragment))
