import BitmapFonts
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import SignPlayback
import Timelines

/// A font of the ASCII letters, each a block.
private func blocks() -> FontChain {
    var builder = BitmapFontBuilder()
    builder.font.ascent = 7
    builder.font.descent = 1
    let picture = MonoBitmap(width: 4, height: 7, fill: true)
    for code in UInt32(0x21)...0x7E { builder.add(code: code, advance: 5, left: 0, top: 7, picture: picture) }
    return FontChain([builder.finished()])
}

private let fonts = blocks()
private let size = Size(width: 32, height: 8)

/// What the fields of fuzzed texts may mean; some of the values look like markup.
private let scope = FieldScope([
    "a": LiveReading("<red>{a}</>"), "b": LiveReading(.number(LiveNumber(-5))),
    "c": LiveReading(.list([.record(["a": "1", "b": 2]), .record(["a": "<<"])])),
])

/// Texts with tags and fields of any form: problems that lie within the text, and runs that can be laid out, drawn and
/// exchanged for those of another text; what is taken literally says itself.
let fuzzMarkup: FuzzTarget = { data, count in
    let text = String(decoding: input(data, count), as: UTF8.self)
    let length = text.unicodeScalars.count
    let (markup, problems) = SignMarkup.parse(text, fields: count % 2 == 0 ? nil : ["a", "b", "c"])
    precondition(problems.allSatisfy { (0...length).contains($0.offset) }, "problems lie within the text")
    precondition(problems.allSatisfy { $0.description.utf8.count <= 2_000 }, "a problem is a readable line")
    precondition(SignMarkup(literal: text).plainText() == text, "a literal text says itself")
    let (resources, _) = MarkupResources.load(
        for: markup, fonts: fonts, loadFont: { _ in fonts.fonts[0] },
        loadPicture: { path in
            ImageAnimation(frames: [(RGBBitmap(size: Size(width: path.utf8.count & 15, height: 3)), nil, .zero)])
        })
    _ = MarkupClock.make(for: markup, locale: nil, zone: .utc)
    var message = Message(markup.styled(scope: scope, resources: resources), fonts: fonts)
    message.motion.scroll = .always
    message.overflow = Overflow.allCases[count % 3]
    guard let content = try? MessageContent(message, size: size) else { return 0 }
    var frame = Frame(size: size, format: .rgb)
    for time in [0, 1, 1_500] as [Int64] {
        let instant = Instant.zero + .milliseconds(time)
        content.draw(at: instant, into: &frame)
        if let change = content.nextChange(after: instant) { precondition(change > instant, "changes lie ahead") }
    }
    message.styled = markup.styled(resources: resources)
    try? content.replace(message, swap: .now, at: .zero + .seconds(2))
    content.draw(at: .zero + .seconds(2), into: &frame)
    return 0
}
