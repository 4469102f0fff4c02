"""Which language a text is in, from its script and its commonest small words. No model, no data files.

Good enough to tell what somebody writes in, over many texts; a single line of five words may stay unknown.
"""

from __future__ import annotations

import re
from collections import Counter

NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian", "fi": "Finnish", "fr": "French",
    "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian", "it": "Italian",
    "ja": "Japanese", "ko": "Korean", "nl": "Dutch", "no": "Norwegian", "pl": "Polish", "pt": "Portuguese",
    "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sv": "Swedish", "th": "Thai", "tr": "Turkish",
    "uk": "Ukrainian", "vi": "Vietnamese", "zh": "Chinese", "ca": "Catalan", "sw": "Swahili", "bn": "Bengali",
    "ta": "Tamil", "te": "Telugu", "ka": "Georgian", "hy": "Armenian", "lt": "Lithuanian", "lv": "Latvian",
    "sl": "Slovenian", "is": "Icelandic", "ms": "Malay",
}  # fmt: skip

_SMALL_WORDS = {
    "en": "the and you for with this that have are will from can please would is it to of in on we be thanks not our",
    "de": "der die das und ich ist nicht mit für auf ein eine den dem wir bitte kann noch sie es zu von im auch danke",
    "fr": "le la les des est une vous pour dans nous avec pas sur je merci que qui du au et ce bien bonjour cette",
    "es": "el la los las que para con una por está se no más como pero hola gracias del en te lo al nos muy y",
    "pt": "o os que para com uma não por está você se mas como obrigado obrigada em da do na no ao um e pela isso",
    "it": "il lo gli che per con una non sono di della ciao grazie come ma anche questo del nel alla e è un",
    "nl": "de het een en van ik je niet met voor op is dat we zijn te aan wij ook maar bij deze graag nog kan",
    "sv": "och att det är jag inte en som på för med har den till vi av om ett kan hej tack så från men",
    "da": "og at det er jeg ikke en som på for med har den til vi af om et kan hej tak fra men også skal",
    "no": "og at det er jeg ikke en som på for med har den til vi av om et kan hei takk fra men også skal vil",
    "fi": "ja on ei se että mutta kun niin hän ovat tämä olen voi kiitos myös jos mitä sitten vielä terveisin hei",
    "pl": "i w na nie się że jest z do to jak ale czy dla po od dziękuję proszę pozdrawiam są tak ten będzie",
    "cs": "a v na se že je s do to jak ale pro po od děkuji prosím jsem není také by který ve už jsou pozdravem",
    "sk": "a v na sa že je s do to ako ale pre po od ďakujem prosím som nie tiež by ktorý vo už sú pozdravom",
    "hu": "a az és hogy nem is van egy meg de ez csak már kérem köszönöm üdvözlettel lesz mint szia vagy el ha",
    "ro": "și nu că este la cu pe de în un o să mai sunt pentru din vă mulțumesc bună dar acest fi am",
    "tr": "ve bir bu için de da ile olarak ne var çok daha teşekkürler merhaba lütfen ben sen biz değil mi gibi",
    "hr": "i u na je se da za su s od kako ali ne to li hvala molim poštovanje biti smo nije pozdrav ću",
    "sl": "in v na je se da za so s z od kako ampak ne to hvala prosim pozdrav bi tudi ki sem smo lep",
    "ca": "el la els les que per amb una no és del en us gràcies hola com però són aquest molt i al",
    "et": "ja on ei see et aga kui ma me sa tere aitäh palun ka oli siis veel või kas tervitustega ning",
    "lt": "ir yra ne kad su į iš bet kaip ačiū prašau labas už dėl tai aš mes bus pagarbiai po",
    "lv": "un ir ne ka ar uz no bet kā paldies lūdzu labdien par tas es mēs būs ar cieņu pie",
    "vi": "và của là không có cho tôi anh chị em với được này đã sẽ trong một các nhé cảm ơn thì",
    "id": "dan yang di untuk dengan ini itu tidak ada dari akan saya kami terima kasih pada bisa sudah mohon ke",
    "ms": "boleh sila anda awak kerana ialah daripada kepada adalah sahaja yang dan untuk",
    "sw": "na ya wa kwa ni katika za la asante habari kuwa hii sana yetu tafadhali leo kama lakini pia",
    "is": "og að er ekki sem á fyrir með það í ég við um takk kveðja en frá þetta eru hef",
}
_WORDS: dict[str, list[str]] = {}
for _code, _line in _SMALL_WORDS.items():
    for _word in _line.split():
        _WORDS.setdefault(_word, []).append(_code)

_SCRIPTS = [
    ("ja", re.compile(r"[\u3040-\u30ff]")), ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")), ("he", re.compile(r"[\u0590-\u05ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")), ("hi", re.compile(r"[\u0900-\u097f]")),
    ("bn", re.compile(r"[\u0980-\u09ff]")), ("ta", re.compile(r"[\u0b80-\u0bff]")),
    ("te", re.compile(r"[\u0c00-\u0c7f]")), ("th", re.compile(r"[\u0e00-\u0e7f]")),
    ("ka", re.compile(r"[\u10a0-\u10ff]")), ("hy", re.compile(r"[\u0530-\u058f]")),
]  # fmt: skip
_ARABIC = re.compile(r"[\u0600-\u06ff]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")


def language(text: str) -> str:
    """ISO 639-1 code of the language most of ``text`` is in; empty when there is too little to tell."""
    text = text[:2000]
    letters = sum(char.isalpha() for char in text) or 1
    for code, pattern in _SCRIPTS:
        found = len(pattern.findall(text))
        # Japanese mixes kana with Chinese characters: a little kana is enough to tell.
        if found and found / letters > (0.08 if code == "ja" else 0.3):
            return code
    if len(_ARABIC.findall(text)) / letters > 0.3:
        return "fa" if re.search(r"[پچژگ]|\bاست\b|\bاین\b", text) else "ar"
    if len(_CYRILLIC.findall(text)) / letters > 0.3:
        if re.search(r"[іїєґІЇЄҐ]", text):
            return "uk"
        return "bg" if re.search(r"ъ", text) and not re.search(r"[ыэё]", text) else "ru"
    return _latin(text)


# Letters that hardly any other of these languages has.
_LETTERS = {
    "tr": "ğış", "de": "ß", "es": "ñ¿¡", "pt": "ãõ", "pl": "łąęśźż", "hu": "őű", "cs": "řěů", "ro": "șță", "sv": "å", "no": "ø",
    "da": "ø", "vi": "ạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựơư", "is": "þð", "et": "õ", "lv": "āēīķļņ", "lt": "ėųį", "hr": "ćđ", "fr": "çêœ",
}  # fmt: skip


def _latin(text: str) -> str:
    """By the commonest small words, two of them at least, and by letters of its own."""
    votes: Counter[str] = Counter()
    hits: dict[str, set[str]] = {}
    folded = text.casefold()
    for word in re.findall(r"[^\W\d_]+", folded):
        codes = _WORDS.get(word, ())
        for code in codes:
            votes[code] += 60 // len(codes)
            hits.setdefault(code, set()).add(word)
    for code, letters in _LETTERS.items():
        if found := sum(folded.count(letter) for letter in letters):
            votes[code] += 25 * min(found, 4)
            hits.setdefault(code, set()).add(letters)
    sure = Counter({code: n for code, n in votes.items() if len(hits[code]) > 1})
    if not sure:
        return ""
    (best, score), *rest = sure.most_common(2)
    # Related languages share small words: a narrow lead tells nothing.
    return best if score >= 60 and (not rest or score >= 1.25 * rest[0][1]) else ""


def name_of(code: str) -> str:
    return NAMES.get(code, code)
