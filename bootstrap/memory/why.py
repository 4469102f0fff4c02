"""Why a memory is here: what it stands on, who said yes, and what became of it since."""

from __future__ import annotations

from pathlib import Path

from bootstrap.errors import MemoryDirectoryError
from bootstrap.memory import ledger
from bootstrap.memory.directory import Directory
from bootstrap.memory.markdown import name_of

_ACTS = {
    "create": "written",
    "update": "updated",
    "retire": "retired",
    "confirm": "confirmed by newer evidence",
}


def why(directory: Directory, name: str, project: Path | None = None) -> str:
    """The story of the memory ``name`` from the ledger, newest act last; retired ones are found too.

    Raises MemoryDirectoryError when neither a file nor the ledger knows the name.
    """
    for layer, file in _places(directory, name, project):
        acts = [entry for entry in directory.ledger(layer) if entry.file == file]
        data = directory.read_bytes(layer, file)
        if not acts:
            return f"{layer}/{file} was made by hand; day1 knows nothing of where it comes from.\n"
        lines = [f"{layer}/{file}: {_state(data, acts[-1])}", ""]
        for act in acts:
            lines += _told(act)
        return "\n".join(lines) + "\n"
    directory.find(name, project)
    raise MemoryDirectoryError(f"There is no memory {name}.")


def _places(directory: Directory, name: str, project: Path | None) -> list[tuple[str, str]]:
    """Files of that name that are there, then those only the ledger remembers."""
    try:
        return [directory.find(name, project)]
    except MemoryDirectoryError:
        wanted = name.removesuffix(".md").casefold()
        return [
            (layer, file)
            for layer in directory.layers()
            for file in ledger.newest(directory.ledger(layer))
            if wanted in (name_of(file).casefold(), file.removesuffix(".md").casefold())
        ]


def _state(data: bytes | None, last: ledger.Entry) -> str:
    if data is None:
        kept = f"; its file is kept in {last.kept_at}" if last.kept_at else ""
        return f"retired{kept}" if last.act == "retire" else "deleted by hand"
    return "as day1 wrote it" if ledger.digest(data) == last.sha256 else "changed by hand since day1 wrote it"


def _told(act: ledger.Entry) -> list[str]:
    lines = [f"{act.when:%Y-%m-%d %H:%M} {_ACTS[act.act]} (about {act.key}, found by {act.maker or 'day1'})"]
    if act.decision is not None:
        edited = ", with edits" if act.decision.text else ""
        by = f" by {act.decision.by}" if act.decision.by else ""
        lines.append(f"  approved{by} on {act.decision.when:%Y-%m-%d %H:%M}{edited}")
    lines += [f"  although blocked: {reason}" for reason in act.blocked]
    lines += [f"  why: {act.why}"] if act.why else []
    for evidence in act.evidence:
        day = f" ({evidence.when:%Y-%m-%d})" if evidence.when else ""
        said = f"“{evidence.quote}”" if evidence.quote else evidence.fact
        lines.append(f"  evidence{day}: {said}  [{evidence.uri}]")
    return [*lines, ""]
