import BitmapFonts
import PixelGraphics

/// A font of pixels with letters of the scripts that are joined, put in order or put together.
private func dots(_ codes: [ClosedRange<UInt32>], height: Int) -> BitmapFont {
    var builder = BitmapFontBuilder()
    builder.font.ascent = height
    for code in codes.joined() {
        var picture = MonoBitmap(width: Int(code % 4), height: height)
        for x in 0..<picture.width { picture[x, Int(code % UInt32(height))] = true }
        let isMark = Unicode.Scalar(code)?.properties.generalCategory == .nonspacingMark
        builder.add(
            code: code, advance: isMark ? 0 : picture.width + 1, left: isMark ? -picture.width : 0, top: height,
            picture: picture)
    }
    return builder.finished()
}

private let chain = FontChain([
    dots([0x20...0x17F, 0x300...0x36F, 0x590...0x6FF, 0xFB50...0xFEFC], height: 6),
    dots([0x900...0xDFF, 0xE00...0xEFF, 0x1000...0x11FF, 0x1780...0x17FF, 0xAC00...0xD7A3], height: 9),
])

/// Every input is a text, whose first two bytes choose spacing and width: its lines cover it, all that is drawn lies on them, and
/// every scalar is drawn by a font or reported.
let fuzzShaping: FuzzTarget = { data, count in
    let bytes = input(data, count)
    guard bytes.count > 2 else { return -1 }
    let text = String(decoding: bytes[2...], as: UTF8.self)
    let layout = TextLayout(fonts: chain, style: TextStyle(letterSpacing: Int(bytes[0] & 7)))
    guard let lines = try? layout.lines(of: text, width: bytes[1] == 0xFF ? nil : Int(bytes[1])) else { return 0 }
    var next = 0
    for line in lines {
        precondition(line.scalars.lowerBound == next, "lines do not follow on each other")
        precondition(line.advance >= 0 && line.height <= 2 * FontLimits.boxExtent)
        next = line.scalars.upperBound
    }
    let length = text.unicodeScalars.count
    precondition(next == length, "lines do not cover the text")
    let report = CoverageReport(of: text, fonts: chain)
    precondition(report.services.reduce(0) { $0 + $1.count } + report.missing.reduce(0) { $0 + $1.count } <= length)
    return 0
}
