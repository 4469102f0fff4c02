"""Column names of contact tables, in the languages that Outlook and Google write them in.

Outlook translates its headers with its menus; Google's stay English, in an old and a new form (since 2024).
Names are compared without case, accents stay, punctuation and blanks fall away (``normal``).
"""

from __future__ import annotations

import re
import unicodedata

_COLUMNS: dict[str, str] = {
    "full": """Name | Full Name | Display Name | File As | Anzeigename | Vollständiger Name | Nom complet | Nom affiché |
        Nombre completo | Nombre para mostrar | Nome completo | Nome visualizzato | Volledige naam | Weergavenaam |
        氏名 | 表示名 | 姓名 | 显示名称 | 顯示名稱 | Imię i nazwisko | Nazwa wyświetlana | Teljes név | Celé jméno | ФИО""",
    "given": """First Name | Given Name | First | Vorname | Prénom | Nombre | Primeiro nome | Nome próprio | Nome | Voornaam |
        名 | 名字 | 名前 | 이름 | Imię | Utónév | Keresztnév | Förnamn | Fornavn | Etunimi | Jméno | Křestní jméno | Ime |
        Имя | Собствено име | Ім'я | Ad | Prenume | Vardas | الاسم الأول""",
    "middle": """Middle Name | Additional Name | Middle | Weitere Vornamen | Zweiter Vorname | Deuxième prénom | Segundo nombre |
        Nome do meio | Segundo nome | Outros nomes/apelidos | Secondo nome | Middelste naam | Tweede voornaam | ミドル ネーム |
        中间名 | 中間名 | 중간 이름 | Drugie imię | Középső | Középső név | Mellemnavn | Mellomnavn | Mellannamn | Toinen nimi |
        Srednje ime | Отчество | Бащино име | Al doilea nume | الاسم الأوسط""",
    "family": """Last Name | Family Name | Surname | Last | Nachname | Familienname | Nom | Nom de famille | Apellidos | Apellido |
        Sobrenome | Apelido | Último nome | Cognome | Achternaam | 姓 | 姓氏 | 성 | Nazwisko | Vezetéknév | Családnév | Efternamn |
        Efternavn | Etternavn | Sukunimi | Příjmení | Priezvisko | Prezime | Фамилия | Фамилно име | Прізвище | Soyadı |
        Nume de familie | Pavardė | اسم العائلة""",
    "nickname": """Nickname | Spitzname | Rufname | Surnom | Sobrenombre | Apodo | Alcunha | Soprannome | Bijnaam | Roepnaam |
        ニックネーム | 昵称 | 暱稱 | 별명 | Pseudonim | Becenév""",
    "phonetic given": """Given Yomi | Given Name Yomi | Phonetic First Name | Yomi Given Name | Vorname Yomi | 名前フリガナ |
        名のフリガナ | フリガナ (名) | 名字拼音""",
    "phonetic family": """Surname Yomi | Family Name Yomi | Phonetic Last Name | Yomi Family Name | Nachname Yomi | 姓フリガナ |
        姓のフリガナ | フリガナ (姓) | 姓氏拼音""",
    "organization": """Company | Organization | Organization Name | Organization 1 - Name | Firma | Unternehmen | Organisation |
        Société | Entreprise | Empresa | Compañía | Organización | Organização | Società | Azienda | Bedrijf | Organisatie |
        会社名 | 会社 | 勤務先 | 单位 | 公司 | 회사 | Cég | Vállalat | Företag | Yritys | Společnost | Tvrtka | Організація |
        Организация | Компания | Фирма | Şirket | Firmă | Įmonė | الشركة""",
    "department": """Department | Organization Department | Organization 1 - Department | Abteilung | Service | Département |
        Departamento | Reparto | Dipartimento | Afdeling | 部署 | 部门 | 部門 | 부서 | Dział | Osztály | Részleg | Avdelning |
        Avdeling | Osasto | Oddělení | Odjel | Отдел | Відділ | Bölüm | Serviciu | Skyrius | القسم""",
    "role": """Job Title | Organization Title | Organization 1 - Title | Position | Funktion | Berufsbezeichnung | Titre |
        Titre du poste | Fonction | Poste | Puesto | Cargo | Posizione | Qualifica | Mansione | Functie | Functietitel | 役職 |
        职务 | 职位 | 職稱 | 직함 | Stanowisko | Beosztás | Munkakör | Befattning | Stilling | Tehtävänimike | Funkce | Pozice |
        Radno mjesto | Должность | Длъжност | Посада | İş Unvanı | Ocupaţie | Funcţie | Pareigos | اللقب المهني""",
    "note": """Notes | Note | Notizen | Remarques | Commentaires | Notas | Anotações | Observações | Notities | メモ | 备注 | 附注 |
        記事 | 附註 | 메모 | Notatki | Uwagi | Feljegyzések | Jegyzetek | Megjegyzések | Anteckningar | Notater | Noter |
        Muistilaput | Poznámky | Bilješke | Заметки | Бележки | Нотатки | Notlar | Pastabos | ملاحظات""",
    "groups": """Categories | Category | Labels | Group Membership | Kategorien | Catégories | Categorías | Categorias | Categorie |
        Categorieën | 分類項目 | 分類 | 类别 | 類別 | 범주 항목 | Kategorie | Kategóriák | Kategorier | Luokat | Kategorije |
        Категории | Категорії | Kategoriler | Categorii | Kategorijos | الفئات""",
    "locality": """Business City | Work City | Address 1 - City | Ort geschäftlich | Ville (bureau) | Ciudad del trabajo |
        Ciudad de trabajo | Cidade do endereço comercial | Cidade comercial | Localidade da empresa | Città (uff.) |
        Werkadres, plaats | 市町村 (会社) | 市区町村 (会社) | 商务地址 市/县 | 商務 - 市/鎮 | 근무지 구/군/시 | Adres służbowy - miejscowość |
        Város (hivatal) | By (firma) | Град (сл. адрес) | Город (раб. адрес) | مدينة العمل""",
    "manager": """Manager's Name | Manager | Manager Name | Name des/der Vorgesetzten | Name des/r Vorgesetzten | Vorgesetzter |
        Responsable | Nom du responsable | Nombre del administrador | Nombre del jefe | Nome do gerente | Nome do gerenciador |
        Nome do gestor | Nome manager | Nome responsabile | Naam manager | マネージャー | 上司の名前 | 上司の氏名 | 经理姓名 | 主管名稱 |
        관리자 이름 | Menedżer | Felettes neve | Vezető neve | Nume manager | Име на ръководителя | Руководитель | اسم المدير""",
    "assistant": """Assistant's Name | Assistant | Name Assistent | Name des Assistenten | Assistent(in) | Nom de l'assistant(e) |
        Nombre del asistente | Nombre del ayudante | Nome do assistente | Nome assistente | Naam assistent | 秘書の氏名 |
        助理的姓名 | 助理姓名 | 助理 | 비서 이름 | Imię i nazwisko asystenta | Asszisztens neve | Nume asistent |
        Име на помощника | Имя помощника | اسم المساعد""",
}  # fmt: skip
# A column of mail addresses, in words of all the languages above.
_MAIL = re.compile(
    r"e-?mail|mail ?adress|courriel|messagerie|correo electr[óo]nico|correio (?:electr[óo]nico|eletr[ôo]nico)|posta elettronica|"
    r"電子メール|メール|电子邮件|電子郵件|poczty|s[äa]hk[öo]posti|эл.*почт|имейл|e-?po[sš]t|pašto|이메일|전자 ?메일|البريد",
    re.IGNORECASE,
)


def normal(header: str) -> str:
    """A column name without case, punctuation and blanks."""
    text = unicodedata.normalize("NFKC", header).casefold()
    return re.sub(r"[\W_]+", "", text)


_FIELDS = {normal(name): field for field, names in _COLUMNS.items() for name in names.split("|")}


def field_of(header: str) -> str:
    """Which field a column holds (``given``, ``organization`` ... or ``mail``), empty when unknown."""
    return _FIELDS.get(normal(header), "") or ("mail" if _MAIL.search(header) else "")
