"""What a signature block or a contact card says of its owner: role, department, organisation, town."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bootstrap.footprint.names import CJK, domain_of, fold, name_key, tokens
from bootstrap.footprint.roles import is_role


@dataclass(frozen=True, slots=True)
class Card:
    """Each part as written, empty where it is not there. ``line`` is the line the role stands on."""

    role: str = ""
    department: str = ""
    organization: str = ""
    locality: str = ""
    line: str = ""


LEGAL = re.compile(
    r"(?:\b(?:gmbh|mbh|ag|se|kg|kgaa|ug|ohg|gbr|e\.?\s?v\.?|eg|ltd|limited|llc|llp|lp|inc|corp(?:oration)?|co|plc|pty"
    r"|b\.?v|n\.?v|s\.?l|s\.?l\.?u|s\.?a|s\.?a\.?s|s\.?a\.?r\.?l|s\.?r\.?l|s\.?p\.?a|lda|ltda|oy|oyj|ab|aps|a/s|as|asa"
    r"|kft|zrt|nyrt|bt|s\.?r\.?o|a\.?s|sp\.? z o\.? ?o|d\.?o\.?o|d\.?d|ood|ead|eood|ооо|зао|оао|ао|тов|ип|a\.?ş|ltd\.? ?şti"
    r"|pt|tbk|sdn|bhd|pvt|pte|uab|sia|oü|ehf|hf)\.?(?=$|[\s,;|·)]))"
    r"|(?:株式会社|有限会社|合同会社|(?:一般|公益)?(?:社団|財団)法人|医療法人|学校法人|有限公司|集团|公司|주식회사|\(주\)|שבע\"מ|בע\"מ)",
    re.I,
)
_INSTITUTION = re.compile(
    r"(?:universit|hochschul|college|school|schule|gymnasium|lyc[eé]e|colegio|escola|escuela|instituto?\b|institut"
    r"|hospital|h[oô]pital|klinik|clinic|krankenhaus|spital|ziekenhuis|ospedale|szpital|nemocnice|sairaala|sykehus|sjukhus"
    r"|больниц|университет|институт|школа|лікарня|університет|νοσοκομε|πανεπιστ|مستشفى|جامعة|شركة|مؤسسة|museum|museo|musee"
    r"|ministry|ministeri|minist[eè]re|ministerio|council|stadt\b|gemeinde|municip|ayuntamiento|prefeitura|mairie|comune"
    r"|foundation|stiftung|fondation|fundaci|theat|orchestra|library|bibliothek|studio|partners|associates|kanzlei|verlag"
    r"|大学|病院|学校|研究所|医院|병원|대학교|학교|연구소|โรงพยาบาล|มหาวิทยาลัย)",
    re.I,
)
_CONTACT = re.compile(
    r"@|https?://|\bwww\.|(?:tel|phone|fon|fax|mob|handy|cell|t|m|☎|📞|тел|電話|电话|전화|هاتف)\s*[.:+]|\+?\d[\d\s()./-]{6,}\d",
    re.I,
)
_POSTAL = re.compile(
    r"^(?:[A-Z]{1,2}[-\s])?\d{4,6}\s+(?:[A-Z]{2}\s+)?([^\W\d][^\d,;|]{1,40}?)$|^([^\W\d][^\d,;|]{1,40}?),?\s+(?:[A-Z]{2}\s+)?\d{4,6}(?:-\d{3,4})?$"
)
_EXTENSION = re.compile(
    r"(?:dahili|ext(?:ension)?|durchwahl|dw|anexo|ramal|interno|toestel|anknytning|klapka|wewn|доб)\W"
)
_STREET = re.compile(r"\d")
_CLOSING = re.compile(
    r"[!?…:]$|^(?:sent from|von meinem|gesendet|envoyé|enviado|inviato|verstuurd|отправлено|iPhone)", re.I
)
_PRONOUNS = re.compile(r"^\(?(?:she|he|they|sie|er|elle|il|ella|él|ela|ele)\s*/\s*[\w/ ]{2,16}\)?$", re.I)
_SPLIT = re.compile(r"\s*(?:\||·|•|‧|・|／|\s[-–—/]\s)\s*|\t+|\s{3,}")


def read(signature: str, name: str, address: str = "") -> Card:
    """Tell the parts of a signature block apart.

    ``name`` and ``address`` are the sender's: a segment that is only the name is passed over, one that
    shares a word with the mail domain is the organisation. Legal forms, names of institutions and words of
    job titles decide the rest; what fits nothing is left out rather than guessed.
    """
    role = department = organization = locality = line = ""
    company = {t for t in tokens(domain_of(address).rpartition(".")[0]) if len(t) > 2}
    own = set(tokens(name))
    after_role = False
    for raw in signature.splitlines()[:12]:
        raw = raw.strip(" \t*_>-–—")
        if not raw:
            continue
        if own and own & set(tokens(raw)) and "," in raw and not role:
            raw = _without_name(raw, own)
        for segment in _segments(raw, own):
            segment = segment.strip(" ,;*_")
            if not _fit(segment):
                continue
            if name_key(segment) == name_key(name) or (own and set(tokens(segment)) <= own):
                continue
            if _EXTENSION.match(fold(segment)):
                continue
            if match := _POSTAL.match(segment):
                locality = locality or (match[1] or match[2]).strip()
            elif not organization and _is_organisation(segment, company, role):
                organization = _without_town(segment)
            elif not role and is_role(segment) and not _STREET.search(segment):
                role, line, after_role = segment, raw, True
                continue
            elif (not department and _UNIT.search(segment) and CJK.search(segment)) or (
                after_role and not department and not _STREET.search(segment) and not organization
            ):
                department = segment
            elif organization and not locality and _is_town(segment, organization):
                locality = segment
            after_role = False
    role, department = split_role(role, department)
    return Card(role, department, organization, locality, line)


def _segments(line: str, own: set[str]) -> Iterator[str]:
    """Parts of a line; ``Co-founder, Tidelog S.L.`` are two, ``Manager, Platform`` is one."""
    for segment in _SPLIT.split(line):
        head, comma, tail = segment.partition(", ")
        if (
            comma
            and is_role(head)
            and not LEGAL.search(head)
            and (LEGAL.search(tail) or _INSTITUTION.search(tail))
        ):
            yield from (head, tail)
        elif CJK.search(segment) and re.search(r"\s", segment):
            yield from _east_asian(segment, own)
        else:
            yield segment


# Company, department, title and name stand in one line, with a space between: 株式会社汐見設計 設計部 主任 水野景子
_UNIT = re.compile(
    r"(?:部|課|室|局|係|本部|センター|グループ|チーム|事業所|支店|支社|研究室|学科|処|科|组|組|팀|부|실|국|센터)$"
)


def _east_asian(segment: str, own: set[str]) -> Iterator[str]:
    words = [word for word in segment.split() if not (own and set(tokens(word)) <= own)]
    units = [
        word
        for word in words
        if _UNIT.search(word) and not LEGAL.search(word) and not _INSTITUTION.search(word)
    ]
    yield from (word for word in words if word not in units)
    if units:
        yield " ".join(units)


def _fit(segment: str) -> bool:
    unfit = _CONTACT.search(segment) or _CLOSING.search(segment) or _PRONOUNS.match(segment)
    return 2 <= len(segment) <= 90 and not unfit


def _without_name(line: str, own: set[str]) -> str:
    """``Ada Moss, Senior Counsel`` -> ``Senior Counsel``; a name written ``Moss, Ada`` is left whole."""
    head, _, tail = line.partition(",")
    return tail.strip() if set(tokens(head)) <= own and not set(tokens(tail)) <= own else line


def _is_organisation(segment: str, company: set[str], role: str) -> bool:
    """A legal form decides; a word of the domain or of an institution does unless it may be the job title."""
    if LEGAL.search(segment):
        return True
    if is_role(segment) and not role:
        return False
    words = tokens(segment)
    joined = "".join(words)
    named = any(word in words or (len(word) > 4 and word in joined) for word in company) or joined in company
    return bool(named or _INSTITUTION.search(segment))


def _without_town(segment: str) -> str:
    head, comma, tail = segment.rpartition(",")
    return head if comma and _is_town(tail.strip(), head) and not LEGAL.search(tail) else segment


_CJK_TOWN = re.compile(r"(?:[都道府県市区町村省县縣]|시|군|구|도)(?:本社|支社|支店)?$")


def _is_town(segment: str, organization: str) -> bool:
    """A capitalised word or three in the script of the organisation; in Chinese letters only what ends as towns do."""
    if CJK.search(organization) or CJK.search(segment):
        return bool(_CJK_TOWN.search(segment)) and "(" not in segment
    words = segment.split()
    return (
        0 < len(words) <= 3
        and not _STREET.search(segment)
        and segment[:1].isalpha()
        and not segment[:1].islower()
        and "(" not in segment
        and not is_role(segment)
    )


def split_role(role: str, department: str) -> tuple[str, str]:
    """``Engineering Manager, Platform Reliability`` -> the role and where it is held."""
    head, comma, tail = role.partition(", ")
    if comma and is_role(head) and not is_role(tail) and not department:
        return head.strip(), tail.strip()
    return role, department


def same_organisation(a: str, b: str) -> bool:
    """Two spellings of one organisation: legal forms left out, one's words contain the other's."""

    def words(text: str) -> set[str]:
        return {t for t in tokens(LEGAL.sub(" ", text)) if len(t) > 1}

    left, right = words(a), words(b)
    return bool(left and right and (left <= right or right <= left)) or fold(a) == fold(b)
