import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

/// What a plain description of an effect says of one pixel of the area.
enum EffectCell {
    /// The pixel of the picture at a place.
    case picture(Int, Int)
    /// A light bar.
    case light
    /// What lies below.
    case nothing
}

/// A picture as a plain table: rows of colours, nil where it has no pixel.
struct EffectPicture: Content {
    let rows: [[Color?]]

    var size: Size { Size(width: rows.first?.count ?? 0, height: rows.count) }

    /// Random pixels; with gaps like a text, or without like a photo.
    init(size: Size, hasGaps: Bool, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        rows = (0..<size.height).map { _ in
            (0..<size.width).map { _ in
                if hasGaps, Bool.random(using: &random) { return nil }
                return Color(rawValue: UInt32.random(in: 0...0xFFFFFF, using: &random))
            }
        }
    }

    func draw(at instant: Instant, into frame: inout Frame) {
        for y in 0..<rows.count {
            for x in 0..<rows[y].count {
                if let color = rows[y][x] { frame.canvas.set(Point(x: x, y: y), to: EffectPicture.ink(color)) }
            }
        }
    }

    func nextChange(after instant: Instant) -> Instant? { nil }

    /// Mono canvases light every other colour.
    static func ink(_ color: Color) -> Ink { Ink(color, isLit: color.rawValue % 2 == 1) }

    func color(_ x: Int, _ y: Int) -> Color? {
        guard y >= 0, y < rows.count, x >= 0, x < rows[y].count else { return nil }
        return rows[y][x]
    }
}

/// A plain description of an effect: how many steps it has, and what each pixel shows at a step.
struct EffectModel {
    let effect: Effect
    let steps: (_ width: Int, _ height: Int) -> Int
    /// What pixel (x, y) of an area of that size shows at a step, on the way in or out.
    let cell: (_ size: Size, _ x: Int, _ y: Int, _ step: Int, _ isLeaving: Bool) -> EffectCell

    /// Widths of 1, odd and even, heights of 1 and beyond a word of 64 rows.
    static let sizes = [
        Size(width: 1, height: 1), Size(width: 1, height: 8), Size(width: 2, height: 3), Size(width: 5, height: 8),
        Size(width: 16, height: 8), Size(width: 21, height: 1), Size(width: 9, height: 67),
    ]
    static let light = Color(rawValue: 0x12FF34)
    static let background = Color(rawValue: 0x010203)
    static let margin = Point(x: 2, y: 1)

    /// Compares every step of the effect, both ways, with the description: in mono and RGB, for texts and full pictures,
    /// at the first and the last nanosecond of the step; nothing outside of the area may be touched.
    func check(sprite: ColoredStrip? = nil, over: (inout [[Color]], Size, Int) -> Void = { _, _, _ in }) {
        for (number, size) in Self.sizes.enumerated() {
            let combinations: [(Canvas.Format, Bool)] = [(.mono, number % 2 == 0), (.rgb, true), (.rgb, false)]
            for (format, hasGaps) in combinations {
                let picture = EffectPicture(size: size, hasGaps: hasGaps, seed: UInt64(number) * 7 + 1)
                for isLeaving in [false, true] {
                    check(picture, format: format, isLeaving: isLeaving, sprite: sprite, over: over)
                }
            }
        }
    }

    private func check(
        _ picture: EffectPicture, format: Canvas.Format, isLeaving: Bool, sprite: ColoredStrip?,
        over: (inout [[Color]], Size, Int) -> Void
    ) {
        let (size, count) = (picture.size, steps(picture.size.width, picture.size.height))
        // Neither a multiple of the steps nor of a millisecond.
        let (start, duration) = (Instant(nanoseconds: 77), Int64(1_234_567_891))
        let settings = EffectSettings(
            effect, duration: Nanoseconds(duration), sprite: sprite, light: EffectModel.light)
        let content = EffectContent(
            picture, size: size, entrance: isLeaving ? nil : settings, start: isLeaving ? .zero : start)
        if isLeaving { content.leave(settings, at: start) }
        for step in 0...count {
            let first = count == 0 ? 0 : (Int64(step) * duration + Int64(count) - 1) / Int64(count)
            let next = count == 0 ? first + 2 : (Int64(step + 1) * duration + Int64(count) - 1) / Int64(count)
            let change = content.nextChange(after: start + Nanoseconds(first))
            let expected = step < count ? start + Nanoseconds(next) : nil
            expectEqual(change, expected, "\(effect) \(size) step \(step)")
            let wanted = rows(picture, step: step, isLeaving: isLeaving, format: format, over: over)
            for time in [first, next - 1] {
                let got = EffectModel.drawn(content, size, format, at: start + Nanoseconds(time))
                let isEqual = got == wanted
                #expect(
                    isEqual,
                    """
                    \(effect) \(size) \(format) \(isLeaving ? "out" : "in") step \(step) of \(count)
                    \(EffectModel.text(got))
                    wanted
                    \(EffectModel.text(wanted))
                    """)
                guard isEqual else { return }
            }
        }
    }

    /// The rows of the canvas, with the margin, as the description has them.
    private func rows(
        _ picture: EffectPicture, step: Int, isLeaving: Bool, format: Canvas.Format,
        over: (inout [[Color]], Size, Int) -> Void
    ) -> [[Color]] {
        let size = picture.size
        let below = format == .mono ? Color.black : EffectModel.background
        var inner = [[Color]](repeating: [Color](repeating: below, count: size.width), count: size.height)
        for y in 0..<size.height {
            for x in 0..<size.width {
                switch cell(size, x, y, step, isLeaving) {
                case .nothing: break
                case .light: inner[y][x] = format == .mono ? .white : EffectModel.light
                case .picture(let sourceX, let sourceY):
                    guard let color = picture.color(sourceX, sourceY) else { break }
                    inner[y][x] = format == .rgb ? color : EffectPicture.ink(color).isLit ? .white : .black
                }
            }
        }
        if format == .rgb { over(&inner, size, step) }
        let width = size.width + 2 * EffectModel.margin.x
        var rows = [[Color]](
            repeating: [Color](repeating: below, count: width), count: size.height + 2 * EffectModel.margin.y)
        for y in 0..<size.height {
            for x in 0..<size.width { rows[y + EffectModel.margin.y][x + EffectModel.margin.x] = inner[y][x] }
        }
        return rows
    }

    /// Draws in an area within a larger canvas on a background and returns all its rows.
    static func drawn(_ content: some Content, _ size: Size, _ format: Canvas.Format, at instant: Instant) -> [[Color]]
    {
        let whole = Size(width: size.width + 2 * margin.x, height: size.height + 2 * margin.y)
        var frame = Frame(size: whole, format: format)
        if format == .rgb { frame.canvas.fill(Ink(background)) }
        // The area is larger than the content's: nothing may be drawn beyond its size.
        frame.withArea(Rectangle(x: margin.x, y: margin.y, width: size.width + margin.x, height: size.height + 1)) {
            content.draw(at: instant, into: &$0)
        }
        return (0..<whole.height).map { y in (0..<whole.width).map { x in frame.canvas.color(x: x, y: y) } }
    }

    static func text(_ rows: [[Color]]) -> String {
        rows.map { row in
            row.map { $0 == .black ? "......" : String($0.rawValue | 0x1000000, radix: 16).dropFirst() }
                .joined(separator: " ")
        }.joined(separator: "\n")
    }
}
