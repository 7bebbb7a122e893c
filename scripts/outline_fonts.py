"""Makes small outline fonts whose shapes are known: capitals of 700 units, an Ä of 900, a g of 500 and 200 below the base line.

usage: outline_fonts.py FOLDER

Stems are 100 units wide, 200 in Bold. Writes plain.ttf (family Plain), plain.otf (PostScript outlines), variable.ttf with the
named styles Light and Bold, and pair.ttc with the families First and Second, of which only the latter has an x.
"""

import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

ADVANCE = 600
# The boxes of each glyph: left, bottom, right, top.
SHAPES = {
    ".notdef": [(50, 0, 550, 700)],
    "space": [],
    "H": [(50, 0, 150, 700), (450, 0, 550, 700), (150, 300, 450, 400)],
    "Adieresis": [(50, 0, 550, 700), (50, 800, 150, 900), (450, 800, 550, 900)],
    "g": [(50, -200, 550, 500)],
    "x": [(50, 0, 550, 500)],
}
CODES = {0x20: "space", 0x48: "H", 0xC4: "Adieresis", 0x67: "g", 0x78: "x"}


def draw(pen, boxes):
    for left, bottom, right, top in boxes:
        pen.moveTo((left, bottom))
        for point in ((left, top), (right, top), (right, bottom)):
            pen.lineTo(point)
        pen.closePath()


def build(family, names, is_postscript=False, variations=None):
    builder = FontBuilder(1000, isTTF=not is_postscript)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({code: name for code, name in CODES.items() if name in names})
    if is_postscript:
        strings = {}
        for name in names:
            pen = T2CharStringPen(ADVANCE, None)
            draw(pen, SHAPES[name])
            strings[name] = pen.getCharString()
        builder.setupCFF(family, {}, strings, {})
    else:
        glyphs = {}
        for name in names:
            pen = TTGlyphPen(None)
            draw(pen, SHAPES[name])
            glyphs[name] = pen.glyph()
        builder.setupGlyf(glyphs)
    left = {name: min((box[0] for box in SHAPES[name]), default=0) for name in names}
    builder.setupHorizontalMetrics({name: (ADVANCE, left[name]) for name in names})
    builder.setupHorizontalHeader(ascent=900, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-200, sCapHeight=700)
    builder.setupPost()
    if variations:
        builder.setupFvar(
            [("wght", 300, 300, 700, "Weight")],
            [
                {"location": {"wght": 300}, "stylename": "Light"},
                {"location": {"wght": 700}, "stylename": "Bold"},
            ],
        )
        builder.setupGvar(variations)
    return builder.font


def main(folder):
    names = list(SHAPES)
    build("Plain", names).save(folder + "/plain.ttf")
    build("Plain", names, is_postscript=True).save(folder + "/plain.otf")
    # Bold moves the inner edges of the stems of the H: twelve points, and four phantom ones of the metrics.
    deltas = [(0, 0), (0, 0), (100, 0), (100, 0), (-100, 0), (-100, 0), (0, 0), (0, 0)] + [(0, 0)] * 8
    build("Plain", names, variations={"H": [TupleVariation({"wght": (0, 1, 1)}, deltas)]}).save(
        folder + "/variable.ttf"
    )
    collection = TTCollection()
    for family, kept in (("First", names[:-1]), ("Second", names)):
        path = f"{folder}/{family}.ttf"
        build(family, kept).save(path)
        collection.fonts.append(TTFont(path))
    collection.save(folder + "/pair.ttc")


main(sys.argv[1])
