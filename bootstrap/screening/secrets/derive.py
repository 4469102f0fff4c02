"""Make ``gitleaks.json`` from gitleaks' own configuration, to take over a newer version of it.

    python -m bootstrap.screening.secrets.derive config/gitleaks.toml COMMIT > gitleaks.json

What concerns paths of files is left out, and so are the published example keys of its allow lists.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

_ORIGIN = "https://github.com/gitleaks/gitleaks, config/gitleaks.toml, commit "
_KEPT = ("id", "regex", "keywords", "entropy", "secretGroup")
# Keywords that stand in every match, for rules whose own need not.
_ALSO = {
    "airtable-personnal-access-token": ["pat"],
    "facebook-access-token": ["|", "%"],
    "slack-webhook-url": ["hooks"],
}
_LICENCE = "MIT, Copyright (c) 2019 Zachary Rice; see LICENSE-gitleaks"


def derive(config: dict[str, Any], commit: str) -> dict[str, Any]:
    """The rules that apply to text, with where they come from."""
    return {
        "origin": _ORIGIN + commit,
        "licence": _LICENCE,
        "placeholders": [entry for entry in config["allowlist"]["regexes"] if "/" not in entry],
        "rules": [_rule(rule) for rule in config["rules"] if "regex" in rule],
    }


def _rule(rule: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {key: rule[key] for key in _KEPT if key in rule}
    kept["keywords"] = kept["keywords"] + _ALSO.get(rule["id"], [])
    lists = [entry for entry in rule.get("allowlists", ()) if "paths" not in entry]
    if rule["id"] != "gcp-api-key" and lists:
        kept["allow"] = [
            {
                "target": entry.get("regexTarget", "secret"),
                **{k: entry[k] for k in ("regexes", "stopwords") if k in entry},
            }
            for entry in lists
        ]
    return kept


if __name__ == "__main__":
    source = tomllib.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print(json.dumps(derive(source, sys.argv[2]), indent=1, ensure_ascii=False))
