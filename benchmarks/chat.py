"""Seconds and memory of reading a Slack export of 10,000 and of 100,000 messages.

    python benchmarks/chat.py

Prints one JSON object; ``growth`` is seconds a message at the larger size over those at the smaller: 1 is linear.
"""

from __future__ import annotations

import json
import resource
import tempfile
import time
import zipfile
from datetime import date, timedelta
from pathlib import Path

from connectors import registry
from connectors.records import Message

PEOPLE = 200
CHANNELS = 50
A_DAY = 20


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        small, large = (measure(Path(folder), count) for count in (10_000, 100_000))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(json.dumps({"seconds": [small, large], "growth": round(large / small / 10, 2), "peak_mb": memory}))


def measure(folder: Path, count: int) -> float:
    path = write_export(folder / f"{count}.zip", count)
    (source,) = registry.parse(str(path))
    start = time.perf_counter()
    read = sum(isinstance(item, Message) for item in registry.open(source, ("u1@work.example",)).pull())
    assert read == count
    return round(time.perf_counter() - start, 3)


def write_export(path: Path, count: int) -> Path:
    people = [f"U{number}" for number in range(PEOPLE)]
    users = [
        {"id": user, "profile": {"real_name": f"Person {user}", "email": f"{user.lower()}@work.example"}}
        for user in people
    ]
    channels = [
        {"id": f"C{number}", "name": f"channel-{number}", "members": people} for number in range(CHANNELS)
    ]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("users.json", json.dumps(users))
        archive.writestr("channels.json", json.dumps(channels))
        for number in range(count // A_DAY):
            day = date(2015, 1, 1) + timedelta(days=number // CHANNELS)
            messages = [message(number * A_DAY + offset) for offset in range(A_DAY)]
            archive.writestr(f"channel-{number % CHANNELS}/{day}.json", json.dumps(messages))
    return path


def message(number: int) -> dict[str, object]:
    text = f"<@U{number % 7}> the <https://docs.example/{number}|plan> for Lyon &amp; Graz is ready, see <#C3|channel-3>"
    section = {
        "type": "rich_text_section",
        "elements": [{"type": "text", "text": "the plan for Lyon & Graz is ready"}],
    }
    return {
        "type": "message",
        "user": f"U{number % PEOPLE}",
        "ts": f"{1_400_000_000 + number}.000100",
        "text": text,
        "blocks": [{"type": "rich_text", "elements": [section]}],
    }


if __name__ == "__main__":
    main()
