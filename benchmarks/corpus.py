"""Which share of public files in each format is read fully.

    python benchmarks/corpus.py [FOLDER] [--list]

FOLDER (default: ``shared/corpus`` beside the checkout) is searched for files by their ending. A file is read
fully when every item in it became a record or was left alone on purpose; each failure is counted by its
reason. An exception that escapes, or a file that takes more than five seconds, is a fault: exit code 1.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from connectors.exports.documents.files import ENDINGS
from connectors.exports.entry import Context, Entry, Reader
from connectors.records import Failure, Item

CORPUS = Path(__file__).resolve().parents[2] / "shared" / "corpus"
SECONDS = 5
READERS = {
    "ics": ({".ics", ".vcs", ".ifb"}, "connectors.exports.calendar.ics", "read"),
    "vcf": ({".vcf"}, "connectors.exports.contacts.vcard", "read"),
    "eml": ({".eml", ".txt", ".msg", ""}, "connectors.exports.mail.eml", "read"),
    "mbox": ({".mbox"}, "connectors.exports.mail.mbox", "read"),
    "msg": ({".msg"}, "connectors.exports.mail.outlook", "read_msg"),
    "docs": (ENDINGS, "connectors.exports.documents.files", "read"),
}


class TooSlow(BaseException):
    """Not an Exception, so that no reader takes it for a fault of its file."""


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", nargs="?", type=Path, default=CORPUS)
    arguments.add_argument("--list", action="store_true", help="name each file that is not read fully")
    chosen = arguments.parse_args()
    if not chosen.folder.is_dir():
        print("no corpus beside the checkout: nothing to measure", file=sys.stderr)
        return 0
    signal.signal(signal.SIGALRM, _ring)
    print(f"{'format':8}{'files':>7}{'fully':>7}{'share':>8}{'slowest':>9}  failures by reason")
    faults = [measure(kind, chosen.folder, chosen.list) for kind in READERS]
    return 1 if any(faults) else 0


def measure(kind: str, folder: Path, name_each: bool) -> int:
    """Print how the files of one format were read; gives the number of faults."""
    endings, module, function = READERS[kind]
    reader: Reader = getattr(import_module(module), function)
    found: dict[Path, list[str]] = {}
    slowest = 0.0
    for path in sorted((folder / kind).rglob("*")):
        if path.is_file() and path.suffix.lower() in endings:
            started = time.perf_counter()
            found[path] = list(_failures(reader, path, folder))
            slowest = max(slowest, time.perf_counter() - started)
    if not found:
        return 0
    fully = sum(not failures for failures in found.values())
    reasons = Counter(reason for failures in found.values() for reason in set(failures))
    told = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common(8))
    print(f"{kind:8}{len(found):7}{fully:7}{fully / len(found):8.1%}{slowest:8.2f}s  {told}")
    for path, failures in found.items() if name_each else ():
        for reason in failures:
            print(f"    {path.relative_to(folder)}: {reason}")
    return sum(count for reason, count in reasons.items() if reason.startswith("FAULT"))


def _failures(reader: Reader, path: Path, folder: Path) -> Iterator[str]:
    """Why parts of a file were not read."""
    entry = Entry(str(path.relative_to(folder)), path.stat().st_size, lambda: path.open("rb"))
    try:
        signal.alarm(SECONDS)
        items: list[Item] = list(reader(entry, Context("corpus", zone="Europe/Berlin")))
    except TooSlow:
        yield f"FAULT more than {SECONDS} s"
    except Exception as error:
        yield f"FAULT {type(error).__name__}"
    else:
        yield from (item.reason for item in items if isinstance(item, Failure))
    finally:
        signal.alarm(0)


def _ring(*_: object) -> None:
    raise TooSlow


if __name__ == "__main__":
    sys.exit(main())
