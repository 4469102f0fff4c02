"""Words that name a kind of thing rather than a thing: they never make a project's name.

Folded, several languages. A project is called Harbour, not Weekly; a folder called Archive is no project.
"""

from __future__ import annotations

import re

from bootstrap.footprint.names import bare

_WORDS = """
a ab ad all alla alle am an and as at au auf aus aux avec bei by cada co com con cum da dal das de dei del della dem den der des
di die do dos du e ein eine el em en et eu for from fur gen i il im in is it ja jo kein keine la las le les lo los mit na ne nicht
no non nos o of och og on or os ou oder ohne over para per po por pour re s se sem sin so sobre sous su sul sur te the to u um und
une uns van via vom von vor with y z za zu zum zur we our your my me you this that new old neu neue nuevo nueva nouveau novo nuovo
weekly daily monthly yearly quarterly biweekly fortnightly annual regular week day month year quarter today tomorrow
woche wochentlich taglich monatlich jahrlich quartal tag monat jahr semana semanal mensual mensal diario anual mes ano dia
semaine hebdo hebdomadaire mensuel quotidien annee mois jour settimana settimanale mensile giornaliero mese anno giorno
uge ukentlig vecka veckovis week wekelijks maandelijks tydzien tygodniowe miesieczne hafta haftalik aylik
meeting meet sync standup stand up call catchup catch chat talk session workshop retro retrospective planning review demo
checkin check kickoff kick off jour fixe termin besprechung treffen runde sitzung abstimmung austausch rucksprache team
reunion reuniones reuniao reunioes riunione riunioni vergadering overleg mote moten spotkanie spotkania porada schuzka toplanti
toplantisi point comite seguimiento suivi acompanhamento alinhamento allineamento incontro intervju interview interviews
onboarding training schulung kurs course lunch mittag coffee kaffee cafe drinks party feier birthday geburtstag offsite
urlaub vacation holiday holidays ferien ferie vacances vacaciones ferias blocked block focus fokus fokuszeit buro office home
homeoffice travel reise trip flight hotel appointment ooo pto leave absence abwesend
project projects projekt projekte projet projets proyecto proyectos projeto projetos progetto progetti projekty prosjekt proje
program programme programm topic thema team teams group gruppe groupe grupo gruppo department abteilung general allgemein random
misc other various sonstiges varios divers
document documents doc docs dokument dokumente documento documentos documenti file files datei dateien fichier archivo archivos
arquivo folder ordner dossier carpeta pasta cartella drive shared gemeinsam compartido partage archive archiv archivo old backup
draft entwurf borrador brouillon rascunho bozza final version v1 v2 v3 copy kopie copia template templates vorlage vorlagen plantilla
modele modelo notes note notizen notas minutes protokoll protokolle acta actas ata verbale notulen agenda report reports bericht
berichte informe informes rapport relatorio relazione summary overview ubersicht resumen plan plans plane roadmap budget kosten costs
cost list liste lista table tabelle tabla spreadsheet presentation slides folien prasentation form formular calendar kalender
catalogue catalog katalog guide anleitung manual handbuch handbook policy policies checklist checkliste contract vertrag invoice
rechnung factura facture fattura offer angebot order bestellung quote data daten datos donnees dados dati information info infos
update updates status news newsletter announcement announcements question frage pregunta request anfrage feedback
hello hallo hi hey dear re aw fw fwd wg tr rv enc sv vs antw res odp answer antwort danke thanks thank merci gracias obrigado grazie
app apps api web website site frontend backend server client service services infra infrastructure platform core main test tests
testing prod production staging dev development ops data database db code repo repository tool tools tooling lib library sdk cli
config configuration deploy deployment release releases build ci cd scripts src examples sample demo docker helm terraform ansible
rules rule dashboard dashboards monitoring alert alerts alerting log logs bug bugs issue issues ticket tickets incident incidents
runbook runbooks wiki oncall call pager handover rota rotation schedule schicht shift support help helpdesk feature features fix
fixes change changes design designs research analysis strategy marketing sales finance hr legal it engineering product operations
customer customers client clients kunde kunden cliente clientes vendor vendors partner partners company firma work arbeit trabajo
trabalho travail lavoro private privat personal privado perso school schule people person staff manager lead
monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag freitag samstag sonntag
mentoring migration standup onsite core group dokumenty protokoly zapisy zapiski sprawozdania spravy reporty pliki faktury prezentacje umowy zaznamy soubory prilohy lunes martes miercoles jueves viernes sabado domingo lundi mardi mercredi jeudi vendredi samedi dimanche segunda terca quarta quinta
sexta january february march april may june july august september october november december januar februar marz mai juni juli oktober
dezember enero febrero marzo mayo junio julio agosto septiembre octubre noviembre diciembre janvier fevrier mars avril juin juillet
aout septembre octobre novembre decembre jan feb mar apr jun jul aug sep sept oct nov dec q1 q2 q3 q4 h1 h2 kw cw
london paris berlin madrid email mail mails message messages invitation invite invited reminder erinnerung recordatorio
mailing subject urgent wichtig important please bitte confirm confirmation bestatigung fyi tbd eod asap vs etc
еженедельно еженедельная встреча совещание созвон проект проекты документ документы отчет отчеты план планы заметки команда общее
архив работа обсуждение статус вопрос протокол неделя день месяц задача задачи нарада зустріч проєкт звіт команда робота загальне
बैठक साप्ताहिक मासिक दैनिक परियोजना विभाग समीक्षा योजना रिपोर्ट फ़ाइल टीम सामान्य चर्चा दस्तावेज़ नोट्स
hop tuan thang du an bao cao tai lieu nhom ke hoach chung rapat mingguan bulanan proyek tim laporan dokumen rencana umum
kokous palaveri viikko viikkopalaveri projekti tiimi raportti ertekezlet megbeszeles heti havi csapat jelentes sedinta intalnire saptamanal
proiect echipa raport tydenni mesicni tyden schuze zprava dokumentu umowy zebranie narada cotygodniowe zespol mkutano wiki mradi timu
ugemote teammote afdelingsmode veckomote projektmote avdelningsmote enhetsmote kickoffmote
פגישה ישיבה שבועי חודשי פרויקט צוות כללי מסמכים דוח ประชุม โครงการ รายงาน ทีม
اجتماع اجتماعات مشروع الأسبوعي الشهري اليومي تقرير ملف ملفات فريق خطة أسبوعي شهري ملاحظات عام
συναντηση συσκεψη εργο εγγραφα αναφορα ομαδα σχεδιο
"""
GENERIC = frozenset(bare(word) for word in _WORDS.split())

# Generic endings of names written without spaces.
CJK_GENERIC = re.compile(
    r"(?:プロジェクト|定例会議|定例|会議|打ち?合わ?せ|ミーティング|資料|議事録|進捗|報告書?|共有|フォルダ|週次|月次|日次|全体|雑談|連絡|一般"
    r"|项目|項目|会议|會議|例会|周会|週會|资料|資料|报告|報告|文档|文件|计划|計劃|纪要|進度|进度|讨论"
    r"|프로젝트|회의|주간|월간|정기|자료|보고서?|문서|공유|계획|회의록|진행)+"
)
_CJK_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af々ー]{2,}")
_NUMBERISH = re.compile(r"^(?:\d+|[a-z]?\d{1,4}|v\d+|\d+(?:st|nd|rd|th))$")


def naming_words(text: str, words: list[str]) -> list[str]:
    """The words of a title that could be a name: generic ones, numbers and single letters left out.

    ``words`` are the folded tokens of ``text``; runs of Chinese, Japanese and Korean letters are cut at
    generic endings instead.
    """
    found = [
        w
        for w in words
        if w not in GENERIC and not _NUMBERISH.match(w) and len(w) > 2 and not _CJK_RUN.search(w)
    ]
    for run in _CJK_RUN.findall(text):
        found += [part for part in CJK_GENERIC.split(run) if part and len(part) >= 2]
    return found
