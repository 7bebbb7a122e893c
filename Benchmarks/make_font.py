"""Writes a BDF font of 5,000 characters in cells of 8 x 16 and 16 x 16 pixels to standard output; always the same one."""

import random

COUNT, FIRST = 5000, 0x20


def main():
    noise = random.Random(2)
    print("STARTFONT 2.1\nFONT -ledsign-measure-medium-r-normal--16-160-75-75-c-120-iso10646-1\nSIZE 16 75 75")
    print("FONTBOUNDINGBOX 16 16 0 -2\nSTARTPROPERTIES 3\nFONT_ASCENT 14\nFONT_DESCENT 2\nDEFAULT_CHAR 32\nENDPROPERTIES")
    print(f"CHARS {COUNT}")
    for code in range(FIRST, FIRST + COUNT):
        width = 8 if code < 0x800 else 16
        print(f"STARTCHAR u{code:04X}\nENCODING {code}\nSWIDTH {width * 60} 0\nDWIDTH {width} 0\nBBX {width} 16 0 -2\nBITMAP")
        for _ in range(16):
            print(f"{noise.getrandbits(width):0{width // 4}X}")
        print("ENDCHAR")
    print("ENDFONT")


main()
