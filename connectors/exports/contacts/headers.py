"""Column names of contact tables, in the languages that Outlook and Google write them in.

Outlook translates its headers with its menus; Google's stay English, in an old and a new form (since 2024).
Names are compared without case, accents stay, punctuation and blanks fall away (``normal``).
"""

from __future__ import annotations

import re
import unicodedata

_COLUMNS: dict[str, str] = {
    "full": "Name | Full Name | Display Name | File As | Anzeigename | Vollständiger Name | Nom complet | Nom affiché | "
    "Nombre completo | Nombre para mostrar | Nome completo | Nome visualizzato | Volledige naam | Weergavenaam | 氏名 | 表示名 | "
    "姓名 | 显示名称 | 顯示名稱 | Imię i nazwisko | Nazwa wyświetlana | Teljes név | Megjelenítendő név | Celé jméno | ФИО | Полное имя",
    "given": "First Name | Given Name | Vorname | Prénom | Nombre | Primeiro nome | Nome próprio | Nome | Voornaam | 名 | "
    "名字 | 名前 | Imię | Utónév | Keresztnév | Förnamn | Fornavn | Etunimi | Jméno | Křestní jméno | Имя | Ad | Prenume",
    "middle": "Middle Name | Additional Name | Weitere Vornamen | Zweiter Vorname | Deuxième prénom | Segundo nombre | Nome do meio | "
    "Segundo nome | Secondo nome | Middelste naam | Tweede voornaam | ミドル ネーム | 中间名 | 中間名 | Drugie imię | Középső név",
    "family": "Last Name | Family Name | Surname | Nachname | Familienname | Nom | Nom de famille | Apellidos | Apellido | Sobrenome | "
    "Apelido | Último nome | Cognome | Achternaam | 姓 | 姓氏 | Nazwisko | Vezetéknév | Családnév | Efternamn | Efternavn | Etternavn | "
    "Sukunimi | Příjmení | Фамилия | Soyadı | Nume de familie",
    "nickname": "Nickname | Spitzname | Rufname | Surnom | Sobrenombre | Apodo | Alcunha | Soprannome | Bijnaam | Roepnaam | ニックネーム | "
    "昵称 | 暱稱 | Pseudonim | Becenév",
    "phonetic given": "Given Yomi | Given Name Yomi | Phonetic First Name | 名のフリガナ | フリガナ (名) | 名 (フリガナ)",
    "phonetic family": "Surname Yomi | Family Name Yomi | Phonetic Last Name | 姓のフリガナ | フリガナ (姓) | 姓 (フリガナ)",
    "organization": "Company | Organization | Organization Name | Organization 1 - Name | Firma | Unternehmen | Organisation | Société | "
    "Entreprise | Empresa | Compañía | Organización | Companhia | Organização | Società | Azienda | Bedrijf | Organisatie | 会社名 | 会社 | 勤務先 | "
    "单位 | 公司 | Cég | Vállalat | Szervezet | Företag | Virksomhed | Yritys | Společnost | Организация | Компания | Şirket | Companie",
    "department": "Department | Organization Department | Organization 1 - Department | Abteilung | Service | Département | Departamento | "
    "Reparto | Ufficio | Dipartimento | Afdeling | 部署 | 部门 | 部門 | Dział | Oddział | Osztály | Részleg | Avdelning | Oddělení | Отдел",
    "role": "Job Title | Organization Title | Organization 1 - Title | Position | Funktion | Berufsbezeichnung | Titre du poste | Fonction | "
    "Poste | Puesto | Cargo | Posizione | Qualifica | Mansione | Functie | Functietitel | 役職 | 职务 | 职位 | 職稱 | Stanowisko | Beosztás | Munkakör | "
    "Befattning | Stilling | Pozice | Funkce | Должность",
    "note": "Notes | Note | Notizen | Remarques | Commentaires | Notas | Anotações | Observações | Notities | メモ | 备注 | 附注 | 記事 | 附註 | "
    "Notatki | Uwagi | Jegyzetek | Megjegyzések | Megjegyzés | Anteckningar | Noter | Poznámky | Заметки",
    "groups": "Categories | Labels | Group Membership | Kategorien | Labels | Catégories | Categorías | Categorias | Categorie | Categorieën | "
    "分類項目 | 分類 | 类别 | 類別 | Kategorie | Kategóriák | Kategorier | Категории",
    "locality": "Business City | Work City | Address 1 - City | Ort geschäftlich | Ort (geschäftlich) | Ville (bureau) | Ville bureau | Ciudad del trabajo | "
    "Ciudad de trabajo | Cidade do endereço comercial | Cidade comercial | Cidade da empresa | Città (uff.) | Città ufficio | Werkadres, plaats | Plaats (werk) | "
    "市区町村 (会社) | 会社 市区町村 | 勤務先住所 (市区町村) | 商务地址 市/县 | 商务地址 市县 | 商務 - 市/鎮 | Adres służbowy — miejscowość | Adres służbowy - miasto | "
    "Miejscowość (służbowe) | Hivatali cím: város | Hivatali cím - város | Város (hivatali)",
    "manager": "Manager's Name | Manager | Manager Name | Name des/der Vorgesetzten | Vorgesetzter | Name des Vorgesetzten | Responsable | Nom du responsable | "
    "Nombre del administrador | Nombre del jefe | Administrador | Nome do gerente | Gerente | Nome do gestor | Nome manager | Nome responsabile | "
    "Naam manager | Naam van manager | 上司の名前 | 上司の氏名 | 上司 | 经理姓名 | 经理的姓名 | 經理姓名 | 主管名稱 | Menedżer | Imię i nazwisko menedżera | "
    "Nazwisko menedżera | Felettes neve | Vezető neve | Menedžer",
    "assistant": "Assistant's Name | Assistant | Name Assistent | Name des Assistenten | Name des/der Assistenten/in | Nom de l'assistant(e) | Nom de l'assistant | "
    "Nombre del asistente | Nombre del ayudante | Asistente | Nome do assistente | Assistente | Nome assistente | Naam assistent | Naam van assistent | "
    "秘書の氏名 | アシスタントの名前 | 助理姓名 | 助理的姓名 | Asystent | Imię i nazwisko asystenta | Nazwisko asystenta | Asszisztens neve | Titkár(nő) neve",
}  # fmt: skip
# A column of mail addresses, in words of all the languages above.
_MAIL = re.compile(
    r"e-?mail|mail ?adress|courriel|messagerie|correo electr[óo]nico|correio (?:electr[óo]nico|eletr[ôo]nico)|posta elettronica|"
    r"電子メール|メール|电子邮件|電子郵件|邮箱|poczt[ay]|s[äa]hk[öo]posti|эл.*почт|e-?posta|이메일|전자 ?메일",
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
