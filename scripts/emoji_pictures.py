"""Draws emoji of a font of colour pictures with Pillow, cut to what is not transparent.

Each is drawn on black and on white, which gives its alpha exactly.

usage: emoji_pictures.py FONT < characters, one a line

Prints for each of them its width and height, and then its rows: red, green, blue and alpha of each pixel, two digits each.
"""

import sys

from PIL import Image, ImageChops, ImageDraw, ImageFont

# The pictures have one size, in which 109 pixels are an em.
font = ImageFont.truetype(sys.argv[1], 109)
for line in sys.stdin.read().split("\n"):
    if not line:
        continue
    drawn = []
    for background in "black", "white":
        image = Image.new("RGB", (400, 400), background)
        ImageDraw.Draw(image).text((100, 100), line, font=font, embedded_color=True)
        drawn.append(image)
    alpha = ImageChops.invert(ImageChops.difference(*drawn)).getchannel("G")
    box = alpha.getbbox()
    alpha, picture = alpha.crop(box), drawn[0].crop(box)
    colors, alphas = picture.tobytes(), alpha.tobytes()
    pixels = bytearray()
    for place, a in enumerate(alphas):
        channels = colors[3 * place : 3 * place + 3]
        pixels += bytes(min(255, (255 * channel + a // 2) // a) if a else 0 for channel in channels) + bytes([a])
    picture = Image.frombytes("RGBA", alpha.size, bytes(pixels))
    print(picture.width, picture.height)
    data = picture.tobytes().hex()
    for row in range(picture.height):
        print(data[8 * picture.width * row : 8 * picture.width * (row + 1)])
