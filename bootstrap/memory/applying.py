"""Writing a plan, taking it back, and finishing what was cut: all or nothing, under a lock.

The receipt is written first, with every file before and after. Killed at any moment, ``recover`` finds
it and finishes; an error (a full disk) takes everything back at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from bootstrap.errors import NothingToDo
from bootstrap.files import Busy, discard_staged, remove
from bootstrap.memory import receipts as store
from bootstrap.memory.changes import Plan
from bootstrap.memory.receipts import Receipt
from bootstrap.memory.takeback import reverse
from bootstrap.memory.writing import (
    Step,
    check_unchanged,
    current,
    held_locks,
    missing_folders,
    no_step,
    real_folders,
    remove_folders,
    take_back,
    write,
)


def apply(plan: Plan, receipts: Path, now: datetime, step: Step = no_step) -> Receipt:
    """Write a plan whole, or not at all.

    Args:
        receipts: the workspace's folder of receipts.
        now: for the receipt.
        step: called before each change on disk with its name; tests cut the writing there.

    Returns the receipt; one without an id when the plan has no changes.
    Raises MemoryDirectoryError when a file is no longer as the plan found it or a lock is held, and
    Day1Error when a place can't be written; nothing is changed then.
    """
    root = Path(os.path.abspath(plan.root))
    # A plan made on top of a cut writing is stale once that is settled, and refused below.
    recover(root, receipts)
    if not plan.changes:
        return Receipt("done", "", plan.kind, str(root), now)
    with held_locks(root, plan.locks):
        check_unchanged(root, plan.changes)
        folders = missing_folders(root, plan.changes)
        name = _new_id(plan, receipts, now)
        receipt = Receipt("begun", name, plan.kind, str(root), now, plan.changes, folders, plan.locks)
        step("receipt")
        store.save(receipts, receipt)
        try:
            write(receipt, step)
        except (Exception, KeyboardInterrupt):
            take_back(receipt)
            remove(receipts / f"{name}.json")
            raise
        step("close")
        done = replace(receipt, state="done")
        store.save(receipts, done)
    return done


def undo(root: Path, receipts: Path, receipt_id: str | None = None, step: Step = no_step) -> Receipt:
    """Take a writing back, to the byte: the one named, else the newest that still stands.

    Without a name, seedings of other directories than ``root`` are passed over; exports count.

    Lines that others wrote into an index or a ledger since are kept. Raises MemoryDirectoryError when
    a file was changed since, and names it; nothing is changed then. Raises NothingToDo when there is
    no such writing.
    """
    everything = store.all_receipts(receipts)
    standing = [receipt for receipt in everything if receipt.state == "done"]
    if receipt_id is None:
        chosen = [receipt for receipt in standing if _concerns(receipt, root)][-1:]
    else:
        chosen = [receipt for receipt in standing if receipt.id == receipt_id]
    if not chosen:
        raise NothingToDo("There is no such writing to take back.", "`day1 status` lists the receipts.")
    receipt = chosen[0]
    place = Path(receipt.root)
    with held_locks(place, receipt.locks):
        changes = reverse(receipt, standing)
        undoing = replace(receipt, state="undoing", changes=changes)
        step("receipt")
        store.save(receipts, undoing)
        write(undoing, step)
        remove_folders(receipt.folders)
        step("close")
        undone = replace(receipt, state="undone")
        store.save(receipts, undone)
    return undone


def recover(root: Path, receipts: Path) -> list[Receipt]:
    """Finish the writings that were cut in the middle: those under ``root``, and exports.

    Where a file was changed by somebody else in the meantime, the writing is taken back instead, and
    that file is left alone. A writing that another day1 is at just now is left to it. Returns the
    receipts settled; call it before anything is read.
    """
    store.sweep(receipts)
    settled = []
    for receipt in store.pending(receipts):
        if _concerns(receipt, root):
            with contextlib.suppress(Busy):
                settled.append(_settle(receipt, receipts))
    return settled


def _concerns(receipt: Receipt, root: Path) -> bool:
    return receipt.root == os.path.abspath(root) or receipt.kind != "seed"


def _settle(receipt: Receipt, receipts: Path) -> Receipt:
    place = Path(receipt.root)
    with held_locks(place, receipt.locks):
        receipt = store.load(receipts / f"{receipt.id}.json")
        if receipt.state not in ("begun", "undoing"):
            return receipt
        for folder in {
            *real_folders(place, receipt.changes),
            *(Path(made).parent for made in receipt.folders),
        }:
            discard_staged(folder)
        foreign = {c.path for c in receipt.changes if current(place, c) not in (c.before, c.after)}
        if receipt.state == "begun" and foreign:
            take_back(receipt)
        else:
            ours = tuple(change for change in receipt.changes if change.path not in foreign)
            write(replace(receipt, changes=ours), no_step)
        if receipt.state == "undoing":
            remove_folders(receipt.folders)
        settled = replace(receipt, state="undone" if foreign or receipt.state == "undoing" else "done")
        store.save(receipts, settled)
    return settled


def _new_id(plan: Plan, receipts: Path, now: datetime) -> str:
    seal = hashlib.sha256(plan.kind.encode())
    for change in plan.changes:
        seal.update(f"{change.path}\0".encode() + (change.after or b"") + b"\0")
    return f"{store.next_number(receipts):04}-{now:%Y%m%d}-{seal.hexdigest()[:6]}"
