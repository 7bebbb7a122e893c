#!/usr/bin/env python3
"""Draws all recipes with their recorded answers on 64x32 and 128x64 pixels, on one sheet.

    recipe_sheet.py LEDSIGN OUT.png [FOLDER]

With FOLDER each recipe is also there as a small picture of 64x32 pixels, for the page (web/recipes).
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw

WIDTH, HEIGHT, COLUMNS = 256, 128, 3
BOARDS = ["sim-64x32", "sim-128x64"]


def pictures(program, recipe, folder):
    """Returns the pictures of a recipe, one for each board."""
    answers = recipe.parent / "answers" / recipe.stem
    if (answers / "photos").exists():
        shutil.copytree(answers / "photos", folder / "photos", dirs_exist_ok=True)
    sign = folder / (recipe.stem + ".yaml")
    subprocess.run([program, "recipe", "new", recipe.stem, "--out", sign], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    for board in BOARDS:
        out = folder / "picture.png"
        subprocess.run(
            [program, "render", "--sign", sign, "--board", board, "--replay", answers, "--at", "3s", "--style", "pixels", "--out", out],
            check=True,
        )
        yield Image.open(out).convert("RGB")


def main():
    program, out = sys.argv[1:3]
    small = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    recipes = sorted(pathlib.Path(__file__).resolve().parent.parent.glob("recipes/*.yaml"))
    rows = -(-len(recipes) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * (2 * WIDTH + 20), rows * (HEIGHT + 22)), (70, 70, 70))
    pen = ImageDraw.Draw(sheet)
    with tempfile.TemporaryDirectory() as folder:
        for index, recipe in enumerate(recipes):
            x, y = index % COLUMNS * (2 * WIDTH + 20) + 4, index // COLUMNS * (HEIGHT + 22)
            pen.text((x, y + 3), recipe.stem, fill=(255, 255, 255))
            for place, picture in enumerate(pictures(program, recipe, pathlib.Path(folder))):
                if small and place == 0:
                    picture.quantize(64, dither=Image.Dither.NONE).save(small / (recipe.stem + ".png"), optimize=True)
                picture = picture.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
                sheet.paste(picture, (x + place * (WIDTH + 4), y + 18))
    sheet.quantize(64, dither=Image.Dither.NONE).save(out, optimize=True)


main()
