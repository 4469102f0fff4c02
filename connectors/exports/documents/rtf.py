"""Rich Text Format (Microsoft RTF 1.9.1), as WordPad, TextEdit and old Words write it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from connectors.exports.documents.code_pages import WESTERN, of_font, of_page
from connectors.exports.documents.content import LONGEST_HIDDEN, LONGEST_TEXT, Content, Text, Unreadable
from connectors.exports.links import links_in, unique_links

_TOKEN = re.compile(
    rb"\\([A-Za-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^A-Za-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+",
    re.DOTALL,
)
_DEEPEST = 500
_TINY = 4  # half-points
_WHITE = 245
_ASIDE = {
    "stylesheet", "listtable", "listoverridetable", "rsidtbl", "generator", "pict", "object", "themedata",
    "colorschememapping", "latentstyles", "datastore", "filetbl", "xmlnstbl", "header", "footer", "headerl", "headerr",
    "footerl", "footerr", "headerf", "footerf", "mmathPr", "pgptbl",
}  # fmt: skip
_INFO = {"title", "author", "operator"}
_BREAKS = {"par": "\n", "line": "\n", "page": "\n", "row": "\n", "sect": "\n", "tab": "\t", "cell": "\t"}
_SIGNS = {
    "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
    "emspace": " ", "enspace": " ",
}  # fmt: skip
_SYSTEMS = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}
_LINK = re.compile(r'HYPERLINK\s+"([^"]+)"')


@dataclass(frozen=True, slots=True)
class _Group:
    """What holds inside one pair of braces."""

    place: str = "body"  # body, aside, colortbl, fonttbl, fldinst, or a name of the document's information
    hidden: bool = False
    color: int = 0
    tiny: bool = False
    skip: int = 1  # letters that stand in for one Unicode letter
    font: int | None = None  # the document's default one


@dataclass(slots=True)
class _State:
    group: _Group = field(default_factory=_Group)
    stack: list[_Group] = field(default_factory=list)
    seen: Text = field(default_factory=lambda: Text(LONGEST_TEXT))
    unseen: Text = field(default_factory=lambda: Text(LONGEST_HIDDEN))
    info: dict[str, str] = field(default_factory=dict)
    times: dict[str, dict[str, int]] = field(default_factory=dict)
    colors: list[list[int]] = field(default_factory=lambda: [[0, 0, 0]])
    page: str = WESTERN
    fonts: dict[int, str] = field(default_factory=dict)  # the codecs of those that have one of their own
    default: int = 0  # font
    listed: int = 0  # the font that is described where fonts are listed
    pending: bytearray = field(default_factory=bytearray)
    first: int = 0  # half of a Unicode letter
    left: int = 0  # letters still to be passed over behind a Unicode letter

    def flush(self) -> None:
        if self.pending:
            data, self.pending = bytes(self.pending), bytearray()
            font = self.default if self.group.font is None else self.group.font
            self.write(data.decode(self.fonts.get(font, self.page), "replace"))

    def write(self, text: str) -> None:
        group = self.group
        if group.place == "body":
            pale = group.color < len(self.colors) and min(self.colors[group.color]) >= _WHITE
            (self.unseen if group.hidden or group.tiny or pale else self.seen).add(text)
        elif group.place in {*_INFO, "fldinst"}:
            self.info[group.place] = (self.info.get(group.place, "") + text)[:20_000]


def read_rtf(data: bytes) -> Content:
    """Raises Unreadable for what is no RTF or is nested absurdly deep."""
    if not data.lstrip().startswith(b"{\\rtf"):
        raise Unreadable("damaged, or not the format its name says")
    state = _State()
    for match in _tokens(data):
        word, number, byte, sign, brace, plain = match.groups()
        if byte or plain:
            _letters(state, bytes.fromhex(byte.decode()) if byte else plain)
            continue
        if word == b"u" and number:
            _unicode(state, int(number) % 0x10000)
            continue
        state.flush()
        if brace:
            _brace(state, brace)
        elif word:
            _word(state, word.decode("ascii"), int(number) if number else None)
        elif sign == b"*":
            state.group = replace(state.group, place="aside")
        elif sign in (b"\\", b"{", b"}", b"~"):
            state.write(" " if sign == b"~" else sign.decode())
        if state.seen.full:
            break
    state.flush()
    text = state.seen.value(LONGEST_TEXT)
    return Content(
        text=text,
        title=state.info.get("title", "").strip(),
        hidden=state.unseen.value(LONGEST_HIDDEN),
        links=unique_links([*_LINK.findall(state.info.get("fldinst", "")), *links_in(text)]),
        author=state.info.get("author", "").strip(),
        editor=state.info.get("operator", "").strip(),
        created=_time(state.times.get("creatim")),
        modified=_time(state.times.get("revtim")),
    )


def _tokens(data: bytes) -> Iterator[re.Match[bytes]]:
    """Words, letters and braces, without the raw bytes of pictures (``\\bin``)."""
    at = 0
    while match := _TOKEN.search(data, at):
        yield match
        raw = int(match[2] or 0) if match[1] == b"bin" else 0
        at = match.end() + max(raw, 0)


def _letters(state: _State, data: bytes) -> None:
    passed = min(state.left, len(data))
    state.left -= passed
    if state.group.place == "colortbl":
        state.colors += [[0, 0, 0] for _ in range(min(data.count(b";"), 1_000))]
    elif state.group.place != "aside":
        state.pending += data[passed:]


def _unicode(state: _State, unit: int) -> None:
    """A letter as a unit of UTF-16, of which the first of two waits for the second."""
    state.flush()
    first, state.first = state.first, 0
    if 0xD800 <= unit < 0xDC00:
        state.first = unit
    elif not 0xDC00 <= unit < 0xE000:
        state.write(chr(unit))
    elif first:
        state.write(chr(0x10000 + ((first - 0xD800) << 10) + unit - 0xDC00))
    state.left = state.group.skip


def _brace(state: _State, brace: bytes) -> None:
    state.left = 0
    if brace == b"{":
        state.stack.append(state.group)
        if len(state.stack) > _DEEPEST:
            raise Unreadable("nested absurdly deep")
    elif state.stack:
        state.group = state.stack.pop()


def _word(state: _State, word: str, number: int | None) -> None:
    group = state.group
    if word in _ASIDE:
        state.group = replace(group, place="aside")
    elif word in {"colortbl", "fonttbl", "fldinst", "creatim", "revtim", *_INFO}:
        state.group = replace(group, place=word)
    elif word in {"red", "green", "blue"} and group.place == "colortbl":
        state.colors[-1][("red", "green", "blue").index(word)] = number or 0
    elif word in {"yr", "mo", "dy", "hr", "min"} and group.place in {"creatim", "revtim"}:
        state.times.setdefault(group.place, {})[word] = number or 0
    elif word in {"ansicpg", "deff", "f", "fcharset", *_SYSTEMS}:
        _lettering(state, word, number or 0)
    elif word == "plain":
        state.group = replace(group, hidden=False, color=0, tiny=False, font=None)
    elif word in {"v", "deleted"}:
        state.group = replace(group, hidden=number != 0)
    elif word == "cf":
        state.group = replace(group, color=max(number or 0, 0))
    elif word == "fs" and number is not None:
        state.group = replace(group, tiny=number <= _TINY)
    elif word == "uc":
        state.group = replace(group, skip=max(number or 0, 0))
    elif word in _BREAKS:
        state.seen.add(_BREAKS[word]) if group.place == "body" else None
    elif word in _SIGNS:
        state.write(_SIGNS[word])


def _lettering(state: _State, word: str, number: int) -> None:
    """Note what tells the codec of the letters that follow: the document's code page, or the font's own."""
    if word == "ansicpg":
        state.page = of_page(number)
    elif word in _SYSTEMS:
        state.page = _SYSTEMS[word]
    elif word == "deff":
        state.default = number
    elif state.group.place != "fonttbl":
        state.group = replace(state.group, font=number) if word == "f" else state.group
    elif word == "f":
        state.listed = number
    elif codec := of_font(number):
        state.fonts[state.listed] = codec


def _time(parts: dict[str, int] | None) -> datetime | None:
    if not parts:
        return None
    try:
        day = datetime(parts.get("yr", 0), parts.get("mo", 0), parts.get("dy", 0), tzinfo=UTC)
        return day.replace(hour=parts.get("hr", 0), minute=parts.get("min", 0))
    except (ValueError, OverflowError):
        return None
