"""Key documents: edited, shared, linked or named again and again, and not merely present."""

from __future__ import annotations

import math
import re
from collections import Counter
from datetime import timedelta

from bootstrap.footprint import links
from bootstrap.footprint.generic import GENERIC
from bootstrap.footprint.identity import Identity
from bootstrap.footprint.material import Material
from bootstrap.footprint.mentions import Mentions, count
from bootstrap.footprint.names import CJK, fold, tokens
from bootstrap.footprint.types import KeyDocument
from bootstrap.model import Evidence
from connectors.records import Document

UNUSED = timedelta(days=183)
_ENDING = re.compile(r"\.(?:docx?|xlsx?|pptx?|od[tsp]|pdf|html?|md|txt|csv|rtf|gdoc|gsheet|gslides)$", re.I)
# Templates, guides and house rules are kept to be looked up, however seldom anybody names them.
_STANDING = re.compile(
    r"\b(?:template|guide(?:line)?s?|handbook|manual|house rules|polic(?:y|ies)|procedures?|checklist|playbook|sop|standards?|style ?guide|how we|hand ?over"
    r"|vorlagen?|leitfaden|richtlinien?|handbuch|anleitung|verfahren|plantillas?|guias?|pauta|normas?|manuales|procedimientos?|protocolos?"
    r"|modeles?|procedures?|reglement|mode d.emploi|charte|modelos?|roteiro|modell[io]|linee guida|procedur[ae]|sjabloon|handleiding|richtlijn"
    r"|mall(?:en|ar)?|riktlinj\w*|skabelon|vejledning|ohje\w*|szablon|instrukcja|wzor|sablona|sablon|utmutato|szabalyzat|kilavuz\w*|sablon\w*"
    r"|шаблон\w*|инструкц\w*|регламент\w*|правила|інструкц\w*|πρoτυπο|οδηγ\w+|نموذج|دليل|قالب)\b"
    r"|(?:手順書|引き?継ぎ?|マニュアル|規程|要領|雛形|テンプレート|ガイド|模板|手册|规范|指南|流程|매뉴얼|지침|양식|템플릿|규정)"
)
_SERIAL = re.compile(r"\b[A-Z]{2,6}-?\d{2,5}\b")


def key_documents(material: Material, identity: Identity) -> tuple[KeyDocument, ...]:
    """Documents that messages, events or repositories name or link, weightiest first.

    What is linked again and again counts even where the document itself is not in the snapshot.
    """
    documents = [d for d in material.documents if d.kind not in ("memory", "issue")]
    names = {d.uri: _naming(d) for d in documents}
    mentions = count(material.messages, [n for n in names.values() if n], identity.all)
    linked = _links(material)
    texts = " ".join(f"{e.title} {e.text[:300]}" for e in material.events) + " ".join(
        text for r in material.repositories for _, text in r.files
    )
    found = [
        d
        for doc in documents
        if (d := _key(doc, names[doc.uri], mentions, linked, texts, identity, material))
    ]
    titles = {fold(d.title) for d in found}
    found += [d for d in links.linked_documents(material, identity) if fold(d.title) not in titles]
    return tuple(sorted(found, key=lambda d: (-d.weight, d.uri)))


def title_of(document: Document) -> str:
    return _ENDING.sub("", document.title).strip()


def _naming(document: Document) -> frozenset[str]:
    """The words by which people would name it: a serial such as RFC-041 alone, else its title's own words."""
    title = title_of(document)
    if serial := _SERIAL.search(title):
        return frozenset(tokens(serial.group()))
    if CJK.search(title):
        return frozenset([fold(title)]) if len(title) > 3 else frozenset()
    words = [w for w in tokens(title) if w not in GENERIC and len(w) > 1]
    return frozenset(words[:5]) if len(words) >= 2 else frozenset()


def _links(material: Material) -> Counter[str]:
    found: Counter[str] = Counter()
    for message in material.messages:
        found.update(message.links)
    for event in material.events:
        found.update(event.links)
    for channel in material.channels:
        found.update(re.findall(r"https?://[^\s|>)]+", channel.text))
    return found


def _key(
    document: Document, name: frozenset[str], mentions: dict[frozenset[str], Mentions], linked: Counter[str],
    texts: str, identity: Identity, material: Material,
) -> KeyDocument | None:  # fmt: skip
    title = title_of(document)
    told = mentions.get(name, Mentions()) if name else Mentions()
    links = linked[document.link] if document.link else 0
    elsewhere = (bool(title) and len(title) > 6 and title in texts) or bool(
        (s := _SERIAL.search(title)) and s.group() in texts
    )
    own = document.owner.address in identity.all or not document.owner.address
    uses = told.total + 2 * links + 2 * elsewhere
    standing = own and (document.starred or bool(_STANDING.search(fold(title))))
    if uses < 2 and not standing:
        return None
    newest = max([w for w in (document.when, told.last) if w], default=None)
    age = (material.now - newest) if newest else timedelta(days=365)
    if age > UNUSED and not standing:
        return None
    weight = (math.log1p(uses) + 0.6 * own + 0.8 * document.starred + 0.3 * len(document.editors)) * 0.5 ** (
        max(age, timedelta()) / timedelta(days=240)
    )
    weight = max(weight, 0.55) if standing else weight
    fact = f"named in {told.total} messages ({told.own} yours)" + (f", linked {links} times" if links else "")
    fact += ", named in a repository or calendar" if elsewhere else ""
    return KeyDocument(
        document.uri, title, document.path, document.kind, document.link,
        newest.date() if newest else None, uses, own, weight,
        (Evidence(document.uri, quote=document.title, when=document.when, place="title"),
         Evidence(told.example.uri if told.example else document.uri, fact=fact, when=newest)),
    )  # fmt: skip
