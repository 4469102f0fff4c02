"""Address books as tables, in the languages and code pages Outlook writes them in."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from connectors.exports.contacts import tables
from connectors.exports.entry import Context, Entry
from connectors.recognition import recognise
from connectors.records import Contact, Failure, Item, Skip

OUTLOOK = {
    "en": ("cp1252", ",", "Title,First Name,Middle Name,Last Name,Suffix,Company,Department,Job Title,Business City,E-mail Address,E-mail Type,Manager's Name,Notes,Categories"),
    "de": ("cp1252", ";", "Anrede;Vorname;Weitere Vornamen;Nachname;Suffix;Firma;Abteilung;Position;Ort geschäftlich;E-Mail-Adresse;E-Mail-Typ;Name des/der Vorgesetzten;Notizen;Kategorien"),
    "fr": ("cp1252", ";", "Titre;Prénom;Deuxième prénom;Nom;Suffixe;Société;Service;Titre;Ville (bureau);Adresse de messagerie;Type de messagerie;Responsable;Notes;Catégories"),
    "es": ("cp1252", ",", "Tratamiento,Nombre,Segundo nombre,Apellidos,Sufijo,Compañía,Departamento,Puesto,Ciudad del trabajo,Dirección de correo electrónico,E-mail Type,Nombre del jefe,Notas,Categorías"),
    "pt": ("cp1252", ",", "Título,Primeiro nome,Outros nomes/apelidos,Apelido,Sufixo,Empresa,Departamento,Cargo,Localidade da empresa,Endereço de correio electrónico,Tipo,Nome do gestor,Notas,Categorias"),
    "it": ("cp1252", ",", "Titolo,Nome,Secondo nome,Cognome,Titolo straniero,Società,Reparto,Posizione,Città (uff.),Indirizzo posta elettronica,Tipo posta elettronica,Nome manager,Notes,Categorie"),
    "nl": ("cp1252", ";", "Titel;Voornaam;Middelste naam;Achternaam;Achtervoegsel;Bedrijf;Afdeling;Functie;Werkadres, plaats;E-mailadres;E-mailtype;Naam manager;Notities;Categorieën"),
    "pl": ("cp1250", ",", "Tytuł,Imię,Drugie imię,Nazwisko,Sufiks,Firma,Dział,Stanowisko,Adres służbowy - miejscowość,Adres e-mail,Typ e-mail,Menedżer,Notatki,Kategorie"),
    "hu": ("cp1250", ";", "Cím;Utónév;Középső;Vezetéknév;Utótag;Cég;Osztály;Beosztás;Város (hivatal);E-mail cím;E-mail típusa;Felettes neve;Feljegyzések;Kategóriák"),
    "ja": ("cp932", ",", "肩書き,名,ミドル ネーム,姓,敬称,会社名,部署,役職,市町村 (会社),電子メール アドレス,電子メールの種類,マネージャー,メモ,分類"),
    "zh": ("gb18030", ",", "英文称谓,名,中间名,姓,中文称谓,单位,部门,职务,商务地址 市/县,电子邮件地址,电子邮件类型,经理姓名,附注,类别"),
    "ru": ("cp1251", ",", "Обращение,Имя,Отчество,Фамилия,Суффикс,Организация,Отдел,Должность,Город (раб. адрес),Адрес эл. почты,Тип эл. почты,Руководитель,Заметки,Категории"),
}  # fmt: skip


def read(text: str | bytes, **context: object) -> list[Item]:
    data = text if isinstance(text, bytes) else text.encode()
    entry = Entry("contacts.csv", len(data), lambda: io.BytesIO(data))
    return list(tables.read(entry, Context("contacts", **context)))  # type: ignore[arg-type]


@pytest.mark.parametrize("language", OUTLOOK)
def test_outlook_in_the_code_page_of_the_country(language: str) -> None:
    page, delimiter, header = OUTLOOK[language]
    row = delimiter.join(
        [
            "",
            "Ada",
            "",
            "Lind",
            "",
            "North",
            "Platform",
            "Engineer",
            "Oslo",
            "Ada.Lind@north.example",
            "SMTP",
            "Priya Nair",
            "met",
            "Work",
        ]
    )
    assert tables.recognise(header)
    (contact,) = read(f"{header}\r\n{row}\r\n".encode(page))
    assert isinstance(contact, Contact)
    assert contact.uri == "contact:ada.lind@north.example"
    assert contact.title == "Ada Lind"
    assert (contact.organization, contact.department, contact.role) == ("North", "Platform", "Engineer")
    assert (contact.locality, contact.text, contact.groups) == ("Oslo", "met", ("Work",))
    assert contact.relations == (("manager", "Priya Nair"),)


def test_family_names_come_first_where_they_do() -> None:
    header = OUTLOOK["ja"][2]
    (contact,) = read(
        f"{header},姓フリガナ,名前フリガナ\n,太郎,,山田,,,,,,taro@east.example,,,,,ヤマダ,タロウ\n".encode(
            "cp932"
        )
    )
    assert isinstance(contact, Contact)
    assert contact.title == "山田 太郎" and contact.names == ("ヤマダ タロウ",)


def test_google_old_and_new() -> None:
    new = (
        "First Name,Middle Name,Last Name,Nickname,Organization Name,Organization Title,Organization Department,Birthday,Notes,Labels,"
        "E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value,Relation 1 - Label,Relation 1 - Value,Relation 2 - Label,Relation 2 - Value\n"
        'Ada,,Lind,Addie,North,Engineer,Platform,1990-01-01,"two\nlines",* myContacts ::: Board,Work,ada@north.example ::: lind@home.example,'
        "+47 1,Manager,Priya Nair,Spouse,Eva\n"
    )
    old = "Name,Given Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Organization 1 - Name,Organization 1 - Title\nAda Lind,Ada,Lind,* Work,ada@north.example,North,Engineer\n"
    for text in (new, old):
        assert tables.recognise(text.partition("\n")[0])
        (contact,) = read(text, me=("ada@north.example",))
        assert isinstance(contact, Contact) and contact.own
        assert (contact.title, contact.organization, contact.role) == ("Ada Lind", "North", "Engineer")
        assert "1990" not in repr(contact) and "+47" not in repr(contact) and "Eva" not in repr(contact)
    (contact,) = read(new)
    assert isinstance(contact, Contact)
    assert contact.addresses == ("ada@north.example", "lind@home.example")
    assert (contact.relations, contact.groups) == ((("manager", "Priya Nair"),), ("myContacts", "Board"))
    assert contact.text == "two\nlines" and contact.names == ("Addie",)


@pytest.mark.parametrize(
    "header",
    [
        "service,owner,objective,alerting,notes", "week,primary,secondary,note", "id,name,price,currency,stock",
        "Date,Description,Amount,Balance", "timestamp,user,email,event,ip,path,status,bytes", "", ",,,,", "Name", "email",
    ],
)  # fmt: skip
def test_other_tables_are_no_address_books(header: str) -> None:
    assert not tables.recognise(header)


def test_a_plain_list_of_names_and_addresses_is_one() -> None:
    assert tables.recognise("Name,Email") and tables.recognise("\ufeffName;E-Mail;Firma")


def test_rows_without_anybody_and_rows_that_are_short() -> None:
    items = read("First Name,Last Name,E-mail Address,Company\n,,,\n,,not an address,\nBo\n,,,North AS\n")
    assert [item.title for item in items if isinstance(item, Contact)] == ["Bo", "North AS"]
    assert [item.uri for item in items if isinstance(item, Skip)] == ["file:contacts.csv#3"]


def test_what_is_no_table_is_no_exception() -> None:
    assert all(
        isinstance(item, (Contact, Failure, Skip))
        for item in read(b"\x00\xff\xfe\x80" * 50 + b"\n\x00,\x00\n")
    )
    assert read(b"") == []


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_a_spreadsheet_writes(end: str) -> None:
    text = (
        "First Name,Last Name,Company,E-mail Address\nBo,Li,Acme,bo@x.example\nAda,Lind,Acme,ada@x.example\n"
    )
    text = text.replace("\n", end)
    assert tables.recognise(text)
    assert [item.uri for item in read(text) if isinstance(item, Contact)] == [
        "contact:bo@x.example",
        "contact:ada@x.example",
    ]


@pytest.mark.parametrize("line", ['a"b,c\rd', '"', "\0,\0", "\r", "", '"a\nb",c'])
def test_a_table_of_another_kind_is_no_address_book(line: str) -> None:
    assert not tables.recognise(line)


def test_a_turkish_table_without_a_mark_is_recognised(tmp_path: Path) -> None:
    path = tmp_path / "kisiler.csv"
    path.write_bytes(
        '"Ad","Soyadı","Şirket","İş Unvanı","E-posta Adresi"\r\n"Ece","Şen","Koy","Sekreter","ece@koy.example"\r\n'.encode(
            "cp1254"
        )
    )
    assert [source.kind for source in recognise(tmp_path)] == ["contacts"]
