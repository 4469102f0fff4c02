"""Office files are zips of XML (OPC, ISO/IEC 29500-2; ODF 1.3 part 2): opened without trust.

A part is read as a stream of events and never as a tree, so that neither a zip bomb nor a forest of
elements takes memory. Document types that declare something are refused, and with them every entity bomb
(defusedxml); one that only names itself is harmless, and OpenOffice 2 and 3 wrote it into each manifest.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple
from xml.etree.ElementTree import ParseError

from connectors.exports.documents.content import Unreadable

LARGEST_PART = 32_000_000
_MOST_RATIO = 200
_RATIO_FROM = 4_000_000
_MOST_PARTS = 20_000
_MOST_NODES = 1_000_000
_DEEPEST = 1_000
_CHUNK = 1 << 16
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")


class Node(NamedTuple):
    """One event: ``start`` or ``end`` of an element (``name`` without its namespace), or ``text``."""

    kind: str
    name: str
    attributes: dict[str, str]
    text: str = ""


class Package:
    """The parts of an office file by name.

    Attributes:
        main: name of the part it must have: the usual one, or another that the file says is its document
            (ISO/IEC 29500-2 §9.3).

    Raises Unreadable where the file is none or not to be trusted.
    """

    def __init__(self, data: bytes, main: str) -> None:
        if data.startswith(_OLE):
            raise Unreadable("encrypted, or an old binary format")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
            raise Unreadable("damaged, or not the format its name says") from error
        self._nodes_left = _MOST_NODES
        infos = self._zip.infolist()
        if len(infos) > _MOST_PARTS:
            raise Unreadable("holds too many parts")
        self._infos = {_key(info.filename): info for info in infos}
        self.main = main if main in self else self._document()
        if self.main not in self:
            raise Unreadable("damaged, or not the format its name says")

    def __contains__(self, name: str) -> bool:
        return _key(name) in self._infos

    def names(self, prefix: str) -> list[str]:
        return sorted(name for name in self._infos if name.startswith(_key(prefix)))

    def nodes(self, name: str) -> Iterator[Node]:
        """The events of one XML part, as far as the bound for the whole file allows; nothing when there is
        no such part."""
        info = self._infos.get(_key(name))
        if info is None:
            return
        if info.flag_bits & 1:
            raise Unreadable("encrypted")
        if info.file_size > _RATIO_FROM and info.file_size > _MOST_RATIO * max(info.compress_size, 1):
            raise Unreadable("unpacks to an absurd size")
        try:
            with self._zip.open(info) as stream:
                for node in islice(read_xml(stream), max(self._nodes_left, 0)):
                    self._nodes_left -= 1
                    yield node
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            OSError,
            NotImplementedError,
            RuntimeError,
            ValueError,
        ) as error:
            raise Unreadable("damaged") from error

    def relations(self, part: str) -> dict[str, tuple[str, bool]]:
        """Targets by relation id: the part's name, or a URL where the second value says external."""
        folder, _, base = part.rpartition("/")
        found = {}
        for node in self._relationships(folder, base):
            target = node.attributes.get("Target", "")
            external = node.attributes.get("TargetMode") == "External"
            found[node.attributes.get("Id", "")] = (target if external else _place(folder, target), external)
        return found

    def _document(self) -> str:
        for node in self._relationships("", ""):
            if node.attributes.get("Type", "").endswith("/officeDocument"):
                return _place("", node.attributes.get("Target", ""))
        return ""

    def _relationships(self, folder: str, base: str) -> Iterator[Node]:
        for node in self.nodes(f"{folder}/_rels/{base}.rels".lstrip("/")):
            if node.kind == "start" and node.name == "Relationship":
                yield node

    def core_properties(self) -> dict[str, str]:
        """docProps/core.xml: ``title``, ``creator``, ``lastModifiedBy``, ``created``, ``modified`` ..."""
        return read_properties(self.nodes("docProps/core.xml"))


def _key(name: str) -> str:
    """Part names are equal whatever their case (ISO/IEC 29500-2 §9.1.1.1); some programs write ``xl\\workbook.xml``."""
    return name.replace("\\", "/").lstrip("/").lower()


def _place(folder: str, target: str) -> str:
    return posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")


def read_properties(nodes: Iterator[Node]) -> dict[str, str]:
    """The text of each element by its name, for parts that are a plain list of properties."""
    found: dict[str, str] = {}
    current = ""
    for node in nodes:
        if node.kind == "start":
            current = node.name
        elif node.kind == "text" and current:
            found[current] = (found.get(current, "") + node.text)[:1_000]
        elif node.kind == "end":
            current = ""
    return {name: value.strip() for name, value in found.items() if value.strip()}


def read_xml(stream: Any) -> Iterator[Node]:
    """Events of an XML stream, at most ``LARGEST_PART`` bytes of it."""
    from defusedxml.common import DefusedXmlException, DTDForbidden
    from defusedxml.ElementTree import DefusedXMLParser

    class Parser(DefusedXMLParser):
        def defused_start_doctype_decl(
            self, name: str, sysid: str | None, pubid: str | None, has_internal_subset: int
        ) -> None:
            if has_internal_subset:
                raise DTDForbidden(name, sysid, pubid)

    target = _Target()
    parser = Parser(target=target, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    read = 0
    try:
        while chunk := stream.read(_CHUNK):
            read += len(chunk)
            if read > LARGEST_PART:
                raise Unreadable("unpacks to an absurd size")
            parser.feed(chunk)
            yield from target.take()
        parser.close()
        yield from target.take()
    except DefusedXmlException as error:
        raise Unreadable("declares XML entities, as a bomb does") from error
    except (
        ParseError,
        LookupError,
        ValueError,
    ) as error:  # the last two: an encoding that expat does not know
        yield from target.take()
        raise Unreadable("damaged XML inside") from error


class _Target:
    """Receives the parser's calls and keeps events instead of a tree."""

    def __init__(self) -> None:
        self._events: list[Node] = []
        self._depth = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Unreadable("nested absurdly deep")
        local = {name.rpartition("}")[2]: value for name, value in attributes.items()} if attributes else {}
        self._events.append(Node("start", tag.rpartition("}")[2], local))

    def end(self, tag: str) -> None:
        self._depth -= 1
        self._events.append(Node("end", tag.rpartition("}")[2], {}))

    def data(self, text: str) -> None:
        self._events.append(Node("text", "", {}, text))

    def close(self) -> None:
        return None

    def take(self) -> list[Node]:
        events, self._events = self._events, []
        return events
