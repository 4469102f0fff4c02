"""The keys of the review screen. Each is one action of ``screen.py``; ids make them re-bindable."""

from __future__ import annotations

from textual.binding import Binding, BindingType

from bootstrap.review import filters

MOVE = Binding.Group("Moving")
DECIDE = Binding.Group("Deciding")
CHANGE = Binding.Group("Changing a memory")
FILTER = Binding.Group("Showing a part")
LOOK = Binding.Group("Looking closer")

KEYS: list[BindingType] = [
    Binding("a,y", "decide('approve')", "approve", tooltip="Approve, go on to the next", id="review.approve", group=DECIDE),
    Binding("x,n", "decide('reject')", "reject", tooltip="Reject, go on to the next", id="review.reject", group=DECIDE),
    Binding("s,space", "decide('skip')", "skip", tooltip="Leave for later", id="review.skip", group=DECIDE),
    Binding("u", "undo", "undo", tooltip="Undo, whatever it was", id="review.undo", group=DECIDE),
    Binding("ctrl+z", "undo", "undo", tooltip="Undo, whatever it was", show=False, group=DECIDE),
    Binding("U,ctrl+y", "redo", "redo", tooltip="Redo", show=False, id="review.redo", group=DECIDE),
    Binding("w", "write", "write", tooltip="Look at the files, then write them", id="review.write", group=DECIDE),
    Binding("A", "bulk('approve')", "approve all shown", tooltip="Approve all shown (with a filter on)", show=False, id="review.approve-shown", group=DECIDE),
    Binding("X", "bulk('reject')", "reject all shown", tooltip="Reject all shown (with a filter on)", show=False, id="review.reject-shown", group=DECIDE),
    Binding("e", "edit", "edit", tooltip="Edit the text here", id="review.edit", group=CHANGE),
    Binding("E", "edit_outside", "edit in $EDITOR", tooltip="Edit in your editor ($EDITOR)", show=False, id="review.editor", group=CHANGE),
    Binding("t", "retype", "type", tooltip="Change its type", show=False, id="review.type", group=CHANGE),
    Binding("l", "relayer", "layer", tooltip="Move it to another layer", show=False, id="review.layer", group=CHANGE),
    Binding("m", "merge", "merge", tooltip="Merge: mark one, move, m again", show=False, id="review.merge", group=CHANGE),
    Binding("S", "split", "split", tooltip="Split in two", show=False, id="review.split", group=CHANGE),
    Binding("enter", "evidence", "evidence", tooltip="Open the evidence in full", key_display="⏎", id="review.evidence", group=LOOK),
    Binding("o", "open_link", "link", tooltip="Open the link of the first evidence", show=False, id="review.link", group=LOOK),
    Binding("d", "toggle_whole", "diff or text", tooltip="Change between diff, text and file", show=False, id="review.diff", group=LOOK),
    Binding("slash", "filter", "filter", tooltip="Filter by words, type:, source:, confidence:, is:", key_display="/", id="review.filter", group=FILTER),
    Binding("p", "pending", "pending", tooltip="Pending only, or all", show=False, id="review.pending", group=FILTER),
    Binding("v", "group", "group", tooltip="Put alike ones together, or by rank", show=False, id="review.group", group=FILTER),
    Binding("equals_sign", "alike", "alike", tooltip="Only those alike this one", key_display="=", show=False, id="review.alike", group=FILTER),
    Binding("f", "source", "source", tooltip="Only what comes from one source", show=False, id="review.source", group=FILTER),
    Binding("exclamation_mark", "blocked", "blocked", tooltip="Blocked only, with reasons", key_display="!", show=False, id="review.blocked", group=FILTER),
    Binding("b", "below", "below", tooltip="Those below the budget line too", show=False, id="review.below", group=FILTER),
    *(
        Binding(str(number), f"type('{name}')", name, tooltip=f"Only type {name}", show=False, group=FILTER)
        for number, name in enumerate(filters.TYPES, 1)
    ),
    Binding("escape", "home", "home", tooltip="Back to everything", show=False, id="review.home", group=FILTER),
    Binding("q", "leave", "leave", tooltip="Leave; every answer is saved", id="review.leave"),
    Binding("tab", "app.focus_next", "pane", tooltip="Next pane", show=False, group=MOVE),
    Binding("shift+tab", "app.focus_previous", "pane back", tooltip="Previous pane", show=False, group=MOVE),
]  # fmt: skip

FILTER_KEYS: list[BindingType] = [
    Binding("enter", "submit", "decide on these", tooltip="Back to the queue, filter on", group=FILTER),
    Binding("escape", "screen.home", "show all again", group=FILTER),
]
