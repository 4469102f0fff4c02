"""The consent table: what leaves the machine, where to, how much of it, and what it will cost."""

from __future__ import annotations

from collections.abc import Callable

from bootstrap.errors import ModelError
from bootstrap.extract.llm.plan import Plan


def table(plan: Plan) -> list[tuple[str, str, str]]:
    """(what, where it goes, how much), the sum last."""
    where = f"{plan.host} (this machine)" if plan.local else plan.host
    rows = [(what, where, amount) for what, amount in plan.rows]
    rows.append(("in all", where, f"about {plan.tokens:,} tokens in {plan.requests} requests"))
    return rows


def lines(plan: Plan) -> list[str]:
    """The table and the price as lines of talk."""
    rows = table(plan)
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    said = ["A model will be asked. What is sent, secrets redacted, private and suspicious records left out:"]
    said += [f"  {what:<{widths[0]}}  → {where:<{widths[1]}}  {amount}" for what, where, amount in rows]
    if plan.cost is not None:
        said.append(f"  price: about {plan.cost:.2f} US dollars (list price of {plan.priced})")
    elif not plan.local:
        said.append("  price: not known here; look it up with the provider")
    if plan.left_out:
        said.append(f"  {plan.left_out} more dossiers stay out: --max-tokens has no room for them")
    return said


class Consent:
    """Shows the table and gets a yes, once a run. A server on this machine needs none.

    Args:
        agreed: the person has agreed beforehand (``--yes``, the wizard's page).
        ask: puts a question and gives the answer; None where nobody can be asked.
    """

    def __init__(self, tell: Callable[[str], None], ask: Callable[[str], str] | None, agreed: bool) -> None:
        self._tell = tell
        self._ask = ask
        self._agreed = agreed

    def __call__(self, plan: Plan) -> None:
        """Raises ModelError when the person does not agree, or can't be asked."""
        for line in lines(plan):
            self._tell(line)
        if plan.local or self._agreed:
            return
        if self._ask is None:
            raise ModelError(
                f"Nobody could be asked whether this may be sent to {plan.host}, so nothing was.",
                "Agree beforehand with --yes, or use the default --extractor rules.",
            )
        if self._ask("Send it? [y/N] ").strip().casefold() not in (
            "y",
            "yes",
            "j",
            "ja",
            "s",
            "si",
            "sí",
            "oui",
            "o",
            "да",
        ):
            raise ModelError("Nothing was sent.", "The default --extractor rules needs no model.")
        self._agreed = True
