import Marquee
import PixelGraphics
import SettingsFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignContent

/// Time-lines of tests, written as in sign files.
enum TimeLineSigns {
    /// Reads `parts:` of a text; throws what is wrong with it.
    static func read(_ text: String, isCalm: Bool = false) throws -> SignTimeLine {
        var fields = SignFields(try SettingsFile<SignProblem>.read(Array(text.utf8), path: "s.yaml", form: .sign).get())
        var context = SignContext()
        context.style.reducesMotion = isCalm
        let line = SignTimeLine.reading(&fields, context: context)
        fields.noteUnknownKeys()
        guard let line, fields.problems.isEmpty else { throw SignError(problems: fields.problems) }
        return line
    }

    /// Makes the content of such a text.
    static func content(
        _ text: String, _ width: Int, _ height: Int, start: Instant = .zero,
        time: any LocalTimeSource & Sendable = UnknownLocalTime(), isCalm: Bool = false
    ) throws -> TimeLineContent {
        let file = SignFile(zones: [], path: "s.yaml", board: nil, stall: nil)
        let maker = MessageMaker(file: file, fonts: FontCache(TestFonts.fonts), surroundings: SignSurroundings())
        let surroundings = TimeLineSurroundings(maker, time: time) { path, _ in
            .failure(TimeLineTrouble("no picture \(path)"))
        }
        return try TimeLineBuilder(surroundings).content(
            try read(text, isCalm: isCalm), size: Size(width: width, height: height), start: start)
    }

    /// The problems of such a text, one a line, without the path.
    static func problems(_ text: String) -> [String] {
        do {
            _ = try content(text, 32, 8)
            return []
        } catch {
            return "\(error)".split(separator: "\n").map { String($0.dropFirst("s.yaml:".count)) }
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
