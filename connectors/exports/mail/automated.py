"""Mail no person wrote to this one person: why a header says so.

Sources: RFC 2919 (List-Id), RFC 2369 and 8058 (List-Unsubscribe), RFC 3834 (Auto-Submitted), RFC 2076
(Precedence), [MS-OXCMAIL] (X-Auto-Response-Suppress), Gmail's Feedback-ID and category labels.

A post to a discussion list carries List-Id, List-Unsubscribe and ``Precedence: list`` because of the
list's software, whoever wrote it. Where the list takes posts and nothing else speaks of a machine, the
only reason given is ``list-id``, so that later stages can tell such posts from newsletters.
"""

from __future__ import annotations

import functools
import re

from connectors.exports.mail.headers import Headers
from connectors.exports.mail.labels import category
from connectors.records import Party

LONGEST_ADDRESS = 254  # RFC 5321 section 4.5.3.1
NO_REPLY = re.compile(
    r"(?:^|[._+-])(?:no|non|do[._-]?not|dont|never)[._-]?(?:reply|respond|responder|responda|rispondere|repondre)|"
    r"noreply|no-?antwort|(?:nicht|keine)[._-]?antwort|antwort[._-]?nicht|ne[._-]?pas[._-]?repondre|nepasrepondre|"
    r"no[._-]?contest(?:ar|e)|n[aã]o[._-]?respond|niet[._-]?(?:be)?antwoorden|geen[._-]?antwoord|svara?[._-]?(?:inte|ikke)|"
    r"(?:ingen|ikke)[._-]?svar|ei[._-]?vasta|nie[._-]?odpowiada|bez[._-]?odpowiedzi|ne[._-]?odpov|"
    r"ne[._-]?v[aá]laszol|no[._-]?valasz|n[uo][._-]?raspund|ne[._-]?otve[ct]|yan[iı]tlama"
)
DAEMON = re.compile(
    r"^(?:mailer-daemon|postmaster|mail-?daemon|mdaemon|bounces?)(?:$|[+=._-])|[._+-]bounces?$"
)
NOTIFIER = re.compile(
    r"(?:^|[._+-])(?:notifications?|notify|notifier|notificaciones|notificacoes|notificações|benachrichtigung(?:en)?|"
    r"notifiche|meldingen|powiadomieni[ae]|alerts?|alertas?|alertes?|reminders?|newsletters?|news|digest|updates?|"
    r"mailings?|marketing|campaigns?|promo(?:tions?)?|automated|automailer|autoreply|auto-?confirm|cron|daemon|"
    r"robot|bot|jira|gitlab|github|jenkins|calendar-notification|comments-noreply|statements?|receipts?|system|monitoring)(?:$|[._+-])"
)
CAMPAIGN = frozenset((
    "x-campaign", "x-campaignid", "x-campaign-id", "x-mailchimp-campaign-id", "x-mc-user", "x-mailer-campaign",
    "x-sg-eid", "x-mailgun-sid", "x-mandrill-user", "x-csa-complaints", "x-job", "x-mailer-recptid", "x-rpcampaign",
    "x-emarsys-identify", "x-sfmc-stack", "x-pm-message-id", "x-mj-mid", "x-sib-id", "x-hubspot-message-id",
    "x-klaviyo-message-id", "x-iterable-message-id", "x-cmail-gauid", "x-mailing-id", "x-mass-mail",
))  # fmt: skip
PROGRAM = re.compile(
    r"x-(?:github|gitlab|jira|bugzilla|phabricator|gerrit|jenkins|travis|circleci|sentry|pagerduty|opsgenie|asana|trello|"
    r"linkedin|facebook|twitter|discourse|redmine|zendesk|launchpad|debbugs|trac|cron-env|atlassian|notion|figma|"
    r"dropbox|zoom|calendly|docusign|service-?now|salesforce|slack|nagios|grafana)(?:$|-)"
)
LIST_SOFTWARE = (
    "list-post",
    "mailing-list",
    "x-mailman-version",
    "x-beenthere",
    "x-google-group-id",
    "x-mailing-list",
)


def automated_reasons(headers: Headers, sender: Party, labels: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Why a message is bulk or automated, in a fixed order; empty for mail between people."""
    reasons: list[str] = []
    has = headers.fields
    if "list-id" in has:
        reasons.append("list-id")
    reasons += _machine_headers(headers)
    reasons += _sender_reasons(sender.address[:LONGEST_ADDRESS])
    discussion = "list-id" in has and not reasons[1:] and _takes_posts(headers)
    if not discussion:
        if "list-unsubscribe" in has:
            reasons.append("list-unsubscribe")
        if headers.raw("precedence").strip().lower() in (b"bulk", b"junk", b"list", b"auto_reply"):
            reasons.append("precedence")
    reasons += [f"category:{name}" for name in dict.fromkeys(map(category, labels)) if name]
    return tuple(reasons)


def _takes_posts(headers: Headers) -> bool:
    if headers.raw("list-post").strip().lower() == b"no":  # RFC 2369: posting is not allowed
        return False
    return any(name in headers for name in LIST_SOFTWARE)


def _machine_headers(headers: Headers) -> list[str]:
    has = headers.fields
    reasons = []
    if "auto-submitted" in has and not headers.raw("auto-submitted").strip().lower().startswith(b"no"):
        reasons.append("auto-submitted")
    if "x-autoreply" in has or "x-autorespond" in has or "x-autoresponder" in has:
        reasons.append("auto-reply")
    if "x-auto-response-suppress" in has:
        value = headers.raw("x-auto-response-suppress").lower()
        if b"all" in value or b"oof" in value or b"autoreply" in value:
            reasons.append("auto-response-suppress")
    if headers.raw("content-type")[:16].lower() == b"multipart/report":
        reasons.append("report")
    if "feedback-id" in has or "x-feedback-id" in has:
        reasons.append("feedback-id")
    if not CAMPAIGN.isdisjoint(has):
        reasons.append("campaign")
    if any(map(_is_programs, has)):
        reasons.append("notification")
    return reasons


@functools.lru_cache(2_048)
def _is_programs(header: str) -> bool:
    return header.startswith("x-") and bool(PROGRAM.match(header))


@functools.lru_cache(4_096)
def _sender_reasons(address: str) -> tuple[str, ...]:
    local = address.partition("@")[0]
    if NO_REPLY.search(local):
        return ("no-reply",)
    if DAEMON.search(local):
        return ("mailer-daemon",)
    if NOTIFIER.search(local):
        return ("notification-sender",)
    return ()
