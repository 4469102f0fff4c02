"""Shapes of imitation: markup by which systems talk to models, dialogues, banners, calls of tools, encoded orders."""

from __future__ import annotations

from bootstrap.screening.fold import fold
from bootstrap.screening.shape import Shape

_ROLES = (
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
)
_ROLE = f"(?:{'|'.join(map(fold, _ROLES))})"

STRUCTURES: dict[str, Shape] = {
    # Control tokens of chat templates (ChatML, Llama, Gemma, Mistral) never occur in letters.
    "token": Shape(
        ("<|", "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "_of_turn>"),
        r"<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|begin_of_text|start_header_id"
        r"|end_header_id|endofprompt)\|?>|\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>|<\|?(?:begin|end)_of_",
    ),
    "role_line": Shape(
        (*map(fold, _ROLES), "## instruction", "## human", "## response"),
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
