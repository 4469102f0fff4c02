"""House rules of a repository: lines of its convention files that state one, and what its history shows.

A stranger's sentence could carry anything. So a line counts only if it is short, declarative, and made of the
closed vocabulary of working on code; commands to the reader are turned into facts of our own wording, or left
out; and everything is screened again before anybody sees it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from bootstrap.footprint.describe import plain
from bootstrap.footprint.names import fold
from bootstrap.footprint.types import Convention
from bootstrap.model import Evidence
from connectors.records import Repository

FILES = re.compile(
    r"^(?:\.github/|docs/)?(?:contributing|agents|claude|gemini|readme|development|hacking|style\w*|conventions?|copilot-instructions)(?:\.\w+)*$",
    re.I,
)

_VOCABULARY = re.compile(
    r"\b(?:branch\w*|main|master|trunk|squash\w*|merg\w+|rebas\w+|commit\w*|pull requests?|merge requests?|prs?|mrs?|review\w*|approv\w+"
    r"|deploy\w*|produc\w+|prod|staging|release\w*|tag(?:s|ged)?|version\w*|changelog|semver|tests?|tested|coverage|ci|pipeline\w*|lint\w*"
    r"|format\w*|type[- ]?check\w*|typing|typed|docstring\w*|documentation|docs|ticket\w*|issue\w*|jira|friday\w*|freeze\w*|rollback\w*|hotfix\w*"
    r"|migration\w*|schema\w*|feature flags?|conventional commits|sign(?:ed)?[- ]?off|dco|codeowners|runbook\w*|postmortem\w*|incident\w*"
    r"|alerts?|severity|on[- ]call|changed? lines|lines|english|naming|snake_case|camelcase|tabs|spaces|indent\w*|python|node|java|rust|golang"
    r"|docker\w*|terraform|kubernetes|helm|ansible|argo\w*|atlantis|secrets?|vault|environment\w*|dependenc\w+|lock ?file|pinned|blameless"
    r"|backward\w*|compatib\w+|deprecat\w+|licen[cs]e\w*|units?|si units|figures?|notebooks?|datasets?|drawings?|templates?|days?"
    r"|zweig\w*|freigabe\w*|ausliefer\w*|rama\w*|revisi\w+|pruebas?|despliegue\w*|branches|fusion\w*|essais|deploiement\w*|testes|revisao"
    r"|ветк\w+|коммит\w*|релиз\w*|тест\w*|ревью)\b"
    r"|(?:ブランチ|コミット|マージ|レビュー|テスト|リリース|プルリク|本番|デプロイ|分支|提交|合并|测试|发布|评审|브랜치|커밋|리뷰|배포|테스트)"
)
_REQUEST = re.compile(
    r"^(?:please|kindly|always|never|do not|don't|dont|make sure|ensure|remember|note|ignore|disregard|forget|you|we|i|if|when|once|after|before|to"
    r"|bitte|por favor|s'il|veuillez|пожалуйста)\b|\b(?:i|me|my|you|your|yours|ich|mich|dein|ihr|mi|tu|usted|vous|votre)\b|[?!]"
)
IMPERATIVE = frozenset(
    "add apply approve ask avoid be branch bump call change check choose clone close comment commit consider copy create cut delete describe"
    " deploy document do download edit email enable explain export fetch file fill find fix follow format forward get give go grant help"
    " import include install invite join keep leave link list load log look make mark mention merge move name open paste pay pin pick place"
    " post prefer print publish pull push put read rebase record refer release remove rename replace reply report request resolve respond"
    " review rewrite run save say search see send set share show sign squash start stick stop store submit summarize summarise switch tag"
    " take tell test transfer translate try turn update upload use visit wait wire work write".split()
)
_STATES = re.compile(
    r"\b(?:must|only|every|each|no|none|never|nobody|no one|always|required?|requires|needs?|within|at least|at most|under|before|after|follows?"
    r"|per|either|both|due|allowed|mandatory|not|jede\w*|kein\w*|nur|muss|mussen|nie|todos?|todas?|cada|ningun\w*|solo|debe\w*|chaque|tous"
    r"|aucun\w*|doit|doivent|jamais|toda|nenhum\w*|deve\w*|ogni|nessun\w*|elke?|geen|moet\w*|wszystk\w*|zawsze|nigdy|кажд\w+|все|только|нельзя)\b"
    r"|(?:必ず|のみ|こと|禁止|必须|只|不得|禁止|반드시|금지)"
)
_LAYOUT = re.compile(r"^\S*[/*]\S*:?\s")
_FORBIDS = re.compile(r"^(?:never|do not|don't|dont|no one may|nobody may)\b", re.I)
_CODE = re.compile(r"`([^`\n]{2,60})`")
_UNFIT = re.compile(
    r"https?:|www\.|@|\$\(|\||<|>|\{|\}|\bcurl\b|\bwget\b|\btokens?\b|passwor|credential|\bkeys?\b", re.I
)
LONGEST = 170


def written(repository: Repository) -> list[Convention]:
    """Rules that convention files state, in file order, at most twelve."""
    found: list[Convention] = []
    for path, text in repository.files:
        if FILES.match(path):
            found += [Convention(path, rule, evidence) for rule, evidence in _rules(repository, text)]
    return found[:12]


def _rules(repository: Repository, text: str) -> Iterator[tuple[str, Evidence]]:
    code = False
    for line in text.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            code = not code
            continue
        item = re.match(r"^\s{0,6}(?:[-*+]|\d{1,2}[.)])\s+(.*)$", line)
        if code or not item:
            continue
        for sentence in re.split(r"(?<=[.;。])\s+", item[1].strip()):
            rule = as_fact(sentence)
            if rule:
                yield (
                    rule,
                    Evidence(repository.uri, quote=sentence.strip(), when=repository.when, place="files"),
                )


def as_fact(sentence: str) -> str:
    """A rule as a fact, or '' when the sentence states none that may be carried on.

    ``Never run `terraform apply` `` becomes a fact in our words; a declarative sentence of the vocabulary is
    kept as a quotation; every other request to the reader is dropped.
    """
    bare = plain(sentence).strip(" .;")
    folded = fold(bare)
    if _FORBIDS.match(folded):
        code = [c for c in _CODE.findall(sentence) if not _UNFIT.search(c)]
        return f"not done by hand here: {', '.join(f'`{c}`' for c in code[:4])}" if code else ""
    if not 12 <= len(bare) <= LONGEST or _UNFIT.search(bare) or _REQUEST.search(folded):
        return ""
    first = re.match(r"[^\W\d_]+", folded)
    if first is None or first.group() in IMPERATIVE:
        return _counted(folded)
    if (
        not _STATES.search(folded)
        or _LAYOUT.match(bare)
        or len({m.group() for m in _VOCABULARY.finditer(folded)}) < 2
    ):
        return ""
    return f"“{bare}”"


_APPROVALS = re.compile(r"\b(one|two|three|four|\d)\s+approvals?(?:\s+for\s+(\w+))?")
_LINES = re.compile(
    r"\b(?:under|below|less than|fewer than|at most|max\w*)\s+(\d{2,4})\s+(?:changed\s+)?lines"
)
_BASE = re.compile(r"\bbranch(?:es)?\s+(?:off\s+)?from\s+(main|master|develop|dev|trunk)\b")


def _counted(folded: str) -> str:
    """What a request to the contributor fixes in numbers and names, in our own words; '' when nothing."""
    facts = []
    if match := _BASE.search(folded):
        facts.append(f"branches start from `{match[1]}`")
    if "squash" in folded:
        facts.append("squash merge")
    facts += [
        f"{n} approval{'s' * (n not in ('one', '1'))}{f' for {what}' if what else ''}"
        for n, what in _APPROVALS.findall(folded)
    ]
    if match := _LINES.search(folded):
        facts.append(f"pull requests stay under {match[1]} changed lines")
    if "conventional commits" in folded:
        facts.append("commit subjects follow Conventional Commits")
    return ", ".join(facts)


_CONVENTIONAL = re.compile(
    r"^(?:feat|fix|docs|chore|refactor|test|ci|build|perf|style|revert)(?:\([^)]+\))?!?: "
)
_TICKET = re.compile(r"\b([A-Z][A-Z0-9]{1,9})-\d+\b")
_NUMBERED = re.compile(r"\(#\d+\)$")


def shown(repository: Repository) -> list[Convention]:
    """What the newest commits and the configuration show, in our words."""
    subjects = [
        commit.subject for commit in repository.recent if not commit.subject.startswith(("Merge ", "Revert "))
    ]
    found: list[Convention] = []

    def say(topic: str, text: str, fact: str) -> None:
        found.append(Convention(topic, text, Evidence(repository.uri, fact=fact, when=repository.when)))

    if len(subjects) >= 10:
        total = len(subjects)
        conventional = sum(bool(_CONVENTIONAL.match(s)) for s in subjects)
        tickets = Counter(m[1] for s in subjects if (m := _TICKET.search(s)))
        numbered = sum(bool(_NUMBERED.search(s)) for s in subjects)
        prefix, with_ticket = tickets.most_common(1)[0] if tickets else ("", 0)
        if conventional >= total * 0.6:
            tail = f", ticket ({prefix}-…) in the subject" if with_ticket >= total * 0.25 else ""
            say(
                "commits",
                f"Conventional Commits (`feat(scope): …`){tail}",
                f"{conventional} of the newest {total} commits",
            )
        elif with_ticket >= total * 0.4:
            say(
                "commits",
                f"ticket ({prefix}-…) in the commit subject",
                f"{with_ticket} of the newest {total} commits",
            )
        if numbered >= total * 0.5:
            say(
                "merging",
                "pull requests are squash-merged, number in the subject (`(#123)`)",
                f"{numbered} of the newest {total} commits",
            )
    files = dict(repository.files)
    for path, text in (
        (".pre-commit-config.yaml", "pre-commit hooks are set up"),
        ("CODEOWNERS", "reviewers are named in CODEOWNERS"),
        (".github/CODEOWNERS", "reviewers are named in .github/CODEOWNERS"),
        ("atlantis.yaml", "Terraform is applied by Atlantis"),
    ):
        if path in files:
            say("tooling", text, f"{path} in the repository")
    return found
