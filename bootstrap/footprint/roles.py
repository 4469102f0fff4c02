"""Words by which a job title is told from a department, a company or a slogan, and who leads from who does not.

Stems, matched at the start of a folded word (Latin, Cyrillic, Greek, Arabic scripts) or anywhere in the text
(Chinese, Japanese, Korean, Thai, which write no spaces). The lists are closed: day1 never guesses a title
from free prose.
"""

from __future__ import annotations

import re

from bootstrap.footprint.names import fold

_LEADING = """
manager head director subdirector vicedirector deputy chief lead principal vp vice president ceo cto cfo coo ciso cio founder owner supervisor
superintendent dean provost chair partner coordinator foreman captain matron editor-in-chief headteacher
leiter leitung stellvertretend teamleit abteilungsleit bereichsleit gruppenleit stationsleit geschaftsfuhr vorstand chefarzt
oberarzt schulleit rektor dekan
responsable chef directeur sous-directeur sous-directrice vice-presidente directrice gerant president cadre encadrant
jefe jefa director directora gerent encargad coordinador coordinadora presidente decano
chefe diretor diretora subdiretor vice-diretor gerente coordenador coordenadora encarregad
capo direttore direttrice responsabile dirigente coordinatore coordinatrice primario
hoofd leidinggevende directeur afdelingshoofd teamleider bestuurder
chef avdelningschef leder sjef avdelingsleder afdelingsleder esimies paallikko johtaja vezeto igazgato
kierownik dyrektor naczelnik prezes vedouci reditel veduci riaditel sef director manager
mudur yonetici baskan lider direktor voditelj vodja ravnatelj
руководител начальник директор менеджер заведующ главн глава керівник директор завідувач
διευθυντ προισταμεν υπευθυν
مدير رئيس قائد مشرف
truong giam quan pho
kepala manajer direktur ketua
"""

_DOING = """
engineer developer programmer architect designer analyst scientist researcher administrator consultant specialist
technician operator nurse midwife doctor physician surgeon therapist pharmacist paramedic teacher lecturer professor
tutor lawyer attorney solicitor barrister counsel paralegal notary judge accountant auditor bookkeeper controller
planner buyer purchaser officer clerk secretary assistant associate representative agent advisor adviser broker
journalist reporter editor writer author translator interpreter photographer producer curator librarian archivist
chemist biologist physicist geologist hydrologist mathematician statistician economist surveyor inspector assessor
electrician mechanic plumber carpenter welder driver pilot chef cook baker waiter postdoc fellow intern trainee
apprentice student steward recruiter owner scrum product sre devops qa tester support success account marketer
strategist ingenieur entwickler techniker sachbearbeiter referent berater architekt gestalter pfleger krankenschwester
arzt arztin lehrer rechtsanwalt anwalt notar buchhalt kaufmann kauffrau einkauf disponent doktorand wissenschaftl mitarbeiter
assistenz sekretar redakteur ubersetzer auszubildend praktikant werkstudent meister zeichner planer
ingenieur developpeu architecte concepteu analyste technicien infirmi medecin enseignant professeur avocat comptable
acheteu charge conseiller assistant doctorant etudiant redacteu traducteu chercheu juriste stagiaire
ingenier desarrollador arquitect disenador analista tecnic enfermer medic profesor maestr abogad contable contador
comprador asesor consultor estudiante doctorand asistente redactor traductor investigador becari administrativ auxiliar
engenheir desenvolvedor programador arquitet projetista enfermeir professor advogad contador comprador assessor
estudante doutorand assistente redator tradutor pesquisador investigador estagiari tecnico medico
ingegner sviluppator architett progettist analista tecnico infermier insegnante avvocat commercialista consulente
dottorand studente assistente redattore traduttore ricercator tirocinante medico impiegat
ingenieur ontwikkelaar ontwerper verpleegkundig leraar docent advocaat jurist adviseur medewerker beheerder inkoper
boekhouder onderzoeker promovend
ingenjor utvecklare sjukskoterska larare advokat radgivare handlaggare konsulent forskare ingenior udvikler
sygeplejerske laerer utvikler sykepleier larer radgiver insinoori kehittaja suunnittelija hoitaja opettaja
asiantuntija tutkija mernok fejleszto apolo tanar ugyved konyvelo munkatars szakerto
inzynier programista projektant specjalista pielegniark lekarz nauczyciel prawnik radca ksiegow doradca asystent
inzenyr vyvojar lekar sestra ucitel pravnik ucetni projektant specialista inginer asistent profesor avocat contabil
consilier sekreter sorumlu ogrenci muhendis gelistirici mimar uzman hemsire doktor ogretmen avukat muhasebe danisman asistan
inzenjer programer arhitekt medicinska odvjetnik racunovod savjetnik
инженер разработчик программист архитектор дизайнер аналитик врач медсестр учител преподавател юрист адвокат
бухгалтер специалист консультант ассистент секретар редактор переводчик научн экономист технолог
інженер розробник програміст лікар вчител викладач спеціаліст фахівець редактор перекладач
μηχανικ προγραμματιστ αρχιτεκτ νοσηλευτ ιατρ γιατρ καθηγητ δικηγορ λογιστ συμβουλ αναλυτ ερευνητ
مهندس مطور مصمم محلل طبيب ممرض معلم أستاذ محام محاسب مستشار مساعد باحث منسق أخصائي
ky nhan chuyen bac giang luat insinyur perawat dokter guru pengacara akuntan staf
"""

_LEADING_ANYWHERE = (
    "取締役 主任 代表 リーダー マネージャー マネジャー ディレクター "
    "经理 總監 总监 主管 主席 总裁 总经理 院长 校长 部长 科长 組長 组长 經理 팀장 부장 과장 실장 본부장 대표 이사 원장 교장 파트장 "
    "प्रबंधक निदेशक प्रमुख अधीक्षक प्रभारी अध्यक्ष संचालक ผู้จัดการ หัวหน้า ผู้อำนวยการ מנהל ראש"
).split()
_DOING_ANYWHERE = (
    "アソシエイト アーキテクト コンサルタント プランナー プロデューサー アシスタント コーディネーター スタッフ エンジニア デザイナー 技師 設計士 設計者 医師 看護師 教師 教諭 教授 講師 弁護士 会計士 税理士 担当 研究員 研究者 編集 記者 職員 主査 専門 "
    "工程师 工程師 设计师 設計師 医生 醫生 护士 護士 老师 教师 律师 律師 会计 會計 专员 專員 顾问 研究员 助理 编辑 "
    "엔지니어 디자이너 개발자 의사 간호사 교사 교수 변호사 회계사 대리 사원 연구원 주임 매니저 "
    "अभियंता इंजीनियर शिक्षक डॉक्टर वकील วิศวกร พยาบาล แพทย์ ครู ทนาย นักวิจัย מהנדס מפתח רופא אחות מורה עורך חוקר יועץ"
).split()


def _pattern(stems: str) -> re.Pattern[str]:
    return re.compile(
        r"(?<![^\W\d_])(?:" + "|".join(sorted({fold(s) for s in stems.split()}, key=len)[::-1]) + ")"
    )


_LEADING_RE = _pattern(_LEADING)
_DOING_RE = _pattern(_DOING)
# A leading word that names no line manager: a product or account manager leads a thing and not people.
_THINGS = re.compile(
    r"(?:product|account|project|programme?|integration|community|office|case|customer|success|release|data"
    r"|social media|content|event|sous|hr business|head ?hunter|key|facility|facilities|key account|relationship|delivery|property|produkt|projekt"
    r"|proyecto|projeto|projet|progetto|продукт|проект\w*)[\s-]*(?:manager|owner|lead|leiter|leitung|менеджер)"
)
_NO_LEAD = re.compile(r"\b(?:head ?hunter|business partner|sous[ -]chef|chef de (?:partie|rang|cuisine))\w*")
# A leading word at the end of a compound: Osztályvezető, Enhetschef, Referatsleiter, 営業部長, 편집장.
_COMPOUND = re.compile(r"\w(?:leiter(?:in)?|leitung|chef|vezeto|sjef|leder|paallikko|johtaja|hoofd)\b")
_EAST_ASIAN_HEAD = re.compile(r"(?:[部課係室所社店園校院師局班区支]長|[^年成]长|장)(?:$|[\s・/(（])")


def is_role(text: str) -> bool:
    """True when ``text`` holds a word of a job title."""
    folded = fold(text)
    return bool(
        _LEADING_RE.search(folded)
        or _DOING_RE.search(folded)
        or _COMPOUND.search(folded)
        or _EAST_ASIAN_HEAD.search(text)
        or any(word in text for word in (*_LEADING_ANYWHERE, *_DOING_ANYWHERE))
    )


def leads(role: str) -> bool:
    """True when a title says that somebody leads people (``Head of``, ``Teamleiter``, ``部長``)."""
    if any(word in role for word in _LEADING_ANYWHERE) or _EAST_ASIAN_HEAD.search(role):
        return not re.search(r"(?:秘書|担当|助理|비서|(?:客户|客戶|产品|產品|项目|專案)(?:经理|經理))$", role)
    folded = _THINGS.sub(" ", _NO_LEAD.sub(" ", fold(role)))
    return bool(_LEADING_RE.search(folded) or _COMPOUND.search(folded))


def does(role: str) -> bool:
    """True when a title names a trade and no leading word: an engineer, a nurse, a clerk."""
    known = bool(_DOING_RE.search(fold(role))) or any(word in role for word in _DOING_ANYWHERE)
    return known and not leads(role)


def sells(role: str) -> bool:
    """True for titles of sales and account management: across companies that is a vendor's side."""
    return bool(re.search(r"\b(?:account (?:manager|executive)|sales|vertrieb|ventas|vendas|commercial|verkoop"
                          r"|vendite|handlowiec|продаж|satis)", fold(role))) or any(w in role for w in ("営業", "销售", "영업"))  # fmt: skip
