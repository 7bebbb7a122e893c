import BitmapFonts
import Glibc
import PixelGraphics

/// Every input is read as a font of colour pictures; a picture is no larger than the letters beside it.
let fuzzEmoji: FuzzTarget = { data, count in
    // A font of pictures is a file: here one without a name.
    guard let file = tmpfile() else { preconditionFailure("no file for the input") }
    defer { fclose(file) }
    let descriptor = fileno(file)
    precondition(count == 0 || write(descriptor, data, count) == count, "no file for the input")
    let font = EmojiFont { "/proc/self/fd/\(descriptor)" }
    for emoji: Character in ["😀", "🇩🇪", "1️⃣", "👩‍🚀"] {
        for rows in [12, 100] {
            guard let picture = font.picture(of: emoji, rows: rows) else { continue }
            precondition(picture.bitmap.size == picture.mask.size)
            precondition((1...rows).contains(picture.bitmap.width) && (1...rows).contains(picture.bitmap.height))
        }
    }
    return 0
}
