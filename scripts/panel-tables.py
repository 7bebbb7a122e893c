#!/usr/bin/env python3
"""Writes the panel files of outdoor panels (boards/panels/mux-*.yaml) from the formulas of their multiplexing.

A formula says for the pixel (x, y) of a panel of W x H in which column and row of the matrix it lies; the matrix is S
times as wide and an S-th as high as the panel. The script finds the smallest tile that repeats, and writes it in the
notation of panel files: one line for rows of the tile that follow each other, "0-3: 15-8" being the rows 0 to 3 of the
matrix, whose columns 15 down to 8 are the pixels from left to right.

    scripts/panel-tables.py            writes the files
    scripts/panel-tables.py --check    ends with 1 where a file is not what it would write
"""

import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "boards" / "panels"


def half_rows(y, H):
    """The row of the matrix where the quarters of the height alternate: the first and second share rows."""
    return y // (H // 2) * (H // 4) + y % (H // 4)


def is_top(y, H):
    """Whether a row is in the first quarter of its half."""
    return y % (H // 2) < H // 4


def stripe(x, y, W, H):
    return (x + W if is_top(y, H) else x), half_rows(y, H)


def checkered(x, y, W, H):
    left = x < W // 2
    if is_top(y, H):
        column = x + W // 2 if left else x + W
    else:
        column = x if left else x + W // 2
    return column, half_rows(y, H)


def spiral(x, y, W, H):
    quarter = W // 4
    block, inside = divmod(x, quarter)
    return 2 * block * quarter + (quarter - 1 - inside if is_top(y, H) else quarter + inside), half_rows(y, H)


def z_stripe(even, odd):
    def place(x, y, W, H):
        is_odd = y // 4 % 2
        shift = (x + (1 - is_odd) * even) // 8 * 8
        return x + shift + is_odd * odd, y % 4 + 4 * (y // 8)

    return place


def coreman(x, y, W, H):
    half = W // 2
    if y <= 7 or 16 <= y <= 23:
        column = x // half * W + x % half
    else:
        column = x + half if x < half else x + W
    return column, half_rows(y, H)


def kaler(x, y, W, H):
    base, sign = (7, -1) if y % 4 < 2 else (8, 1)
    block = 64 if y % 8 < 4 else 0
    return block + 16 * (x // 8) + base + sign * (x % 8), y % 2 + 2 * (y // 8)


def p10_128x4(x, y, W, H):
    start = {0: 127, 1: 112, 2: 111, 3: 96}[y % 8 // 2]
    column = start - x - 24 * (x // 8) if y % 4 < 2 else start + x - 40 * (x // 8)
    row = (2 if y % 2 else 3) if y < 8 else (0 if y % 2 else 1)
    return column, row


def qiang_li(x, y, W, H):
    return x + 4 * (x // 4) + (0 if 5 <= y <= 9 or 15 <= y <= 19 else 4), y % 5 + 5 * (y // 10)


def inversed_z_stripe(x, y, W, H):
    block = x + 8 * (x // 8)
    return (block if y // 4 % 2 else block + 8 + 7 - 2 * (x % 8)), y % 4 + 4 * (y // 8)


def p10_outdoor_1(x, y, W, H):
    even = 1 - y // 4 % 2
    return 8 * (1 + even + 2 * (x // 8)) - x % 8 - 1, y % 4 + 4 * (y // 8)


def p10_outdoor_2(x, y, W, H):
    if y // 4 % 2:
        column = x + 8 * (x // 8) + 8
    else:
        column = 8 * (1 + 2 * (x // 8)) - x % 8 - 1
    return column, y % 4 + 4 * (y // 8)


def p10_outdoor_3(x, y, W, H):
    if y // 4 % 2:
        column = 8 * (2 + 2 * (x // 8)) - x % 8 - 1
    else:
        column = x + 8 * (x // 8)
    return column, y % 4 + 4 * (y // 8)


def p10_coreman(x, y, W, H):
    byte = (0 if y & 4 else 8) + (0 if y & 2 else 1) + (x // 4 & ~1)
    return 8 * byte + x % 8, (y & 1) + (y // 4 & ~1)


def p8_outdoor(x, y, W, H):
    base = 8 * (9 - 2 * (x // 8))
    column = base - 8 + x % 8 if y // 5 % 2 else base + 7 - x % 8
    return column, 4 - y % 5 + 5 * (1 - y // 10)


def flipped_stripe(x, y, W, H):
    return (x if is_top(y, H) else x + W), half_rows(y, H)


def half_scan(x, y, W, H):
    inside = x % 8
    column = 32 * (x // 8) + 8 * (3 - y % 8 // 2) + (7 - inside if y % 4 < 2 else inside)
    return column, (0 if y < 8 else 2) + y % 2


def quarter_scan(x, y, W, H):
    return 32 * (x // 8) + x % 8 + 8 * (3 - y // 4), y % 4


def p3_outdoor(x, y, W, H):
    return 2 * x + is_top(y, H), half_rows(y, H)


def double_z(x, y, W, H):
    band, column = y // (H // 4), W // 4
    block, inside = divmod(x, column)
    if band % 2:
        inside = column - 1 - inside
        inside = column - 1 - inside
    else:
        inside = column + inside
    return 2 * block * column + inside, band // 2 * (H // 4) + y % (H // 4)


def p4_outdoor(x, y, W, H):
    block, inside = divmod(x, 8)
    return (inside + 16 * block + 8 if y // 10 % 2 else 7 - inside + 16 * block), y % 10 + 10 * (y // 20)


# number, name, formula, how many times as wide the matrix is, extents, further keys
PANELS = [
    (1, "stripe", stripe, 2, [(32, 32), (32, 16), (64, 32)], {}),
    (2, "checkered", checkered, 2, [(32, 32), (64, 32)], {}),
    (3, "spiral", spiral, 2, [(32, 32), (64, 32)], {}),
    (4, "z-stripe", z_stripe(0, 8), 2, [(32, 16)], {}),
    (5, "zn-mirror-z-stripe", z_stripe(4, 4), 2, [(32, 16)], {}),
    (6, "coreman", coreman, 2, [(32, 32)], {}),
    (7, "kaler-2-scan", kaler, 4, [(32, 16)], {}),
    (8, "z-stripe-uneven", z_stripe(8, 0), 2, [(32, 16)], {}),
    (9, "p10-128x4-z", p10_128x4, 4, [(32, 16)], {"row_addressing": "direct-select"}),
    (10, "qiang-li-q8", qiang_li, 2, [(40, 20)], {}),
    (11, "inversed-z-stripe", inversed_z_stripe, 2, [(32, 16)], {}),
    (12, "p10-outdoor-1", p10_outdoor_1, 2, [(16, 16)], {}),
    (13, "p10-outdoor-2", p10_outdoor_2, 2, [(16, 16)], {}),
    (14, "p10-outdoor-3", p10_outdoor_3, 2, [(16, 16)], {}),
    (15, "p10-coreman", p10_coreman, 4, [(32, 16)], {}),
    (16, "p8-outdoor", p8_outdoor, 2, [(40, 20)], {}),
    (17, "flipped-stripe", flipped_stripe, 2, [(32, 32), (64, 32)], {}),
    (18, "p10-half-scan", half_scan, 4, [(32, 16)], {}),
    (19, "p10-quarter-scan", quarter_scan, 4, [(32, 16)], {}),
    (20, "p3-outdoor", p3_outdoor, 2, [(64, 64)], {}),
    (21, "double-z", double_z, 2, [(32, 32), (64, 32)], {}),
    (22, "p4-outdoor", p4_outdoor, 2, [(80, 40)], {}),
]


def tile_of(place, W, H, stretch):
    """The smallest tile that repeats, as a list of rows of places."""
    def repeats(w, h):
        if W % w or H % h or h % stretch:
            return False
        for y in range(H):
            for x in range(W):
                column, row = place[x % w, y % h]
                if column >= w * stretch or row >= h // stretch:
                    return False
                if place[x, y] != (column + x // w * w * stretch, row + y // h * (h // stretch)):
                    return False
        return True

    for h in range(1, H + 1):
        for w in range(1, W + 1):
            if repeats(w, h):
                return [[place[x, y] for x in range(w)] for y in range(h)]
    raise ValueError("the panel itself is no tile")


def runs(columns):
    """Numbers as runs that count up or down by one."""
    found = []
    for column in columns:
        if found and abs(column - found[-1][-1]) == 1:
            step = column - found[-1][-1]
            if len(found[-1]) == 1 or found[-1][-1] - found[-1][-2] == step:
                found[-1].append(column)
                continue
        found.append([column])
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)


def table(tile):
    """The lines of a tile; rows of equal columns that follow each other in the matrix share a line."""
    rows = []
    for cells in tile:
        assert len({row for _, row in cells}) == 1, "all these panels keep a row together"
        rows.append((cells[0][1], runs([column for column, _ in cells])))
    lines = []
    for row, columns in rows:
        last = lines[-1] if lines else None
        if last and last[1] == columns:
            step = row - last[0][-1]
            if abs(step) == 1 and (len(last[0]) == 1 or last[0][-1] - last[0][-2] == step):
                last[0].append(row)
                continue
        lines.append(([row], columns))
    names = [str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r, _ in lines]
    width = max(len(name) for name in names)
    return [f"  {(name + ':').ljust(width + 1)} {columns}" for name, (_, columns) in zip(names, lines)]


def panel_file(number, name, formula, stretch, W, H, keys):
    place = {(x, y): formula(x, y, W, H) for y in range(H) for x in range(W)}
    assert len(set(place.values())) == W * H, name
    tile = tile_of(place, W, H, stretch)
    pairs = H // stretch // 2
    rows, columns = len(tile), len(tile[0])
    wider = {(x, y): formula(x, y, 2 * W, H) for y in range(H) for x in range(2 * W)}
    repeats = columns < W and tile_of(wider, 2 * W, H, stretch) == tile
    comments = [
        f"# A panel of {W}x{H} whose shift registers are {stretch} times as long as its rows, multiplexing {number} of those",
        "# that are known by number. Its driver chips, clock and current are those of the usual panel where nothing is said.",
        "#",
        f"# The table is a tile of {columns}x{rows} pixels, from the top: the rows of the matrix, and the columns of the pixels",
        "# from left to right; docs/hub75.md has the notation."
        + (" It repeats: panels of the same kind that are" if repeats else ""),
    ]
    if repeats:
        comments.append("# wider or narrower have other columns here, and the same table.")
    head = [
        f"summary: {W}x{H} with 1/{pairs} scan, multiplexing {number} ({name})",
        "kind: hub75-panel",
        f"columns: {W}",
        f"rows: {H}",
    ]
    more = [f"{key}: {value}" for key, value in keys.items()]
    return "\n".join(comments + head + more + ["multiplexing: |"] + table(tile)) + "\n"


def main():
    is_check = sys.argv[1:] == ["--check"]
    stale = []
    for number, name, formula, stretch, sizes, keys in PANELS:
        for W, H in sizes:
            path = FOLDER / f"mux-{number:02}-{name}-{W}x{H}.yaml"
            text = panel_file(number, name, formula, stretch, W, H, keys)
            if not is_check:
                path.write_text(text)
            elif not path.exists() or path.read_text() != text:
                stale.append(path.name)
    if stale:
        sys.exit("not what scripts/panel-tables.py writes: " + ", ".join(stale))


main()
