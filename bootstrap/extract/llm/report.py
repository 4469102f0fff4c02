"""What came of a run with a model, for the person and for ``--json``. No content of anybody's."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from bootstrap.extract.llm.spend import Purse


@dataclass(slots=True)
class Report:
    """Failures by dossier, and how many claims were removed for which reason."""

    failed: dict[str, str] = field(default_factory=dict)
    removed: Counter[str] = field(default_factory=Counter)

    def spend(self, purse: Purse, base_url: str, batch: bool) -> dict[str, object]:
        """Counts of requests, tokens and money, as they stand in ``--json`` and ``day1 status``."""
        total = purse.total
        host = urlsplit(base_url).hostname or ""
        return {
            "requests": purse.requests,
            "reused": purse.reused,
            "input_tokens": total.input,
            "cached_tokens": total.cached,
            "output_tokens": total.output,
            "usd": purse.cost(host, batch),
            "retries": dict(purse.retries),
            "failed": dict(self.failed),
            "removed_claims": dict(self.removed),
        }

    def lines(self, purse: Purse, base_url: str, batch: bool) -> list[str]:
        """The same in words."""
        total = purse.total
        said = [
            f"Model: {purse.requests} requests sent, {purse.reused} answered from before; "
            f"{total.input:,} tokens in ({total.cached:,} from the provider's cache), {total.output:,} out."
        ]
        cost = purse.cost(urlsplit(base_url).hostname or "", batch)
        if cost is not None:
            said.append(f"About {cost:.2f} US dollars.")
        if self.removed:
            told = ", ".join(f"{n} × {reason}" for reason, n in self.removed.most_common(6))
            said.append(f"Claims removed because code could not check them: {told}.")
        for label, reason in list(self.failed.items())[:5]:
            said.append(f"without an answer: {label}: {reason}")
        if self.failed:
            said.append(
                f"{len(self.failed)} dossiers got no usable answer; the same command asks for them again."
            )
        return said
