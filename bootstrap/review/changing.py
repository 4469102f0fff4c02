"""Keys that change a memory: edit, type, layer, merge, split."""

from __future__ import annotations

from textual.app import SuspendNotSupported

from bootstrap.errors import Day1Error, ReviewError
from bootstrap.model import GLOBAL
from bootstrap.review import editing, filters
from bootstrap.review.dialogs import Choose
from bootstrap.review.edit_screen import EditScreen
from bootstrap.review.ground import Ground
from bootstrap.review.item import Item


class Changing(Ground):
    """Each change is one step that undo takes back."""

    def _changed(self, item: Item) -> None:
        self._refilter(at=item)

    def _editable(self) -> Item | None:
        item = self.queue.current
        if item is not None and item.candidate.change == "retire":
            self._say("A retirement has no text of its own. Reject it to keep the memory.")
            return None
        return item

    def action_edit(self) -> None:
        item = self._editable()
        if item is not None:
            self._edit_here(item, item.text)

    def _edit_here(self, item: Item, text: str, notice: str = "") -> None:
        def keep(text: str, _: int) -> None:
            self.session.edit(item, text)

        def left(kept: bool | None) -> None:
            if kept:
                self._changed(item)

        self.app.push_screen(EditScreen(f"Edit: {item.title}", text, keep, notice=notice), left)

    def action_edit_outside(self) -> None:
        item = self._editable()
        if item is None:
            return
        try:
            with self.app.suspend():
                text = self.desk.edit(item.text)
        except SuspendNotSupported:
            self._say("An editor can't be opened from here; e edits in place.")
            return
        except Day1Error as error:
            self._say(f"{error} {error.hint}".strip())
            return
        try:
            self.session.edit(item, text)
        except ReviewError as error:  # the person's words are not thrown away
            self._edit_here(item, text, f"{error} {error.hint}".strip())
        else:
            self._changed(item)

    def action_retype(self) -> None:
        item = self.queue.current
        if item is None:
            return

        def chosen(name: str | None) -> None:
            match = next((one for one in filters.TYPES if one == name), None)
            if match and match != item.type and self._try(lambda: self.session.retype(item, match)):
                self._changed(item)

        self.app.push_screen(
            Choose("Which type of memory is it?", [(name, name) for name in filters.TYPES], item.type), chosen
        )

    def action_relayer(self) -> None:
        item = self.queue.current
        if item is None:
            return

        def chosen(layer: str | None) -> None:
            if layer and layer != item.layer and self._try(lambda: self.session.relayer(item, layer)):
                self._changed(item)

        choices = [
            (layer, "everywhere" if layer == GLOBAL else f"in {layer}") for layer in self.session.layers()
        ]
        self.app.push_screen(Choose("Where does it belong?", choices, item.layer), chosen)

    def action_merge(self) -> None:
        item, marked = self.queue.current, self.queue.marked
        if item is None:
            return
        if marked is None or marked is item:
            self.queue.marked = None if marked else item
            self.queue.refresh()
            if self.queue.marked:
                self._say("Marked. Move to the one to merge into it and press m; esc lets go.")
            return
        self.queue.marked = None
        if self._try(lambda: self.session.merge(marked, item)):
            self._changed(marked)

    def action_split(self) -> None:
        item = self._editable()
        if item is None:
            return

        def keep(text: str, line: int) -> None:
            self.session.split(item, editing.body_line(text, line))

        def left(kept: bool | None) -> None:
            if kept:
                self._changed(item)

        title = "Split: put the cursor on the line where the second memory begins"
        self.app.push_screen(EditScreen(title, item.text, keep, only_cursor=True), left)
