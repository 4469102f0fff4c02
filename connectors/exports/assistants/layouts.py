"""Where each assistant keeps its memories, as the programs themselves write and load them.

Each layout was checked against the released program: Claude Code 2.1 (auto memory directories,
CLAUDE.md, rules), Codex CLI 0.171 (``memories``, ``memories_v2``, AGENTS.md), Hermes 0.19 (MEMORY.md and
USER.md), Gemini CLI 0.61, Copilot CLI 1.0; Qwen Code and OpenCode by their documentation.
"""

from __future__ import annotations

from pathlib import Path

from connectors.exports.assistants.entries import (
    HERMES_DELIMITER,
    INDEX_LINE,
    Splitter,
    read_front_matter,
    split_hermes,
    split_index,
    split_memory,
    split_sections,
    split_summary,
    split_task_groups,
    split_topic,
)

LAYOUTS: tuple[tuple[str, tuple[tuple[str, Splitter], ...]], ...] = (
    (
        "claude-code",
        (
            ("CLAUDE.md", split_sections),
            ("rules/**/*.md", split_sections),
            ("projects/*/memory/MEMORY.md", split_index),
            ("projects/*/memory/**/*.md", split_topic),
            ("agent-memory/*/MEMORY.md", split_index),
            ("agent-memory/*/**/*.md", split_topic),
        ),
    ),
    (
        "codex",
        (
            ("AGENTS.override.md", split_sections),
            ("AGENTS.md", split_sections),
            ("memories*/memory_summary.md", split_summary),
            ("memories/MEMORY.md", split_task_groups),
            ("memories*/extensions/*/notes/*.md", split_topic),
            ("memories*/extensions/*/resources/**/MEMORY.md", split_index),
            ("memories*/extensions/*/resources/**/*.md", split_topic),
            ("memories*/skills/*/SKILL.md", split_topic),
            ("memories*/rollout_summaries/*.md", split_topic),
        ),
    ),
    (
        "hermes",
        (
            ("memories/USER.md", split_hermes),
            ("memories/MEMORY.md", split_hermes),
            ("profiles/*/memories/USER.md", split_hermes),
            ("profiles/*/memories/MEMORY.md", split_hermes),
        ),
    ),
    (
        "gemini-cli",
        (
            ("GEMINI.md", split_sections),
            ("tmp/*/memory/MEMORY.md", split_index),
            ("tmp/*/memory/**/*.md", split_topic),
        ),
    ),
    (
        "copilot-cli",
        (("copilot-instructions.md", split_sections), ("instructions/**/*.instructions.md", split_sections)),
    ),
    (
        "qwen-code",
        (
            ("QWEN.md", split_sections),
            ("projects/*/memory/MEMORY.md", split_index),
            ("projects/*/memory/**/*.md", split_topic),
        ),
    ),
    ("opencode", (("AGENTS.md", split_sections),)),
)
"""Assistant, and (path below its folder, how the file is cut into entries); first match wins."""

HOME_NAMES = {
    ".claude": "claude-code",
    ".codex": "codex",
    ".hermes": "hermes",
    ".gemini": "gemini-cli",
    ".copilot": "copilot-cli",
    ".qwen": "qwen-code",
    "opencode": "opencode",
}
"""The folder each assistant keeps below the home folder (OpenCode's below ``.config``)."""

SIGNS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("claude-code", ("projects/*/memory/*.md",)),
    ("codex", ("memories*/memory_summary.md", "memories*/extensions/*/instructions.md")),
    ("hermes", ("memories/USER.md", "memories/MEMORY.md", "profiles/*/memories/*.md")),
    ("gemini-cli", ("tmp/*/memory/*.md",)),
    ("copilot-cli", ("copilot-instructions.md",)),
)
"""What gives an assistant's folder away under another name."""

SINGLE: dict[str, tuple[str, Splitter]] = {
    "claude.md": ("claude-code", split_sections),
    "agents.md": ("codex", split_sections),
    "gemini.md": ("gemini-cli", split_sections),
    "qwen.md": ("qwen-code", split_sections),
    "copilot-instructions.md": ("copilot-cli", split_sections),
    "memory.md": ("claude-code", split_memory),
    "user.md": ("hermes", split_hermes),
    "memory_summary.md": ("codex", split_summary),
}
"""Files read on their own when they are named outright."""


def identify(folder: Path) -> str:
    """Which assistant keeps this folder as its home, or empty."""
    if (known := HOME_NAMES.get(folder.name)) and _matches(folder, known):
        return known
    return next((name for name, signs in SIGNS if any(any(folder.glob(sign)) for sign in signs)), "")


def recognise(path: Path) -> bool:
    """Whether an assistant's memories lie here: its home folder, one memory directory, or one file.

    A working copy that merely has an AGENTS.md or CLAUDE.md is none: those are the repository's.
    """
    if path.is_file():
        return path.name.lower() in SINGLE
    return path.is_dir() and bool(identify(path) or directory_kind(path))


def find(folder: Path) -> list[Path]:
    """Assistants' folders directly below a home folder (or an export of one), sorted."""
    places = [folder, *(folder / name for name in HOME_NAMES), folder / ".config" / "opencode"]
    return sorted(place for place in places if place.is_dir() and recognise(place))


def directory_kind(folder: Path) -> str:
    """Whose memory directory this is, when it is one and not a home folder."""
    if (folder / "memory_summary.md").is_file():
        return "codex"
    if (folder / "USER.md").is_file():
        return "hermes"
    names = sorted(folder.glob("*.md"))[:50]
    fronted = [
        path for path in names if path.name != "MEMORY.md" and "type" in read_front_matter(read_head(path))[0]
    ]
    index = folder / "MEMORY.md"
    if index.is_file() and HERMES_DELIMITER in read_head(index):
        return "hermes"
    if fronted or (index.is_file() and INDEX_LINE.search(read_head(index))):
        return "claude-code"
    return ""


def read_head(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(16_384).decode("utf-8", errors="replace").replace("\r\n", "\n")
    except OSError:
        return ""


def _matches(folder: Path, assistant: str) -> bool:
    return any(any(folder.glob(pattern)) for pattern, _ in dict(LAYOUTS)[assistant])
