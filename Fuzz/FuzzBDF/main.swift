import FuzzFontSupport
import FuzzSupport

// Every input is read as a BDF font.
fuzz { data, count in readFont(input(data, count), magic: Array("STARTFONT".utf8)) }
