"""The two themes: ink on paper, and the same at night. Colour only repeats what a glyph says."""

from __future__ import annotations

from collections.abc import Mapping

from textual.theme import Theme

DARK = Theme(
    name="day1-dark",
    primary="#7aa2c9",
    secondary="#a3b8cc",
    accent="#e2b86b",
    success="#8fbf8f",
    warning="#e2b86b",
    error="#d98b8b",
    foreground="#d9dee3",
    background="#14181d",
    surface="#1a1f25",
    panel="#232a32",
    dark=True,
    variables={
        "block-cursor-background": "#7aa2c9",
        "block-cursor-foreground": "#14181d",
        "input-selection-background": "#7aa2c9 35%",
        "scrollbar": "#323b45",
        "scrollbar-hover": "#46525f",
        "scrollbar-active": "#7aa2c9",
        "scrollbar-background": "#1a1f25",
        "scrollbar-background-hover": "#1a1f25",
        "scrollbar-background-active": "#1a1f25",
        "quiet": "#8b96a1",
        "quote": "#d9cfae",
        "row-cursor": "#2c3a49",
        "good": "#8fbf8f",
        "bad": "#d98b8b",
        "care": "#e2b86b",
        "lead": "#8db8e0",
    },
)

LIGHT = Theme(
    name="day1-light",
    primary="#2f5f8f",
    secondary="#4a6a8a",
    accent="#8a5a00",
    success="#2f6b2f",
    warning="#8a5a00",
    error="#a03030",
    foreground="#1f2429",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e6e3db",
    dark=False,
    variables={
        "block-cursor-background": "#2f5f8f",
        "block-cursor-foreground": "#ffffff",
        "input-selection-background": "#2f5f8f 30%",
        "scrollbar": "#c9c4b8",
        "scrollbar-hover": "#b3ad9f",
        "scrollbar-active": "#2f5f8f",
        "scrollbar-background": "#f3f1ec",
        "scrollbar-background-hover": "#f3f1ec",
        "scrollbar-background-active": "#f3f1ec",
        "quiet": "#646a70",
        "quote": "#5a4a10",
        "row-cursor": "#d3e0ec",
        "good": "#2f6b2f",
        "bad": "#a03030",
        "care": "#8a5a00",
        "lead": "#1f568c",
    },
)


def is_light(environ: Mapping[str, str]) -> bool:
    """Whether the terminal says that its background is light (COLORFGBG, set by rxvt, Konsole and others)."""
    return environ.get("COLORFGBG", "").rsplit(";", 1)[-1] in ("7", "15")
