"""Issues and pull requests in which the person took part."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from connectors.exports.fields import object_at, objects_at, text_at
from connectors.exports.links import links_in
from connectors.github.api import Api
from connectors.github.people import account_party
from connectors.records import Document, Party

MOST_TEXT = 4_000
QUERIES = ("is:pr involves:@me", "is:issue involves:@me")
"""Search wants to be told which of the two; ``involves`` is author, assignee, mentioned or commenter."""


def search_involved(api: Api, most: int) -> Iterator[dict[str, Any]]:
    """Raw search results, the latest first, half of ``most`` for each kind. Raises as the api does."""
    for query in QUERIES:
        asked: dict[str, str | int] = {"q": query, "sort": "updated", "order": "desc"}
        yield from api.listing("/search/issues", asked, most // 2, within="items")


def repository_of(item: dict[str, Any]) -> str:
    """``owner/name`` of the repository an issue belongs to."""
    return "/".join(text_at(item, "repository_url").split("/")[-2:])


def issue_document(item: dict[str, Any]) -> Document:
    """An issue or pull request as a document of kind ``issue``."""
    repository, number = repository_of(item), item.get("number")
    shape = "pull-request" if object_at(item, "pull_request") else "issue"
    text = text_at(item, "body")[:MOST_TEXT]
    helpers = (account_party(one) for one in objects_at(item, "assignees"))
    return Document(
        uri=f"github:{repository}#{number}",
        source="github",
        when=moment(text_at(item, "updated_at")),
        title=text_at(item, "title"),
        text=text,
        kind="issue",
        path=f"{repository}/{shape}s/{number}",
        owner=account_party(item.get("user")) or Party(text_at(object_at(item, "user"), "login")),
        editors=tuple(one for one in helpers if one is not None),
        created=moment(text_at(item, "created_at")),
        labels=(shape, text_at(item, "state"), *(text_at(one, "name") for one in objects_at(item, "labels"))),
        links=links_in(text),
        link=text_at(item, "html_url"),
    )


def moment(text: str) -> datetime | None:
    """GitHub's times are ISO 8601 with ``Z``."""
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return None
    return when if when.tzinfo else None
