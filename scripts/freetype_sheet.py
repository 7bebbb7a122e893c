"""Draws the characters of a bitmap font with FreeType, one in each cell of a sheet.

usage: freetype_sheet.py FONT SHEET CELL_WIDTH CELL_HEIGHT PEN_X PEN_Y COLUMNS < codes, one a line

Writes the sheet to SHEET, one byte a pixel (0 or 1), row by row. Prints the ascent and the descent, then the advance
of each character of the input, then "codes" and every code that FreeType finds in the font.
"""

import sys

import freetype

font, sheet_path = sys.argv[1:3]
cell_width, cell_height, pen_x, pen_y, columns = map(int, sys.argv[3:])
codes = [int(line) for line in sys.stdin]

face = freetype.Face(font)
face.select_size(0)
print(face.size.ascender >> 6, -face.size.descender >> 6)

width = columns * cell_width
sheet = bytearray(width * cell_height * ((len(codes) + columns - 1) // columns))
for index, code in enumerate(codes):
    # The default character is FreeType's glyph 0, which it also gives for codes that it does not find.
    face.load_glyph(face.get_char_index(code), freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
    glyph = face.glyph
    print(glyph.advance.x >> 6)
    bitmap = glyph.bitmap
    buffer = bitmap.buffer
    left = index % columns * cell_width + pen_x + glyph.bitmap_left
    top = index // columns * cell_height + pen_y - glyph.bitmap_top
    for y in range(bitmap.rows):
        for x in range(bitmap.width):
            if buffer[y * bitmap.pitch + x // 8] & 0x80 >> x % 8:
                sheet[(top + y) * width + left + x] = 1

print("codes")
code, index = face.get_first_char()
while index:
    print(code)
    code, index = face.get_next_char(code, index)

with open(sheet_path, "wb") as file:
    file.write(sheet)
