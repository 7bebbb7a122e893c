import FuzzFontSupport
import FuzzSupport

// Every input is read as a PCF font.
fuzz { data, count in readFont(input(data, count), magic: [0x01, 0x66, 0x63, 0x70]) }
