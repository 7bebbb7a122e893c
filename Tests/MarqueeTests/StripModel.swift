import PixelGraphics
import SignTestSupport
import Timelines

@testable import Marquee

/// A plain model of a loop: content columns as an array, arithmetic as in a book.
///
/// Screen column x at time t shows content column (x + floor(v t)) mod (C + S); columns from C on are dark.
struct StripModel {
    let columns: [UInt64]
    let spacing: Int

    /// v = numerator / denominator px/s, t in nanoseconds: floor(v t), by long division towards minus infinity.
    static func offset(numerator: Int64, denominator: Int64, nanoseconds: Int64) -> Int128 {
        let product = Int128(numerator) * Int128(nanoseconds)
        let divisor = Int128(denominator) * 1_000_000_000
        let quotient = product / divisor
        return product < 0 && quotient * divisor != product ? quotient - 1 : quotient
    }

    func column(_ x: Int, offset: Int128) -> UInt64 {
        let period = Int128(max(columns.count + spacing, 1))
        let index = Int(((Int128(x) + offset) % period + period) % period)
        return index < columns.count ? columns[index] : 0
    }
}

extension MarqueeStyle {
    init(
        _ speed: String, direction: Direction = .left, spacing: Int = 16,
        change: (inout MarqueeStyle) -> Void = { _ in }
    ) {
        self.init()
        scroll = .always
        self.direction = direction
        self.spacing = spacing
        pace = .speed(Speed(decimal: speed) ?? .zero)
        change(&self)
    }
}

extension Instant {
    static func seconds(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }
}

extension ColoredStrip {
    /// Columns of eight rows; bit 0 is the top one.
    init(columns: [UInt64], height: Int = 8, ink: Ink = .white) {
        self.init(
            mask: MonoBitmap(size: Size(width: columns.count, height: height), columns: columns), ink: ink)
    }

    /// A strip from ASCII art.
    init(art: String, ink: Ink = .white) { self.init(mask: bitmap(art), ink: ink) }

    /// Random columns, none of them dark.
    static func random(_ width: Int, using random: inout SeededRandom) -> [UInt64] {
        (0..<width).map { _ in UInt64.random(in: 1...255, using: &random) }
    }
}

/// Content that draws another picture at every tick of a schedule.
final class Ticking: Content {
    private let schedule: any TickSchedule
    private let drawing: (Tick?, inout Frame) -> Void

    init(_ schedule: any TickSchedule, drawing: @escaping (Tick?, inout Frame) -> Void) {
        self.schedule = schedule
        self.drawing = drawing
    }

    func draw(at instant: Instant, into frame: inout Frame) { drawing(schedule.latest(at: instant), &frame) }

    func nextChange(after instant: Instant) -> Instant? { schedule.next(after: instant) }
}

/// Draws into a dark canvas.
func picture(_ content: some Content, at instant: Instant, _ size: Size, _ format: Canvas.Format = .mono) -> Canvas {
    var frame = Frame(size: size, format: format)
    content.draw(at: instant, into: &frame)
    return frame.canvas
}

func drawn(_ content: some Content, at instant: Instant, _ size: Size, _ format: Canvas.Format = .mono) -> String {
    art(picture(content, at: instant, size, format))
}

func same(_ left: Canvas, _ right: Canvas) -> Bool { left.mono == right.mono && left.rgb == right.rgb }

extension MarqueeState {
    init(
        content: Content, length: Int, speeds: SpeedProfile = SpeedProfile(), style: MarqueeStyle, extent: Int,
        start: Instant
    ) {
        self.init(
            Stretch(content: content, length: length, speeds: speeds), style: style, extent: extent, start: start)
    }

    mutating func replace(_ content: Content, length: Int, swap: Swap, at instant: Instant) {
        replace(Stretch(content: content, length: length), swap: swap, at: instant)
    }
}

extension Still {
    init(frames: [ImageAnimation.Frame], loops: Int? = nil, start: Instant = .zero) {
        self.init(ColoredStrip(ImageAnimation(frames: frames, loops: loops), start: start))
    }
}

/// A fill of the whole area in one ink; never changes.
struct Fill: Content {
    private let ink: Ink

    init(_ ink: Ink) { self.ink = ink }

    func draw(at instant: Instant, into frame: inout Frame) { frame.canvas.fill(ink) }

    func nextChange(after instant: Instant) -> Instant? { nil }
}
