"""One memory as one Markdown file: front matter between two ``---`` lines, then the body.

What is written is exactly what the design fixes; what is read may be anything people and harnesses
write: CRLF, a byte order mark, comments, unknown keys, ``type:`` at the top or under ``metadata:``.
The title is not in the file: it is the link text of the index line (``directory.py`` fills it in).
"""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime

import yaml

from bootstrap.errors import MemoryDirectoryError
from bootstrap.memory.types import is_type
from bootstrap.model import Memory, MemoryType

NAME_LENGTH = 80
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^---[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_FRONT_LIMIT = 16_384
_PAIR = re.compile(r"^(?P<indent>[ \t]*)(?P<key>[\w.-]+):(?:[ \t]+(?P<value>.*))?$")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


class BrokenMemory(MemoryDirectoryError):
    """A file that can't be read as a memory; the message says why, without content."""


def file_name(type_: MemoryType, name: str) -> str:
    """``<type>_<name>.md``."""
    return f"{type_}_{name}.md"


def name_of(file: str) -> str:
    """The memory's name by its file name: without ``.md`` and without the type in front."""
    stem = file.rsplit("/", 1)[-1].removesuffix(".md")
    type_, _, name = stem.partition("_")
    return name if name and is_type(type_) else stem


def safe_name(text: str) -> str:
    """``text`` as a file name's slug: small letters (of any script), digits and single hyphens."""
    kept = "".join(c if c.isalnum() or _is_mark(c) else "-" for c in text.casefold())
    slug = re.sub("-+", "-", kept).strip("-")[:NAME_LENGTH]
    while len(slug.encode()) > 2 * NAME_LENGTH:
        slug = slug[:-1]
    return slug.strip("-") or "memory"


def one_line(text: str) -> str:
    """``text`` with every run of white space, line ends included, as one space."""
    return " ".join(text.split())


def render(memory: Memory) -> str:
    """The file of a memory, ending in one newline."""
    lines = ["---", f"name: {_scalar(memory.name)}", f"description: {_scalar(one_line(memory.description))}"]
    lines += ["metadata:", f"  type: {memory.type}"]
    if memory.as_of:
        lines.append(f"  as_of: {memory.as_of.isoformat()}")
    if memory.seeded:
        lines.append(f"  seeded: {memory.seeded.isoformat()}")
    lines.append(f"  origin: {_scalar(memory.origin)}")
    if memory.retires:
        lines.append(f"  retires: [{', '.join(_scalar(name) for name in memory.retires)}]")
    body = _lines(memory.body).strip("\n")
    return "\n".join([*lines, "---", "", body]).rstrip("\n") + "\n"


def parse(text: str, name: str, layer: str) -> Memory:
    """Read a memory file.

    Args:
        name: the memory's name where the file itself names none that can be used.
        layer: ``_global`` or a project key.

    Raises BrokenMemory when there is no front matter, it isn't closed, can't be read or names no known
    type.
    """
    clean = _lines(text.removeprefix("\ufeff"))
    front = _FRONT.match(clean)
    if front is None:
        raise BrokenMemory("It has no front matter between two --- lines at the top.")
    fields = _fields(front.group(1))
    meta = fields.get("metadata")
    nested = meta if isinstance(meta, dict) else {}
    type_ = nested.get("type", fields.get("type"))
    if not is_type(type_):
        raise BrokenMemory("Its type is not user, project, reference or feedback.")
    own = fields.get("name")
    description = fields.get("description")
    return Memory(
        name=own if isinstance(own, str) and own == safe_name(own) else name,
        type=type_,
        description=one_line(str(description)) if description is not None else "",
        body=clean[front.end() :].strip("\n"),
        layer=layer,
        as_of=_date(nested.get("as_of", fields.get("as_of"))),
        seeded=_date(nested.get("seeded", fields.get("seeded"))),
        origin=str(nested.get("origin", fields.get("origin", ""))),
        retires=_names(nested.get("retires", fields.get("retires"))),
    )


def parse_bytes(data: bytes, name: str, layer: str) -> Memory:
    """Like ``parse``, from the file's bytes. Raises BrokenMemory also when they are no UTF-8."""
    try:
        return parse(data.decode(), name, layer)
    except UnicodeDecodeError:
        raise BrokenMemory("It is not UTF-8 text.") from None


def _lines(text: str) -> str:
    """``text`` with every line ending in a line feed."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _scalar(text: str) -> str:
    """``text`` on one line, plain where YAML reads it back as the same string, else quoted."""
    if _UNPRINTABLE.search(text):
        quoted: str = yaml.dump(text, Dumper=yaml.CSafeDumper, default_style='"', width=2**30)
        return quoted.rstrip("\n")
    try:
        if text and yaml.load(f"- {text}\n", yaml.CSafeLoader) == [text]:
            return text
    except yaml.YAMLError:
        pass
    return "'" + text.replace("'", "''") + "'"


def _fields(front: str) -> dict[object, object]:
    if len(front) > _FRONT_LIMIT:
        raise BrokenMemory("Its front matter is too long.")
    try:
        found = yaml.load(front, yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        found = _plain_fields(front)
    if not isinstance(found, dict):
        raise BrokenMemory("Its front matter has no keys.")
    return found


def _plain_fields(front: str) -> dict[object, object]:
    """``key: rest of the line``, one level deep: what people write with a colon in the value."""
    fields: dict[object, object] = {}
    inner: dict[object, object] | None = None
    for line in front.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        pair = _PAIR.match(line)
        if pair is None:
            raise BrokenMemory("Its front matter can't be read.")
        value = (pair["value"] or "").strip()
        if pair["indent"] and inner is not None:
            inner[pair["key"]] = value
        elif value:
            fields[pair["key"]] = value
        else:
            inner = {}
            fields[pair["key"]] = inner
    return fields


def _date(value: object) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value)[:10])
    except ValueError:
        return None


def _names(value: object) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    return tuple(name_of(one) for one in values if isinstance(one, str) and one)


def _is_mark(char: str) -> bool:
    return unicodedata.category(char).startswith("M")
