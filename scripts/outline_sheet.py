"""Draws letters of an outline font with FreeType as signs do: hinted for pixels that are lit or dark.

usage: outline_sheet.py FONT ROWS CODE...      for each code `CODE ADVANCE LEFT TOP`, then its rows of `#` and `.`, then a blank line
       outline_sheet.py FONT --heights         the heights 5 to 40 that capitals cannot have, in one line

The size is the one nearest to the exact one at which an H has ROWS rows.
"""

import sys

import freetype

FLAGS = freetype.FT_LOAD_TARGET_MONO | freetype.FT_LOAD_FORCE_AUTOHINT | freetype.FT_LOAD_NO_BITMAP


def height(face, size):
    face.set_char_size(0, size, 72, 72)
    face.load_char("H", FLAGS)
    return (face.glyph.outline.get_cbox().yMax + 32) >> 6


def size_of(face, rows):
    face.load_char("H", freetype.FT_LOAD_NO_SCALE)
    units = face.glyph.outline.get_cbox().yMax
    exact = round(64 * rows * face.units_per_EM / units)
    reach = 48 * face.units_per_EM // units
    candidates = sorted(range(exact - reach, exact + reach + 1), key=lambda size: (abs(size - exact), size))
    return next((size for size in candidates if size >= 64 and height(face, size) == rows), None)


face = freetype.Face(sys.argv[1])
if sys.argv[2] == "--heights":
    print(*(rows for rows in range(5, 41) if size_of(face, rows) is None))
    sys.exit()
face.set_char_size(0, size_of(face, int(sys.argv[2])), 72, 72)
for code in sys.argv[3:]:
    face.load_char(chr(int(code)), FLAGS | freetype.FT_LOAD_RENDER)
    glyph, bitmap = face.glyph, face.glyph.bitmap
    print(code, (glyph.advance.x + 32) >> 6, glyph.bitmap_left, glyph.bitmap_top)
    for y in range(bitmap.rows):
        row = bitmap.buffer[y * bitmap.pitch : (y + 1) * bitmap.pitch]
        print("".join("#" if row[x // 8] & 0x80 >> x % 8 else "." for x in range(bitmap.width)))
    print()
