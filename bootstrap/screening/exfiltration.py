"""Shapes of harm: links and markup that carry data away, commands that fetch and run, credentials, persistence."""

from __future__ import annotations

from bootstrap.screening.shape import Shape

EXFILTRATION: dict[str, Shape] = {
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
        r"<script\b[^>\n]{0,200}>[^<]{0,400}(?:fetch\(|cookie|xmlhttprequest|eval\(|alert\(|location)"
        r"|<(?:svg|img|body|a|video|input|details)\b[^>\n]{0,200}[\s/\"']on[a-z]{3,20}\s*="
        r"|(?:\(|['\"=]\s*)javascript:|data:text/html",
    ),
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
}
