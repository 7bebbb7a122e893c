import FuzzFontSupport
import FuzzSupport

// Inputs are read as fonts of any format; the seeds are Unifont .hex.
fuzz { data, count in readFont(input(data, count), magic: []) }
