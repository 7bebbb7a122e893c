import BitmapFonts
import PixelGraphics

/// A tiny font with marks, negative bearings, overhang and odd advances; letters of the scripts that layout treats
/// differently.
private func makeFont(_ codes: [UInt32], seed: Int) -> BitmapFont {
    var builder = BitmapFontBuilder()
    builder.font.ascent = 5
    builder.font.descent = 1
    for (index, code) in codes.enumerated() {
        let kind = index * 7 + seed
        var picture = MonoBitmap(width: kind % 5, height: kind % 4 + 1)
        picture[kind % 3, 0] = true
        builder.add(
            code: code, advance: kind % 11 == 0 ? -2 : kind % 6, left: kind % 4 - 2, top: kind % 8 - 1, picture: picture
        )
    }
    return builder.finished()
}

private let latin = makeFont(
    Array(0x20...0x5F) + [0x61, 0x65, 0xE9, 0x300, 0x301, 0x5D0, 0x5D1, 0x644, 0xFFFD, 0x1F600], seed: 1)
private let other = makeFont(Array(0x5D0...0x5EA) + Array(0x620...0x64A) + Array(0xFE80...0xFEFC) + [0x4E00], seed: 4)
private let chain = FontChain([latin, other])

/// Stops the run with what went wrong.
private func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}

private func hasInk(_ picture: MonoBitmap, column: Int) -> Bool {
    (0..<picture.wordsPerColumn).contains { picture.word(column: column, word: $0) != 0 }
}

/// The first three bytes choose style and width, the rest is the text.
private func layOut(_ bytes: [UInt8]) {
    guard bytes.count >= 3 else { return }
    let style = TextStyle(
        letterSpacing: Int(bytes[0] & 15) - 5, lineSpacing: Int(bytes[0] >> 4) - 6,
        alignment: TextAlignment.allCases[Int(bytes[1] >> 3) % 3],
        direction: TextDirection.allCases[Int(bytes[1] >> 5) % 3])
    let width = bytes[2] == 0xFF ? nil : Int(bytes[2]) - 4
    let text = String(decoding: bytes[3...], as: UTF8.self)

    let layout = TextLayout(fonts: chain, style: style)
    guard let lines = try? layout.lines(of: text, width: width) else { return }
    var next = 0
    for line in lines {
        require(line.scalars.lowerBound == next, "lines do not follow on each other")
        require(line.advance >= 0, "a line goes backwards")
        next = line.scalars.upperBound
    }
    require(next == text.unicodeScalars.count, "lines do not cover the text")
    let pages = layout.pages(of: lines, height: 20)
    require(pages.reduce(0) { $0 + $1.count } == lines.count, "pages lose lines")
    let block = layout.block(of: lines)
    if let strip = try? layout.strip(of: lines) {
        require(strip.advance == block.size.width && strip.bitmap.height == block.size.height, "strip and block differ")
        for (line, origin) in zip(lines, block.origins) {
            for x in line.inkColumns ?? 0..<0 {
                let column = strip.origin + origin.x + x
                require((0..<strip.bitmap.width).contains(column), "ink of a line lies outside the strip")
            }
        }
        for x in 0..<strip.bitmap.width where hasInk(strip.bitmap, column: x) {
            let isOfLine = zip(lines, block.origins).contains { line, origin in
                line.inkColumns?.contains(x - strip.origin - origin.x) ?? false
            }
            require(isOfLine, "the strip has ink that no line has")
        }
    }
    _ = CoverageReport(of: text, fonts: chain).description
}

/// Every input is laid out as a text: UTF-8, directions, wrapping, pages, a strip.
let fuzzLayout: FuzzTarget = { data, count in
    layOut(input(data, count))
    return 0
}
