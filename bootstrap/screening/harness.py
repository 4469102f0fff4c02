"""What other agents refuse to load or would black out: Hermes' threat scan and Codex's redaction.

An own implementation of equivalent checks, each at least as wide as what it stands for, so that what passes
here passes there. Hermes (hermes-agent 0.19.0, ``tools/threat_patterns.py``, scope "strict": 36 patterns and a
set of invisible characters) replaces an entry of its memory by a notice. Codex replaces what looks like a
secret by ``[REDACTED_SECRET]`` when it summarises a session. The names are those that Hermes' notice shows,
and ``codex_...`` for Codex's.
"""

from __future__ import annotations

import re
import unicodedata

import re2

_INVISIBLE = re.compile("[\u200b-\u200d\u2060\u2062-\u2064\ufeff\u202a-\u202e\u2066-\u2069]")
_WORDS = r"(?:\W+\w+){0,9}?\W+"  # up to nine words between, over line ends and punctuation
_LINE = r"[^\n]*?"
_SPACE = re.compile(r"[^\S\n]")

_CHECKS = {
    "prompt_injection": rf"ignore{_WORDS}(?:previous|all|above|prior){_WORDS}instructions",
    "sys_prompt_override": r"system\s+prompt\s+override",
    "disregard_rules": rf"disregard{_WORDS}(?:your|all|any){_WORDS}(?:instructions|rules|guidelines)",
    "bypass_restrictions": rf"act\s+as\s+(?:if|though){_WORDS}you{_WORDS}(?:have\s+no|don.t\s+have){_WORDS}(?:restrictions|limits|rules)",
    "html_comment_injection": r"<!--[^>]*(?:ignore|override|system|secret|hidden)[^>]*-->",
    "hidden_div": r"<\s*div\s+style\s*=[^>]*display\s*:\s*none",
    "translate_execute": rf"translate\s+{_LINE}\s+into\s+{_LINE}\s+and\s+(?:execute|run|eval)",
    "deception_hide": rf"do\s+not{_WORDS}tell{_WORDS}the\s+user",
    "role_hijack": rf"you\s+are{_WORDS}now\s+(?:an?|the)\s",
    "role_pretend": rf"pretend{_WORDS}(?:you\s+are|to\s+be)\s",
    "leak_system_prompt": rf"output{_WORDS}(?:system|initial)\s+prompt",
    "remove_filters": rf"(?:respond|answer|reply)\s+without{_WORDS}(?:restrictions|limitations|filters|safety)",
    "fake_update": rf"you\s+have\s+been{_WORDS}(?:updated|upgraded|patched)\s+to",
    "identity_override": r"\bname\s+yourself\s+\w",
    "c2_node_registration": r"register\s+(?:as\s+)?a?\s*node",
    "c2_heartbeat": r"(?:heartbeat|beacon|check[\s-]?in)\s+(?:to|with)\s",
    "c2_task_pull": r"pull\s+(?:down\s+)?(?:new\s+)?task(?:ing|s)?\b",
    "c2_network_connect": r"connect\s+to\s+the\s+network\b",
    "forced_action": rf"you\s+must{_WORDS}(?:register|connect|report|beacon)\b",
    "anti_forensic_oneliner": r"only\s+use\s+one[\s-]?liners?\b",
    "anti_forensic_disk": rf"never{_WORDS}(?:create|write){_WORDS}(?:script|file){_WORDS}disk",
    "env_var_unset_agent": r"unset\s+\w*(?:claude|codex|hermes|agent|openai|anthropic)",
    "known_c2_framework": r"\b(?:cobalt\s*strike|sliver|havoc|mythic|metasploit|brainworm)\b",
    "c2_explicit": r"\bc2\s+(?:server|channel|infrastructure|beacon)\b",
    "c2_explicit_long": r"\bcommand\s+and\s+control\b",
    "exfil_curl": rf"curl\s+{_LINE}\$\{{?\w*(?:key|token|secret|password|credential|api)",
    "exfil_wget": rf"wget\s+{_LINE}\$\{{?\w*(?:key|token|secret|password|credential|api)",
    "read_secrets": rf"cat\s+{_LINE}(?:\.env|credentials|\.netrc|\.pgpass|\.npmrc|\.pypirc)",
    "send_to_url": rf"(?:send|post|upload|transmit)\s+{_LINE}\s+(?:to|at)\s+https?://",
    "context_exfil": rf"(?:include|output|print|share){_WORDS}(?:conversation|chat\s+history|previous\s+messages|full\s+context|entire\s+context)",
    "ssh_backdoor": r"authorized_keys",
    "ssh_access": r"(?:\$home|~)/\.ssh",
    "hermes_env": r"(?:\$home|~)/\.hermes/\.env",
    "agent_config_mod": rf"(?:update|modify|edit|write|change|append|add\s+to)\s+{_LINE}(?:agents\.md|claude\.md|\.cursorrules|\.clinerules)",
    "hermes_config_mod": rf"(?:update|modify|edit|write|change|append|add\s+to)\s+{_LINE}\.hermes/(?:config\.yaml|soul\.md)",
    "hardcoded_secret": r"(?:api[_-]?key|token|secret|password)\s*[=:]\s*[\"'][a-z0-9+/=_-]{20,}",
    "codex_key": r"\bsk-[a-z0-9]{20,}|\bakia[0-9a-z]{16}",
    "codex_bearer": r"\bbearer\s+[a-z0-9._~+/=-]{16,}",
    "codex_assignment": r"(?:api[_-]?key|token|secret|password)\s*[:=]\s*[\"']?[^\s\"']{8,}",
}  # fmt: skip
_COMPILED = {name: re2.compile(f"(?i){source}") for name, source in _CHECKS.items()}


def harness_findings(text: str) -> list[str]:
    """Names of the checks that a text would fail in another agent; empty when it passes all.

    Invisible characters come as ``invisible_unicode_U+200D`` and the like, those of emoji families too.
    """
    found = sorted({f"invisible_unicode_U+{ord(char):04X}" for char in _INVISIBLE.findall(text)})
    plain = _SPACE.sub(" ", unicodedata.normalize("NFKC", text)).encode("utf-8", "replace").decode()
    return found + [name for name, expression in _COMPILED.items() if expression.search(plain)]
