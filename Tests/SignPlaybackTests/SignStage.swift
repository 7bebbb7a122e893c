import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignTestSupport
import Timelines

@testable import SignPlayback

/// A sign on the manual clocks, as tests look at it: directed and drawn for instants since its start.
final class SignStage {
    let player: SignPlayer
    let format: Canvas.Format

    /// Later than zero, and between two columns.
    static let start = Instant.zero + .milliseconds(777)

    init(
        _ text: String, size: Size = Size(width: 32, height: 8), format: Canvas.Format = .mono,
        clock: any WallClock = ManualWallClock(wall: WallTime(seconds: 1_767_268_800), at: SignStage.start)
    ) throws {
        self.format = format
        player = try SignPlayer(
            try SignFile(parsing: text, path: "s.yaml"), size: size, fonts: TestFonts.fonts, clock: clock,
            start: Self.start)
    }

    func instant(_ milliseconds: Int64) -> Instant { Self.start + .milliseconds(milliseconds) }

    func show(_ text: String, at milliseconds: Int64) throws {
        try player.show(try SignFile(parsing: text, path: "s.yaml"), at: instant(milliseconds))
    }

    /// The picture at a time since the start, directed before as every draw is.
    func picture(at milliseconds: Int64) -> String {
        player.direct(at: instant(milliseconds))
        return undirectedPicture(at: milliseconds)
    }

    func undirectedPicture(at milliseconds: Int64) -> String {
        var frame = Frame(size: player.size, format: format)
        player.draw(at: instant(milliseconds), into: &frame)
        return art(frame.canvas)
    }

    /// The columns of the picture, from the left.
    func columns(at milliseconds: Int64) -> [String] { Self.columns(picture(at: milliseconds)) }

    static func columns(_ picture: String) -> [String] {
        let rows = picture.split(separator: "\n").map(Array.init)
        guard let width = rows.first?.count else { return [] }
        return (0..<width).map { x in String(rows.map { $0[x] }) }
    }

    /// The columns of a text on its own, with the spacing behind it.
    static func strip(_ text: String, spacing: Int = 0, extra: String = "") throws -> [String] {
        let wide = try SignStage(
            "message: {text: \"\(text)\", scroll: never\(extra)}", size: Size(width: 600, height: 8))
        var columns = wide.columns(at: 0)
        let blank = String(repeating: ".", count: 8)
        while columns.last == blank { columns.removeLast() }
        // The letters of the font end with one empty column, which belongs to their advance.
        return columns + [String](repeating: blank, count: spacing + 1)
    }
}
