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
    ("claude-code", ("projects/-*/memory/*.md", "projects/[A-Z]--*/memory/*.md")),
    ("codex", ("memories*/memory_summary.md", "memories*/extensions/*/instructions.md")),
    ("hermes", ("memories/USER.md", "memories/MEMORY.md")),
    ("gemini-cli", ("tmp/*/memory/MEMORY.md",)),
    ("copilot-cli", ("copilot-instructions.md",)),
)
"""What gives an assistant's folder away under another name (Claude Code spells a project by its path, every
other character a dash, so that a project starts with a dash or a drive)."""

DIRECTORIES: dict[str, dict[str, Splitter]] = {
    "claude-code": {"MEMORY.md": split_index, "*": split_topic},
    "codex": {"memory_summary.md": split_summary, "MEMORY.md": split_task_groups, "*": split_topic},
    "hermes": {"*": split_hermes},
}
"""How the files of one memory directory are cut, by name."""

SINGLE: dict[str, tuple[str, Splitter]] = {
    "CLAUDE.md": ("claude-code", split_sections),
    "AGENTS.md": ("codex", split_sections),
    "GEMINI.md": ("gemini-cli", split_sections),
    "QWEN.md": ("qwen-code", split_sections),
    "copilot-instructions.md": ("copilot-cli", split_sections),
    "MEMORY.md": ("claude-code", split_memory),
    "USER.md": ("hermes", split_hermes),
    "memory_summary.md": ("codex", split_summary),
}
"""Files read on their own when they are named outright."""

TYPES = frozenset({"user", "feedback", "project", "reference"})
HERMES_FILES = frozenset({"MEMORY.md", "USER.md"})


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
        return path.name in SINGLE
    return path.is_dir() and bool(identify(path) or directory_kind(path))


def find(folder: Path) -> list[Path]:
    """Assistants' folders directly below a home folder (or an export of one), sorted."""
    places = [folder, *(folder / name for name in HOME_NAMES), folder / ".config" / "opencode"]
    return sorted(place for place in places if place.is_dir() and recognise(place))


def select(path: Path) -> list[tuple[Path, str, Splitter]]:
    """The memory files at a path in order of their names, each with its assistant and its cut."""
    if path.is_file():
        return [(path, *SINGLE.get(path.name, ("", split_topic)))]
    chosen: dict[Path, tuple[str, Splitter]] = {}
    if assistant := identify(path):
        for pattern, split in dict(LAYOUTS)[assistant]:
            for file in path.glob(pattern):
                chosen.setdefault(file, (assistant, split))
    elif assistant := directory_kind(path):
        cuts = DIRECTORIES[assistant]
        chosen = {file: (assistant, cuts.get(file.name, cuts["*"])) for file in path.rglob("*.md")}
    rows = [(file, *how) for file, how in chosen.items() if file.is_file()]
    return sorted(rows, key=lambda row: row[0].relative_to(path).as_posix())


def directory_kind(folder: Path) -> str:
    """Whose memory directory this is, when it is one and not a home folder."""
    files = sorted(folder.glob("*.md"))[:200]
    names = {file.name for file in files}
    index = read_head(folder / "MEMORY.md") if "MEMORY.md" in names else ""
    if "memory_summary.md" in names:
        return "codex"
    if HERMES_DELIMITER in index or ("USER.md" in names and names <= HERMES_FILES):
        return "hermes"
    topics = [file for file in files if file.name != "MEMORY.md"]
    typed = sum(map(_is_typed, topics))
    if (typed and 2 * typed >= len(topics)) or INDEX_LINE.search(index):
        return "claude-code"
    return ""


def read_head(path: Path) -> str:
    """The beginning of a file, empty when it can't be read."""
    try:
        with path.open("rb") as file:
            return file.read(16_384).decode("utf-8", errors="replace").replace("\r\n", "\n")
    except OSError:
        return ""


def _is_typed(file: Path) -> bool:
    """Whether a file has the front matter of a memory; notes of other programs have types as well."""
    front, _ = read_front_matter(read_head(file))
    return front.get("type") in TYPES and {"name", "description"} <= front.keys()


def _matches(folder: Path, assistant: str) -> bool:
    return any(any(folder.glob(pattern)) for pattern, _ in dict(LAYOUTS)[assistant])
