"""Systems of record: hosts that are linked, and tools that write, again and again; and which gave way to which."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from bootstrap.footprint.identity import Identity
from bootstrap.footprint.material import Material
from bootstrap.footprint.names import organisation_domain, plain_address
from bootstrap.footprint.outside_tools import outside_tools
from bootstrap.footprint.types import System
from bootstrap.model import Evidence
from connectors.records import Message

# product word in a host or sender -> (name, what it is used for); products of one use can replace one another.
_PRODUCTS = {
    "jira": ("Jira", "tickets"), "atlassian": ("Jira", "tickets"), "linear": ("Linear", "tickets"), "youtrack": ("YouTrack", "tickets"),
    "redmine": ("Redmine", "tickets"), "openproject": ("OpenProject", "tickets"), "asana": ("Asana", "tasks"), "trello": ("Trello", "tasks"),
    "monday": ("monday.com", "tasks"), "clickup": ("ClickUp", "tasks"), "basecamp": ("Basecamp", "tasks"), "planka": ("Planka", "tasks"),
    "wrike": ("Wrike", "tasks"), "zendesk": ("Zendesk", "support tickets"), "freshdesk": ("Freshdesk", "support tickets"),
    "servicenow": ("ServiceNow", "support tickets"), "zammad": ("Zammad", "support tickets"), "otrs": ("OTRS", "support tickets"),
    "confluence": ("Confluence", "wiki"), "notion": ("Notion", "wiki"), "wiki": ("wiki", "wiki"), "bookstack": ("BookStack", "wiki"),
    "outline": ("Outline", "wiki"), "sharepoint": ("SharePoint", "files"), "dropbox": ("Dropbox", "files"), "nextcloud": ("Nextcloud", "files"),
    "github": ("GitHub", "code"), "gitlab": ("GitLab", "code"), "bitbucket": ("Bitbucket", "code"), "gitea": ("Gitea", "code"),
    "forgejo": ("Forgejo", "code"), "gerrit": ("Gerrit", "code"), "codeberg": ("Codeberg", "code"),
    "jenkins": ("Jenkins", "builds"), "circleci": ("CircleCI", "builds"), "buildkite": ("Buildkite", "builds"), "teamcity": ("TeamCity", "builds"),
    "argocd": ("Argo CD", "deployments"), "grafana": ("Grafana", "dashboards"), "kibana": ("Kibana", "logs"), "sentry": ("Sentry", "errors"),
    "datadog": ("Datadog", "monitoring"), "datadoghq": ("Datadog", "monitoring"), "zabbix": ("Zabbix", "monitoring"),
    "pagerduty": ("PagerDuty", "paging"), "opsgenie": ("Opsgenie", "paging"), "victorops": ("VictorOps", "paging"),
    "figma": ("Figma", "design"), "miro": ("Miro", "whiteboards"), "mural": ("Mural", "whiteboards"), "canva": ("Canva", "design"),
    "salesforce": ("Salesforce", "customers"), "hubspot": ("HubSpot", "customers"), "pipedrive": ("Pipedrive", "customers"),
    "airtable": ("Airtable", "tables"), "personio": ("Personio", "people matters"), "workday": ("Workday", "people matters"),
    "bamboohr": ("BambooHR", "people matters"), "overleaf": ("Overleaf", "papers"), "zotero": ("Zotero", "papers"), "moodle": ("Moodle", "courses"),
    "canvas": ("Canvas", "courses"), "autodesk": ("Autodesk", "drawings"), "bim360": ("BIM 360", "drawings"), "acc": ("ACC (Autodesk Construction Cloud)", "drawings and RFIs"), "aconex": ("Aconex", "drawings"), "procore": ("Procore", "construction"),
    "epic": ("Epic", "patient records"), "datev": ("DATEV", "accounting"), "xero": ("Xero", "accounting"), "sap": ("SAP", "business records"),
    "slack": ("Slack", "chat"), "teams": ("Microsoft Teams", "chat"), "mattermost": ("Mattermost", "chat"),
    "kintone": ("kintone", "business records"), "backlog": ("Backlog", "tickets"), "chatwork": ("Chatwork", "chat"),
    "docusign": ("DocuSign", "signatures"), "clio": ("Clio", "matters"), "imanage": ("iManage", "files"), "runbooks": ("runbooks", "runbooks"),
    "tableau": ("Tableau", "dashboards"), "metabase": ("Metabase", "dashboards"), "looker": ("Looker", "dashboards"), "powerbi": ("Power BI", "dashboards"),
}  # fmt: skip
_MEETING_HOSTS = re.compile(
    r"(?:^|\.)(?:zoom\.us|meet\.google\.com|teams\.microsoft\.com|teams\.live\.com|webex\.com|whereby\.com|goto\.com|jit\.si)$"
)
_PLAIN_HOSTS = re.compile(
    r"(?:^|\.)(?:google\.com|goo\.gl|bit\.ly|youtube\.com|youtu\.be|wikipedia\.org|linkedin\.com|twitter\.com|x\.com|facebook\.com|instagram\.com|t\.co|w3\.org|schema\.org|googleusercontent\.com|gstatic\.com|example\.com|localhost)$"
)
_TICKET = re.compile(r"(?<![\w-])([A-Z][A-Z0-9]{1,9})-\d{1,6}(?![\w-])")
_NO_TICKETS = frozenset(
    "UTF ISO SHA RFC COVID GPT HTTP IPV CVE DIN EN IEC IEEE UTC GMT CET H COVID19 PEP ADR MP A B C".split()
)
GONE = timedelta(days=150)


@dataclass(slots=True)
class _Seen:
    links: int = 0
    own: int = 0
    automated: int = 0
    first: datetime | None = None
    last: datetime | None = None
    hosts: Counter[str] = field(default_factory=Counter)
    example: tuple[str, str] = ("", "")
    prefixes: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)

    def at(self, when: datetime | None) -> None:
        if when:
            self.first = min(self.first, when) if self.first else when
            self.last = max(self.last, when) if self.last else when

    def notified(self, message: Message) -> None:
        self.automated += 1
        self.at(message.when)
        self.example = self.example if self.example[0] else (message.uri, message.title)


def systems(material: Material, identity: Identity) -> tuple[System, ...]:
    """Tools and own hosts with three uses or more, most used first.

    A link in a mail between people counts, and so does a notification the tool itself sends; a newsletter
    from a maker of tools does not (it comes with List-Unsubscribe and no ticket, host or mention of ours).
    """
    seen: dict[str, _Seen] = defaultdict(_Seen)
    hosts = _Hosts(identity.homes, material.automated)
    for message in material.messages:
        for host, quote in hosts.named(message.links, f"{message.title}\n{message.text}"):
            _see(seen, hosts, host, quote, message.uri, message.when, own=identity.wrote(message))
    for text, uri, when in _other_texts(material, identity):
        for host, quote in hosts.named(_URL.findall(text), text):
            _see(seen, hosts, host, quote, uri, when)
    for message in material.automated:
        _see_notification(seen, message, hosts)
    for name, found_of in outside_tools(material).items():
        for message in found_of if name not in seen else ():
            seen[name].notified(message)
            seen[name].hosts[organisation_domain(message.sender.address)] += 1
    _see_tickets(seen, material)
    found = [s for name, one in seen.items() if (s := _system(name, one, identity.homes, material.now))]
    return tuple(_replaced(sorted(found, key=lambda s: (-(s.own * 3 + s.links), s.name))))


# Hosts of one's own company that are no tool: its site, its mail, its sign-in, its newsletters.
_PLUMBING = frozenset(
    "www mail smtp login sso click track tracking links news newsletter unsubscribe".split()
)


class _Hosts:
    """Which system a host belongs to: a known product by a word in its name or by who notifies from it."""

    def __init__(self, homes: frozenset[str], automated: Iterable[Message]) -> None:
        self.homes = homes
        self._bare = re.compile(
            r"(?<![\w@./-])([\w-]+(?:\.[\w-]+)*\.(?:"
            + "|".join(map(re.escape, homes or {"-"}))
            + r"))(?![\w-])"
        )
        votes: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
        for message in automated:
            if product := product_of(message):
                for host in {_host(link) for link in message.links}:
                    if self._is_home(host):
                        votes[host][product] += 1
        self._products = {host: count.most_common(1)[0][0] for host, count in votes.items()}

    def _is_home(self, host: str) -> bool:
        return any(host.endswith("." + h) for h in self.homes) and host.partition(".")[0] not in _PLUMBING

    def name(self, host: str) -> str:
        """The system's name, '' for a host that is none of ours and no known tool."""
        if not host or _MEETING_HOSTS.search(host) or _PLAIN_HOSTS.search(host):
            return ""
        if host in self._products:
            return self._products[host][0]
        for label in re.split(r"[.-]", host):
            if label in _PRODUCTS:
                return _PRODUCTS[label][0]
        return host.partition(".")[0] if self._is_home(host) else ""

    def named(self, links: Iterable[str], text: str) -> Iterator[tuple[str, str]]:
        """(host, quote) of each link, and of each host of the own company a text names without one."""
        linked = [(host, link) for link in links if self.name(host := _host(link))]
        yield from linked
        known = {host for host, _ in linked}
        for host in dict.fromkeys(self._bare.findall(text.casefold())):
            if host not in known and self.name(host):
                yield host, host


_URL = re.compile(r"https?://[^\s|>)\]\"'`]+")


def _host(link: str) -> str:
    try:
        return (urlsplit(link).hostname or "").casefold()
    except ValueError:
        return ""


def product_of(message: Message) -> tuple[str, str] | None:
    """The product that sent a notification, by a word in the sender's name or address."""
    words = re.split(r"[\W_]+", f"{message.sender.name} {message.sender.address}".casefold())
    return next((_PRODUCTS[w] for w in words if w in _PRODUCTS), None)


def _see(
    seen: dict[str, _Seen],
    hosts: _Hosts,
    host: str,
    quote: str,
    uri: str,
    when: datetime | None,
    own: bool = False,
) -> None:
    one = seen[hosts.name(host)]
    one.links += 1
    one.own += own
    one.hosts[host] += 1
    one.example = (uri, quote) if own or not one.example[0] else one.example
    one.at(when)


def _other_texts(material: Material, identity: Identity) -> Iterator[tuple[str, str, datetime | None]]:
    for channel in material.channels:
        yield channel.text, channel.uri, channel.when
    for repository in material.repositories:
        if any(plain_address(a.party.address) in identity.all for a in repository.authors):
            yield from ((text[:4000], repository.uri, repository.when) for _, text in repository.files)
    for event in material.events:
        yield (
            " ".join(event.links),
            event.uri,
            event.when if event.when and event.when <= material.now else None,
        )


def _see_notification(seen: dict[str, _Seen], message: Message, hosts: _Hosts) -> None:
    product = product_of(message)
    found = [host for link in message.links if hosts.name(host := _host(link))]
    ours = [host for host in found if any(host.endswith("." + home) for home in hosts.homes)]
    advertises = any(r.startswith("category:promo") or r == "list-unsubscribe" for r in message.automated)
    if advertises and not ours and not _TICKET.search(message.title):
        return
    name = product[0] if product else hosts.name(ours[0]) if ours else ""
    if not name:
        return
    one = seen[name]
    one.notified(message)
    one.hosts.update(host for host in found if hosts.name(host) == name)
    if not product and message.sender.name and "@" not in message.sender.name:
        one.names[message.sender.name] += 1
    one.prefixes.update(set(_TICKET.findall(message.title)) - _NO_TICKETS)


def _see_tickets(seen: dict[str, _Seen], material: Material) -> None:
    """Ticket numbers people name belong to the tickets tool, when there is just one."""
    prefixes: Counter[str] = Counter()
    for message in material.messages:
        prefixes.update(set(_TICKET.findall(f"{message.title}\n{message.text[:1500]}")) - _NO_TICKETS)
    for repository in material.repositories:
        for commit in repository.recent:
            prefixes.update(set(_TICKET.findall(commit.subject)) - _NO_TICKETS)
    tools = [name for name, use in _PRODUCTS.values() if use == "tickets" and name in seen]
    if tools:
        main = max(
            dict.fromkeys(tools),
            key=lambda n: (seen[n].last or datetime.min.replace(tzinfo=material.now.tzinfo), seen[n].links),
        )
        confirmed = set(seen[main].prefixes)
        for prefix, n in prefixes.items():
            if n >= 5 and (prefix in confirmed or not confirmed):
                seen[main].prefixes[prefix] += n


def _system(name: str, one: _Seen, homes: frozenset[str], now: datetime) -> System | None:
    use = next((u for n, u in _PRODUCTS.values() if n == name), "")
    if (
        one.first is None
        or one.last is None
        or one.links + one.automated < 3
        or (not one.links and one.automated < 5)
    ):
        return None
    if not use and one.links < 3 and one.automated < 8:
        return None
    host = (
        max(one.hosts.items(), key=lambda i: (any(i[0].endswith(h) for h in homes), i[1]))[0]
        if one.hosts
        else ""
    )
    over = f"last seen {one.last.date()}" if now - one.last > GONE else ""
    fact = f"{one.links} links ({one.own} in your own messages), {one.automated} notifications, {one.first.date()} to {one.last.date()}"
    uri, quote = one.example
    prefixes = tuple(p for p, n in one.prefixes.most_common(2) if n >= 3) if use in ("tickets", "") else ()
    called, times = one.names.most_common(1)[0] if one.names else ("", 0)
    if not use and times >= 3 and times > one.automated / 2:
        name = called  # as it signs its own notifications
    return System(
        name, host, use, prefixes, one.links + one.automated, one.own, one.first.date(), one.last.date(), over,
        (Evidence(uri, quote=quote if len(quote) < 200 else "", fact="" if len(quote) < 200 else fact, when=one.last),
         Evidence(uri, fact=fact, when=one.last)),
    )  # fmt: skip


def _replaced(found: list[System]) -> Iterator[System]:
    """Of two tools of one use, the one that fell silent gave way to the other."""
    for one in found:
        heir = next(
            (
                s
                for s in found
                if one.over and s.use == one.use and s.use and not s.over and s.last > one.last
            ),
            None,
        )
        yield replace(one, over=f"{one.over}; {heir.name} since {heir.first}") if heir else one
