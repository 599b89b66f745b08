"""Letters of every script: fonts that are installed stand in for those that DejaVu Sans lacks."""

import os
import sys

FAMILY = "DejaVu Sans"  # comes with matplotlib
# Blocks of Unicode and Debian's package with a font for them; what is in none of them is told as fonts-noto-core.
PACKAGES = (
    ((0x1100, 0x11FF), "fonts-noto-cjk"),
    ((0x2E80, 0x9FFF), "fonts-noto-cjk"),
    ((0xA960, 0xA97F), "fonts-noto-cjk"),
    ((0xAC00, 0xD7FF), "fonts-noto-cjk"),
    ((0xF900, 0xFAFF), "fonts-noto-cjk"),
    ((0xFF00, 0xFFEF), "fonts-noto-cjk"),
    ((0x20000, 0x3FFFF), "fonts-noto-cjk"),
    ((0x2300, 0x27BF), "fonts-symbola"),
    ((0x1F000, 0x1FAFF), "fonts-symbola"),
)
JOINERS = {0x200D, 0xFE0E, 0xFE0F}  # they change how their neighbours look, and are nothing themselves
RIGHT_TO_LEFT = ((0x0590, 0x08FF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFF))
MOST_SHOWN = 6
told = set()  # letters and remarks that need not be told again


def give_every_letter_a_font(figure):
    """Extends the fonts of the figure's texts by installed ones; one line on stderr names letters without any."""
    from matplotlib.text import Text

    texts = [text for text in figure.findobj(Text) if not getattr(text, "letters_have_fonts", False)]
    letters = {ord(letter) for text in texts for letter in text.get_text() if ord(letter) >= 0x80} - JOINERS
    missing = letters - glyphs_of(default_font())
    if missing:
        families, missing = fonts_with(missing)
        for text in texts:
            text.set_fontfamily([FAMILY, *families])
    if missing - told:
        tell(missing)
    told.update(missing)
    if any(low <= letter <= high for letter in letters for low, high in RIGHT_TO_LEFT):
        order_right_to_left(texts)
    for text in texts:
        text.letters_have_fonts = True


def default_font():
    from matplotlib import font_manager

    return font_manager.findfont(FAMILY)


def glyphs_of(path):
    """Code points that a font can draw; none where matplotlib cannot use it (fonts of coloured bitmaps)."""
    from matplotlib.ft2font import FT2Font

    try:
        font = FT2Font(path)
        font.set_size(12, 72)
        return set(font.get_charmap())
    except (OSError, RuntimeError, ValueError):
        return set()


def fonts_with(letters):
    """(families of installed fonts that together draw what any of them can, the letters left over)."""
    from matplotlib import font_manager

    families, left = [], set(letters)
    while left:
        fonts = installed_fonts(font_manager)
        best = max(fonts, key=lambda name: len(left & fonts[name]), default="")
        if not left & fonts.get(best, set()):
            break
        families.append(best)
        left -= fonts[best]
    return families, left


def installed_fonts(font_manager, cache={}):
    """{family: code points} of upright fonts of normal weight."""
    if not cache:
        add_new_fonts(font_manager)
        for entry in font_manager.fontManager.ttflist:
            regular = entry.style == "normal" and entry.weight in (400, "normal", "regular", "book")
            if regular and entry.name not in cache and os.path.exists(entry.fname):
                # What matplotlib takes for the family's name, not what is listed first.
                cache[entry.name] = glyphs_of(font_manager.findfont(entry.name))
    return cache


def add_new_fonts(font_manager):
    """Those that were installed after matplotlib made its list, which it keeps from run to run."""
    known = {entry.fname for entry in font_manager.fontManager.ttflist}
    for path in sorted(set(font_manager.findSystemFonts()) - known):
        try:
            font_manager.fontManager.addfont(path)
        except (OSError, RuntimeError, ValueError):
            pass  # a kind that matplotlib cannot use


def package_for(letter):
    return next((name for (low, high), name in PACKAGES if low <= letter <= high), "fonts-noto-core")


def tell(missing):
    """One line: which letters are boxes, and how to correct it."""
    shown = " ".join(chr(letter) for letter in sorted(missing)[:MOST_SHOWN])
    more = f" and {len(missing) - MOST_SHOWN} more" if len(missing) > MOST_SHOWN else ""
    packages = " ".join(sorted({package_for(letter) for letter in missing}))
    print(f"no installed font has {shown}{more} (boxes in the picture), install {packages} and draw again",
          file=sys.stderr)  # fmt: skip


def order_right_to_left(texts):
    """matplotlib draws letters in the order of reading from the left, and does not join them: two packages do."""
    try:
        from arabic_reshaper import reshape
        from bidi.algorithm import get_display
    except ImportError:
        print("right-to-left letters are in the wrong order and not joined, install python3-bidi "
              "python3-arabic-reshaper and draw again", file=sys.stderr)  # fmt: skip
        return
    for text in texts:
        text.set_text(get_display(reshape(text.get_text())))
