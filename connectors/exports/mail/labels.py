"""What labels and folder names say, in the languages mail programs write them.

Gmail translates its system labels in exports (X-Gmail-Labels); folders are named by the program
that made them. Only whole names count: a folder "Sent invoices" of one's own says nothing.
"""

from __future__ import annotations

import csv
import functools
import re
import unicodedata


def _names(text: str) -> frozenset[str]:
    return frozenset(" ".join(name.replace("-", " ").split()) for name in text.split("|"))


SENT = _names(
    """sent|sent mail|sent items|sent messages|gesendet|gesendete objekte|gesendete elemente|gesendete nachrichten|
    envoyés|envoyé|messages envoyés|éléments envoyés|courrier envoyé|enviados|enviado|correo enviado|elementos enviados|
    mensajes enviados|e-mails enviados|itens enviados|mensagens enviadas|enviadas|posta inviata|inviati|inviata|
    messaggi inviati|verzonden|verzonden items|verzonden berichten|verzonden e-mail|skickat|skickade|skickade objekt|
    sendt|sendte elementer|sendt e-mail|sendte meldinger|lähetetyt|wysłane|elementy wysłane|odeslaná pošta|odeslané|
    odeslaná|odoslané|elküldött|elküldött elemek|elküldött levelek|trimise|mesaje trimise|gönderilmiş postalar|
    gönderilmiş öğeler|gönderilenler|gönderildi|отправленные|исходящие|надіслані|відправлені|изпратени|послато|poslano|
    poslane poruke|απεσταλμένα|נשלח|דואר יוצא|פריטים שנשלחו|المرسل|البريد المرسل|العناصر المرسلة|送信済み|送信済みメール|
    送信済みアイテム|已发送|已发送邮件|已傳送|寄件備份|寄件匣|보낸편지함|보낸 편지함|đã gửi|thư đã gửi|terkirim|ส่งแล้ว|
    จดหมายที่ส่งแล้ว|भेजे गए|भेजा गया"""
)
DRAFTS = _names(
    """draft|drafts|entwurf|entwürfe|brouillon|brouillons|borrador|borradores|rascunho|rascunhos|bozza|bozze|concept|
    concepten|utkast|kladde|kladder|luonnokset|szkic|szkice|wersje robocze|koncept|koncepty|piszkozat|piszkozatok|
    vázlatok|mesaje nefinalizate|schițe|taslaklar|taslak|черновик|черновики|чернетки|чернови|nacrti|osnutki|πρόχειρα|טיוטות|
    المسودات|مسودات|下書き|草稿|草稿箱|임시보관함|임시 보관함|thư nháp|draf|ร่างจดหมาย|ड्राफ़्ट"""
)
SPAM = _names(
    """spam|junk|junk e-mail|junk email|junk mail|bulk mail|spamverdacht|junk-e-mail|werbung und spam|pourriel|indésirables|
    courrier indésirable|correo no deseado|no deseado|lixo eletrônico|lixo eletrónico|posta indesiderata|indesiderata|
    ongewenste e-mail|ongewenst|skräppost|søppelpost|uønsket e-mail|roskaposti|wiadomości-śmieci|nevyžádaná pošta|
    levélszemét|mesaje nedorite|istenmeyen|gereksiz|спам|нежелательная почта|небажана пошта|ανεπιθύμητη|דואר זבל|ספאם|
    بريد غير مرغوب فيه|غير مرغوب فيه|البريد العشوائي|迷惑メール|垃圾邮件|垃圾郵件|스팸함|스팸|정크 메일|thư rác"""
)
TRASH = _names(
    """trash|bin|deleted|deleted items|deleted messages|papierkorb|gelöscht|gelöschte objekte|gelöschte elemente|corbeille|
    éléments supprimés|messages supprimés|papelera|elementos eliminados|eliminados|lixeira|lixo|itens excluídos|
    itens eliminados|cestino|posta eliminata|prullenbak|verwijderde items|papperskorgen|papperskorg|borttaget|
    borttagna objekt|papirkurv|papirkurven|slettet post|slettede elementer|roskakori|poistetut|kosz|elementy usunięte|koš|
    odstraněná pošta|kôš|kuka|lomtár|törölt elemek|coș de gunoi|elemente șterse|çöp kutusu|çöp|silinmiş öğeler|корзина|
    удаленные|удалённые|кошик|видалені|кошче|κάδος|κάδος απορριμμάτων|אשפה|פריטים שנמחקו|المهملات|سلة المهملات|
    العناصر المحذوفة|ゴミ箱|削除済みアイテム|已删除|已删除邮件|垃圾箱|垃圾桶|刪除的郵件|휴지통|지운 편지함|thùng rác|sampah|
    ถังขยะ"""
)
CHAT = _names("chat|chats|hangouts|discussions|conversas|チャット|聊天|чат|чаты|czat|sohbet")
STANDARD = SENT | DRAFTS | SPAM | TRASH
ENDING = re.compile(r"\.(?:mbox|mbx|sbd|mbs|imapmbox)$")
# Gmail over IMAP, Courier's maildirs (``.INBOX.Sent``), and dumps of them.
PREFIX = re.compile(r"^(?:\[?(?:gmail|google mail)\]?[./]|\.?inbox[./])")
CATEGORY = re.compile(
    r"^(?:category|kategorie|catégorie|categoría|categoria|categorie|kategori|kategoria|kategória|luokka|категория|"
    r"категорія|κατηγορία|カテゴリ|类别|類別|分类|분류|카테고리|danh mục|קטגוריה|الفئة|फ़ोल्डर)[\s:：_\"„“«]*(.+?)[\s\"”“»]*$"
)
CATEGORIES = (
    (
        "promotions",
        re.compile(
            r"promo|werbung|offerte|reklam|ofert|nabíd|акции|промо|プロモ|推广|促銷|宣傳|프로모|publicit|tarjouks"
        ),
    ),
    (
        "social",
        re.compile(
            r"soci|soziale|sieci|közöss|соцс|соц|sosial|sosiaal|ソーシャル|社交|소셜|sosyal|kijamii|xã hội|mạng"
        ),
    ),
    ("forums", re.compile(r"for[ou]m|foren|foro|fóru|fóra|форум|フォーラム|论坛|論壇|포럼|diễn đàn|foorumi")),
    (
        "updates",
        re.compile(
            r"updat|neuigk|benachricht|notific|mises? à jour|actualiz|atualiz|aggiorn|uppdat|oppdat|opdater|aktual|"
            r"friss|обновл|оповещ|оновл|güncel|新着|最新|动态|更新|업데이트|cập nhật|päivit|novin"
        ),
    ),
)


def split_labels(value: str) -> tuple[str, ...]:
    """X-Gmail-Labels, decoded: commas between, quotes around a label that holds one."""
    if '"' not in value:
        return tuple(label for part in value.split(",") if (label := part.strip()))
    # A quote inside a label (``Kategorie: "Werbung"``) opens nothing; only one at its start does.
    row = next(csv.reader([value], skipinitialspace=True), [])
    return tuple(label for part in row if (label := part.strip()))


@functools.lru_cache(512)
def plain_name(name: str) -> str:
    """A label or folder name without endings, decoration and prefixes of its server, in lower case.

    A label of one's own below another (``Customers/Sent``) stays whole, and so is no standard one.
    """
    text = unicodedata.normalize("NFC", name).casefold().replace("\xa0", " ").strip().rstrip("/")
    text = ENDING.sub("", PREFIX.sub("", text)).strip(" ._[]")
    return " ".join(text.replace("_", " ").replace("-", " ").split())


@functools.lru_cache(512)
def category(label: str) -> str:
    """``promotions``, ``social``, ``updates`` or ``forums`` for Gmail's category labels, else empty."""
    text = label.replace("\xa0", " ").casefold()
    match = CATEGORY.match(text)
    if match is None and text.startswith("category_"):
        match = re.match(r"category_(.+)", text)
    if match is None:
        return ""
    return next((name for name, words in CATEGORIES if words.search(match.group(1))), "")


@functools.lru_cache(64)
def folder_labels(path: str) -> tuple[str, ...]:
    """The parts of ``path`` that name a standard folder (Sent, Drafts, Spam, Trash), as labels."""
    names = map(plain_name, re.split(r"[/\\]", path))
    return tuple(name for name in names if name in STANDARD)
