"""Expressions for what is no phrase: imitated markup, active markup, calls of tools. RE2, on folded text."""

from __future__ import annotations

_ROLE = r"(?:system|assistant|developer|systeme|sistema|система|系统|系統|システム|시스템)"

# By name: a sign that is looked for in every text, and the whole expression.
STRUCTURES: dict[str, tuple[str, str]] = {
    # Control tokens of chat templates (ChatML, Llama, Gemma, Mistral) never occur in letters.
    "token": (
        r"<\||\[/?inst\]|<</?sys>>|_of_turn>",
        r"<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|begin_of_text|start_header_id"
        r"|end_header_id|endofprompt)\|?>|\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>|<\|?(?:begin|end)_of_",
    ),
    "role_line": (
        _ROLE,
        rf"^[ \t>*#\[({{<-]*{_ROLE}(?:[ _-]?(?:message|prompt|note|notice|instruction|override|update|alert))?"
        rf"[ \t]*[\])}}>*]*[ \t]*[:：]|[\[({{<]{{1,2}}/?{_ROLE}(?:[ _-]?(?:message|prompt|note|mode|override))?[\])}}>]"
        r"|^#{2,}[ \t]*(?:system|instructions?|human|assistant|response)\b",
    ),
    "frame": (
        r"begin|start|end[ _-]|[%=*#~-]{3}|</?(?:instruction|system|interaction|tool_|function_|user_)",
        r"(?:begin|end|start)(?:ning)?[ _-]+(?:of[ _-]+)?(?:the[ _-]+)?(?:system|user|new|hidden|secret|admin)[ _-]+"
        r"(?:prompt|input|instructions?|message|context|ambiguity|query)"
        r"|</?(?:instructions?|system[-_ ]?prompt|interaction-config|tool_result|function_results?|user_query)\b"
        r"|[%=*#~-]{3,}[ \t]*(?:end|begin|stop|start)\b[^\n]{0,40}[%=*#~-]{3,}",
    ),
    "banner": (
        r"[\n*#=!>\[({][\n*#=!>\[({ ]|^",
        r"(?:^|[\n*#=!>\[({]{2})[ \t]*(?:new|important|urgent|priority|updated|additional|critical|special|hidden|secret)"
        r"[ \t]+(?:and[ \t]+)?(?:new[ \t]+|important[ \t]+|system[ \t]+)?(?:instructions?|task|directives?|orders|command)\b[ \t]*[*#=!:\])}]",
    ),
    "quoted_prompt": (r"['\"]you", r"""['"](?:you are|your are)['".…]{1,3}"""),
    "tool": (
        r"[a-z]_[a-z]",
        r"\b(?:call|invoke|use|run|execute|trigger)\s+(?:the\s+)?(?:tool\s+|function\s+)?['\"]?[a-z]+(?:_[a-z]+)+['\"]?"
        r"(?:\s*\(|\s+(?:with|on|to|url|for|and|using|tool|function)\b)",
    ),
    "target": (r"://|@|/", r"https?://|[\w.+-]+@[\w-]+\.[\w.]+|(?:^|\s)/[\w-]+/[\w./-]+"),
    "placeholder_link": (
        r"!\[",
        r"!\[[^\]\n]{0,80}\]\(\s*(?:https?:)?//[^)\s]*[?&=/](?:\[|%5b|\{|\$|<|%7b)[^)\n]{1,80}\)?"
        r"|!\[[^\]\n]{0,80}\]\(\s*(?:https?:)?//[^)\s]*[?&][\w-]*"
        r"(?:data|secret|token|history|chat|prompt|exfil|steal|leak|msg|content|memory)[\w-]*=[^)\s]*\)",
    ),
    "active_markup": (
        r"<(?:script|iframe|object|embed|svg|img|body|a|video|input|details)\b|javascript:|data:text/html",
        r"<(?:script|iframe|object|embed)\b[^>\n]{0,200}>"
        r"|<(?:svg|img|body|a|video|input|details)\b[^>\n]{0,200}[\s/\"']on[a-z]{3,20}\s*="
        r"|(?:\(|['\"=]\s*)javascript:|data:text/html",
    ),
    "comment": (
        r"<!--|/\*|display:|visibility:|font-size:|opacity:|color:",
        r"<!--|/\*|display:\s*none|visibility:\s*hidden|font-size:\s*0|opacity:\s*0\b|color:\s*(?:white|#fff)",
    ),
    "run_together": (
        r"(?:previous|prior|above|earlier|preceding|system|initial)(?:instruct|rules|prompt|directiv|guideline|context)",
        r"(?:ignore|disregard|forget|override|bypass)(?:all|any|the|your|my|every)?(?:of)?(?:the|your)?"
        r"(?:previous|prior|above|earlier|preceding|system|initial)(?:instructions?|rules|prompts?|directives?|guidelines?|context)",
    ),
    "canary": (
        r"[a-z]-[a-z0-9]{2,12}-",
        r"\b(?:respond|reply|answer|output|print|say|return|echo)\s+(?:only\s+)?(?:with\s+)?['\"]?[a-z]{2,12}(?:-[a-z0-9]{2,12}){2,}",
    ),
    "decode": (
        r"decode|decrypt|deobfuscate|unscramble|base64",
        r"(?:decode|decrypt|deobfuscate|unscramble|base64)[^\n]{0,40}(?:and|then|&)\s+(?:follow|execute|obey|run|do|comply|act|perform|carry)",
    ),
}
