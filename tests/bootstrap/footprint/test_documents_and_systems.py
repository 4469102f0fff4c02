"""Documents that are used and not merely present; tools in use, and which gave way to which."""

from __future__ import annotations

from typing import Any

import pytest

from connectors.records import Party

ME = "Mira Holt <mira@kestrel.example>"
OTTO = "Otto Berg <otto@kestrel.example>"


def test_a_document_that_is_merely_there_is_no_key_document(desk: Any) -> None:
    desk.document("Drive/Crane load tables.xlsx")
    assert desk.footprint().documents == ()


def test_a_document_people_name_is_one(desk: Any) -> None:
    desk.document("Drive/Crane load tables.xlsx")
    for number in range(3):
        desk.mail(OTTO, ME, 5 + number, "Question", "It is in the crane load tables.")
    found = desk.footprint().documents[0]
    assert found.title == "Crane load tables"
    assert found.mentions == 3
    assert "named in 3 messages" in found.evidence[1].fact


def test_a_document_people_link_is_one_even_when_it_is_not_there(desk: Any) -> None:
    link = "https://docs.google.com/document/d/abc123/edit"
    for number in range(3):
        desk.mail(OTTO, ME, 5 + number, "Minutes", f"“Quay design basis”: {link}", links=(link,))
    assert [(d.title, d.link) for d in desk.footprint().documents] == [("Quay design basis", link)]


def test_a_link_sent_once_is_nothing(desk: Any) -> None:
    link = "https://docs.google.com/document/d/abc123/edit"
    desk.mail(OTTO, ME, 5, "Minutes", f"“Quay design basis”: {link}", links=(link,))
    assert desk.footprint().documents == ()


@pytest.mark.parametrize(
    "name",
    [
        "Report template",
        "Vorlage Angebot",
        "Guía de estilo",
        "Szablon umowy",
        "出張マニュアル",
        "Шаблон договора",
    ],
)
def test_templates_and_guides_of_the_owner_are_kept(desk: Any, name: str) -> None:
    desk.document(f"Drive/{name}.docx")
    assert [d.title for d in desk.footprint().documents] == [name]


def test_a_strangers_template_is_not(desk: Any) -> None:
    desk.document("Drive/Report template.docx", owner=Party("Lin Wu", "lin@glade.example"))
    assert desk.footprint().documents == ()


def test_a_memory_file_of_another_assistant_is_no_document_of_work(desk: Any) -> None:
    desk.document("memories/Report template.md", kind="memory")
    assert desk.footprint().documents == ()


def systems(desk: Any) -> dict[str, Any]:
    return {s.name: s for s in desk.footprint().systems}


def test_a_tool_linked_again_and_again(desk: Any) -> None:
    for number in range(6):
        desk.mail(
            ME,
            OTTO,
            5 + number,
            "Ticket",
            f"see PUMP-{number + 10}",
            links=(f"https://kestrel.atlassian.net/browse/PUMP-{number}",),
        )
    found = systems(desk)["Jira"]
    assert (found.use, found.host, found.prefixes) == ("tickets", "kestrel.atlassian.net", ("PUMP",))
    assert found.own == 6


def test_a_link_sent_twice_is_no_system(desk: Any) -> None:
    for number in range(2):
        desk.mail(ME, OTTO, 5 + number, "Board", links=("https://miro.com/app/x",))
    assert systems(desk) == {}


def test_a_host_of_the_own_company_is_a_system(desk: Any) -> None:
    for number in range(4):
        desk.mail(ME, OTTO, 5 + number, "Data", links=("https://tides.kestrel.example/x",))
    assert systems(desk)["tides"].host == "tides.kestrel.example"


@pytest.mark.parametrize(
    "host", ["news.stranger.example", "www.google.com", "zoom.us", "www.kestrel.example", "bit.ly"]
)
def test_other_hosts_are_none(desk: Any, host: str) -> None:
    for number in range(9):
        desk.mail(OTTO, ME, 5 + number, "Look", links=(f"https://{host}/x",))
    assert systems(desk) == {}


def test_a_newsletter_of_a_maker_of_tools_is_no_use_of_it(desk: Any) -> None:
    for number in range(30):
        desk.mail(
            "Figma <team@figma.com>",
            ME,
            5 + number,
            "New features",
            automated=("list-unsubscribe",),
            links=("https://www.figma.com/whats-new",),
        )
    assert systems(desk) == {}


def test_notifications_of_a_tool_show_its_use(desk: Any) -> None:
    for number in range(8):
        desk.mail("GitLab <gitlab@git.kestrel.example>", ME, 5 + number, f"pump | Merge request {number}", automated=("auto-submitted",),
                  links=("https://git.kestrel.example/pump",))  # fmt: skip
    assert systems(desk)["GitLab"].host == "git.kestrel.example"


def test_a_tool_that_fell_silent_gave_way_to_the_next_of_its_use(desk: Any) -> None:
    for number in range(6):
        desk.mail(ME, OTTO, 300 + number, "Page", links=("https://kestrel.opsgenie.com/a",))
        desk.mail(ME, OTTO, 5 + number, "Page", links=("https://kestrel.pagerduty.com/a",))
    found = systems(desk)
    assert found["PagerDuty"].over == ""
    assert "PagerDuty since 2026-11-05" in found["Opsgenie"].over


def test_an_old_tool_without_an_heir_is_only_silent(desk: Any) -> None:
    for number in range(6):
        desk.mail(ME, OTTO, 300 + number, "Board", links=("https://miro.com/app/x",))
    assert systems(desk)["Miro"].over.startswith("last seen")
    assert ";" not in systems(desk)["Miro"].over


def test_rooms_are_channels_the_owner_writes_in(desk: Any) -> None:
    used, read, gone = (
        desk.channel("harbour", "The crane"),
        desk.channel("general"),
        desk.channel("attic", archived=True),
    )
    for number in range(5):
        desk.chat(ME, used.uri, 5 + number, "yes", direction="sent")
        desk.chat(ME, gone.uri, 5 + number, "yes", direction="sent")
        desk.chat("Lin Wu <slack:u9>", read.uri, 5 + number, "hm")
    assert [(r.name, r.says, r.own) for r in desk.footprint().rooms] == [("harbour", "The crane", 5)]


def test_a_channel_long_quiet_is_no_room(desk: Any) -> None:
    room = desk.channel("harbour")
    for number in range(9):
        desk.chat(ME, room.uri, 200 + number, "yes", direction="sent")
    assert desk.footprint().rooms == ()


def _notify(desk: Any, times: int = 9) -> None:
    for number in range(times):
        desk.mail(
            "Gridly <alerts@gridly.example>",
            ME,
            60 - 5 * number,
            f"Hall {number} booked",
            automated=("auto-submitted",),
        )


def test_an_unknown_tool_colleagues_speak_of_is_a_system(desk: Any) -> None:
    _notify(desk)
    for number in range(2):
        desk.mail(
            "Otto Berg <otto@kestrel.example>", ME, 30 + number, "Halls", text="Please book it in Gridly."
        )
    assert "Gridly" in {s.name for s in desk.footprint().systems}


def test_an_unknown_sender_nobody_speaks_of_is_none(desk: Any) -> None:
    _notify(desk)
    assert "Gridly" not in {s.name for s in desk.footprint().systems}
