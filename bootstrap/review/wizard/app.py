"""The wizard as a program."""

from __future__ import annotations

from bootstrap.review.wizard.steps import Steps


def run(steps: Steps, light: bool = False) -> int:
    """Lead the person from nothing to a seeded directory. Returns the exit code."""
    from bootstrap.review.app import run as review

    return review(steps.desk(), light)
