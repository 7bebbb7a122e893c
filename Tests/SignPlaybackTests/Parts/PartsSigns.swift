import Marquee
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Parts of tests, written as in sign files.
enum PartsSigns {
    /// Makes the content of the parts of a message, given by its keys.
    ///
    /// - Throws: what is wrong with them.
    static func content(
        _ text: String, _ width: Int, _ height: Int, start: Instant = .zero,
        time: any LocalTimeSource & Sendable = ClockFace(), isCalm: Bool = false
    ) throws -> PartsContent {
        let calm = isCalm ? "calm: {reduced-motion: yes}\n" : ""
        let file = try SignFile(parsing: calm + "messages: []\n", path: "s.yaml")
        let message = try SignMessage(parsing: text, for: file)
        let maker = MessageMaker(file: file, fonts: FontCache(TestFonts.fonts), values: TextValues(), time: time)
        let size = Size(width: width, height: height)
        maker.images.request(maker.imageKeys(of: message, size: size))
        maker.images.settle()
        return try maker.parts(try #require(message.parts), size: size, start: start)
    }

    /// The problems of such a text, one a line, without the path.
    static func problems(_ text: String) -> [String] {
        do {
            _ = try content(text, 32, 8)
            return []
        } catch {
            return "\(error)".split(separator: "\n").map { String($0.drop { $0 != ":" }.dropFirst()) }
        }
    }
}

/// The picture of content at a time after the start, as text.
func shown(
    _ content: any Content, at milliseconds: Double, _ width: Int, _ height: Int, _ format: Canvas.Format = .mono
) -> String {
    var frame = Frame(size: Size(width: width, height: height), format: format)
    content.draw(at: Instant(nanoseconds: Int64(milliseconds * 1_000_000)), into: &frame)
    return art(frame.canvas)
}

/// The milliseconds of all changes up to a time.
func changes(_ content: any Content, until milliseconds: Double) -> [Double] {
    var found: [Double] = []
    var instant = Instant.zero
    while found.count < 1000, let next = content.nextChange(after: instant) {
        guard Double(next.nanoseconds) <= milliseconds * 1_000_000 else { break }
        found.append(Double(next.nanoseconds) / 1_000_000)
        instant = next
    }
    return found
}
