"""Expressions for what is no phrase: markup, calls of tools, commands, credentials. RE2, on folded text."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import re2

_ROLE = r"(?:system|assistant|developer|systeme|sistema|система|系统|系統|システム|시스템)"


@dataclass(frozen=True, slots=True)
class Shape:
    """Strings one of which stands in every match, and the expression itself (RE2, ``^`` at line starts)."""

    signs: tuple[str, ...]
    expression: str


def spans(name: str, folded: str) -> list[tuple[int, int]]:
    """Where a shape stands in a folded text, the first 2,000 places at most."""
    found = _compiled(name).finditer(folded)
    return [match.span() for match, _ in zip(found, range(2_000), strict=False)]


@cache
def _compiled(name: str) -> Any:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 64 << 20
    return re2.compile(f"(?m){SHAPES[name].expression}", options)


# Shapes whose signs stand in most texts, and that mean something only beside others.
AMBIENT = ("canary", "packed", "reading", "target")

SHAPES: dict[str, Shape] = {
    # Control tokens of chat templates (ChatML, Llama, Gemma, Mistral) never occur in letters.
    "token": Shape(
        ("<|", "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "_of_turn>"),
        r"<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|begin_of_text|start_header_id"
        r"|end_header_id|endofprompt)\|?>|\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>|<\|?(?:begin|end)_of_",
    ),
    "role_line": Shape(
        (
            "system",
            "assistant",
            "developer",
            "systeme",
            "sistema",
            "система",
            "系统",
            "系統",
            "システム",
            "시스템",
            "## instruction",
            "## human",
            "## response",
        ),
        rf"^[ \t>*#\[({{<-]*{_ROLE}(?:[ _-]?(?:message|prompt|note|notice|instruction|override|update|alert))?"
        rf"[ \t]*[\])}}>*]*[ \t]*[:：]|[\[({{<]{{1,2}}/?{_ROLE}(?:[ _-]?(?:message|prompt|note|mode|override))?[\])}}>]"
        r"|^#{2,}[ \t]*(?:system|instructions?|human|assistant|response)\b",
    ),
    "frame": Shape(
        (
            "<information",
            "override]",
            "begin",
            "end of",
            "end_",
            "end system",
            "end user",
            "start of",
            "start system",
            "</",
            "<instructions",
            "<system",
            "<interaction-config",
            "<tool_result",
            "<function_result",
            "<user_query",
            "%%%",
            "===",
            "***",
            "###",
            "~~~",
        ),
        r"(?:begin|end|start)(?:ning)?[ _-]+(?:of[ _-]+)?(?:the[ _-]+)?(?:system|user|new|hidden|secret|admin)[ _-]+"
        r"(?:prompt|input|instructions?|message|context|ambiguity|query)"
        r"|</?(?:information|important_?instructions?|instructions?|system[-_ ]?prompt|interaction-config|tool_result|function_results?|user_query)\b"
        r"|\[(?:admin|system|root|developer|security)[ _-]override\]"
        r"|[%=*#~]{3,}[ \t]*(?:end|begin|stop|start)\b[^\n]{0,40}[%=*#~]{3,}",
    ),
    "banner": Shape(
        ("instruction", "task", "directive", "orders", "command"),
        r"(?:^|[\n*#=!>\[({]{2})[ \t]*(?:new|important|urgent|priority|updated|additional|critical|special|hidden|secret)"
        r"[ \t]+(?:and[ \t]+)?(?:new[ \t]+|important[ \t]+|system[ \t]+)?(?:instructions?|task|directives?|orders|command)\b[ \t]*[*#=!:\])}]",
    ),
    "quoted_prompt": Shape(
        ("'you are", '"you are', "'your are", '"your are'), r"""['"](?:you are|your are)['".…]{1,3}"""
    ),
    "tool": Shape(
        ("call ", "invoke ", "execute ", "trigger ", "tool "),
        r"\b(?:call|invoke|execute|trigger|(?:use|run)\s+the\s+tool)\s+(?:the\s+)?(?:tool\s+|function\s+)?['\"]?[a-z]+(?:_[a-z]+)+['\"]?"
        r"(?:\s*\(|\s+(?:with|on|to|url|for|and|using|tool|function)\b)",
    ),
    "target": Shape(("http", "@", "/"), r"https?://|[\w.+-]+@[\w-]+\.[\w.]+|(?:^|\s)/[\w-]+/[\w./-]+"),
    "placeholder_link": Shape(
        ("![",),
        r"!\[[^\]\n]{0,80}\]\(\s*(?:https?:)?//[^)\s]*[?&=/](?:\[|%5b|\{|\$|<|%7b)[^)\n]{1,80}\)?"
        r"|!\[[^\]\n]{0,80}\]\(\s*(?:https?:)?//[^)\s]*[?&][\w-]*"
        r"(?:data|secret|token|history|chat|prompt|exfil|steal|leak|msg|content|memory)[\w-]*=[^)\s]*\)",
    ),
    "active_markup": Shape(
        (
            "<script",
            "<iframe",
            "<object",
            "<embed",
            "<svg",
            "<img",
            "<body",
            "<a ",
            "<video",
            "<input",
            "<details",
            "javascript:",
            "data:text/html",
        ),
        r"<(?:script|iframe|object|embed)\b[^>\n]{0,200}>"
        r"|<(?:svg|img|body|a|video|input|details)\b[^>\n]{0,200}[\s/\"']on[a-z]{3,20}\s*="
        r"|(?:\(|['\"=]\s*)javascript:|data:text/html",
    ),
    "comment": Shape(
        ("<!--", "/*", "display:", "visibility:", "font-size:", "opacity:", "color:"),
        r"<!--|/\*|display:\s*none|visibility:\s*hidden|font-size:\s*0|opacity:\s*0\b|color:\s*(?:white|#fff)",
    ),
    "run_together": Shape(
        (
            "previousinstr",
            "priorinstr",
            "aboveinstr",
            "earlierinstr",
            "precedinginstr",
            "systemprompt",
            "previousrules",
            "previousprompt",
            "priorrules",
            "allrules",
            "previouscontext",
            "initialinstr",
            "initialprompt",
            "systeminstr",
            "previousdirect",
            "previousguide",
            "priorprompt",
        ),
        r"(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|my|every)?(?:of)?(?:the|your)?"
        r"(?:previous|prior|above|earlier|preceding|system|initial)(?:instructions?|rules|prompts?|directives?|guidelines?|context)",
    ),
    "canary": Shape(
        ("-",),
        r"\b(?:respond|reply|answer|output|print|say|return|echo)\s+(?:only\s+)?(?:with\s+)?['\"]?[a-z]{2,12}(?:-[a-z0-9]{2,12}){2,}",
    ),
    "decode": Shape(
        ("decode", "decrypt", "deobfuscate", "unscramble", "base64"),
        r"(?:decode|decrypt|deobfuscate|unscramble|base64)[^\n]{0,40}(?:and|then|&)\s+(?:follow|execute|obey|run|do|comply|act|perform|carry)",
    ),
    "dialogue": Shape(
        ("assistant:", "ai:"),
        r"\b(?:user|human|q)\s?:[^\n]{0,300}\n?[^\n]{0,100}\b(?:assistant|ai)\s?:",
    ),
    "packed": Shape(("==", "=", "decode", "base64"), r"[a-z0-9+/_-]{16,}={0,2}"),
    # Commands: fetched and run, decoded and run, a shell handed out, everything deleted.
    "command": Shape(
        (
            "curl",
            "wget",
            "base64",
            "iwr",
            "invoke-",
            "powershell",
            "nc ",
            "/dev/tcp",
            "rm -",
            "mkfs",
            "fork",
            "eval",
            "exec(",
            "mshta",
            "certutil",
            "ncat",
            "socat",
        ),
        r"\b(?:curl|wget|fetch|iwr|invoke-webrequest)\b[^\n|;]{0,300}(?:\||;|&&)\s*(?:sudo\s+)?(?:/(?:usr/)?bin/)?(?:ba|z|k|da)?sh\b"
        r"|\b(?:curl|wget|iwr|invoke-webrequest)\b[^\n|;]{0,300}(?:\||;|&&)\s*(?:sudo\s+)?(?:python3?|perl|ruby|node|php|iex|invoke-expression)\b"
        r"|\bcurl\b[^\n]{0,200}\s(?:-d|--data(?:-binary|-raw)?|-f|--form|-t|--upload-file)\s*['\"]?[^\s'\"]{0,40}@"
        r"|base64\s+(?:-d|--decode|-di)\b[^\n]{0,80}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b"
        r"|\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-(?:e|en|enc|encodedcommand|nop|w\s+hidden)\b|\biex\s*\(|\bcertutil\b[^\n]{0,40}-urlcache|\bmshta\s+http"
        r"|\b(?:nc|ncat|netcat)\s[^\n]{0,60}-e\s|/dev/tcp/\d|\bsocat\b[^\n]{0,80}exec:"
        r"|\brm\s+-(?:rf|fr|r\s+-f)\s+(?:--no-preserve-root\s+)?(?:/|~|\$home)(?:\s|\*|$)|\bmkfs\.\w+\s+/dev/"
        r"|eval\(\s*(?:atob|base64)|exec\(\s*(?:base64|requests\.get|urllib)|while\s+true:\s*os\.fork",
    ),
    "credential_path": Shape(
        (
            ".ssh",
            ".aws",
            ".env",
            "id_rsa",
            "id_ed25519",
            ".netrc",
            ".npmrc",
            ".pypirc",
            ".kube",
            "/etc/shadow",
            "/etc/passwd",
            ".git-credentials",
            ".gnupg",
            ".docker/config",
        ),
        r"~?/?\.ssh/(?:id_|config|authorized)|\.aws/credentials|(?:^|[\s/'\"])\.env\b|\bid_(?:rsa|ed25519|ecdsa)\b|\.netrc|\.npmrc|\.pypirc|\.kube/config"
        r"|/etc/(?:shadow|passwd)|\.git-credentials|\.gnupg/|\.docker/config\.json",
    ),
    "reading": Shape(
        (
            "cat ",
            "type ",
            "curl",
            "send",
            "upload",
            "post",
            "scp",
            "print",
            "include",
            "copy",
            "read",
            "exfil",
            "base64",
            "email",
            "share",
            "open(",
        ),
        r"\b(?:cat|type|curl|wget|send|upload|post|scp|rsync|print|include|copy|exfiltrate|base64|email|share|paste)\b|open\(",
    ),
    "persistence": Shape(
        (
            "authorized_keys",
            "crontab",
            "/etc/cron",
            ".bashrc",
            ".zshrc",
            ".profile",
            ".bash_profile",
            "launchagents",
            "schtasks",
            "currentversion",
            "rc.local",
        ),
        r"(?:>>?|\btee\s+(?:-a\s+)?|\binto\s+|\bto\s+)\s*[^\s]{0,40}(?:authorized_keys|\.bashrc|\.zshrc|\.bash_profile|\.profile|/etc/cron\S*|rc\.local)"
        r"|\|\s*crontab\s+-|launchagents/|\bschtasks\s+/create|currentversion\\+run\b",
    ),
    # A model or an assistant spoken to by name; Claude is left out, since people are called so.
    "vocative": Shape(
        (
            "assistant",
            "copilot",
            "chatgpt",
            "gpt",
            "gemini",
            "llm",
            "bot",
            "ai,",
            "ai:",
            "ai!",
            "alexa",
            "siri",
        ),
        r"(?:^|[.!?>*#\"'(]\s*|\b(?:hey|hi|hello|dear|attention|ok|okay|to\s+you)[ ,]\s*)(?:ai\s+)?"
        r"(?:assistant|copilot|chatgpt|gpt(?:-?\d\w*)?|gemini|llms?|bot|ai|language\s+models?|alexa|siri)\s*[,:!]",
    ),
}
