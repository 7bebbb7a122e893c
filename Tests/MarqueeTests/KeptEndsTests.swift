import PixelGraphics
import SignTestSupport
import Testing

@testable import Marquee

/// What a strip has in common with the one that takes its place.
@Suite struct KeptEndsTests {
    private static let red = Color(red: 255, green: 0, blue: 0)
    private static let blue = Color(red: 0, green: 0, blue: 255)

    /// Blocks of pixels side by side, some over each other and some beyond the edge.
    private func blocks(_ random: inout SeededRandom) -> [(strip: ColoredStrip, at: Point)] {
        var x = Int.random(in: -2...1, using: &random)
        return (0..<Int.random(in: 1...7, using: &random)).map { _ in
            let size = Size(width: .random(in: 1...5, using: &random), height: .random(in: 1...3, using: &random))
            var mask = MonoBitmap(size: size)
            for column in 0..<size.width {
                for row in 0..<size.height { mask[column, row] = Int.random(in: 0..<3, using: &random) > 0 }
            }
            let color: Color = [Self.red, Self.blue, .white][Int.random(in: 0..<3, using: &random)]
            defer { x += size.width + Int.random(in: -2...24, using: &random) }
            return (ColoredStrip(mask: mask, ink: Ink(color)), Point(x: x, y: .random(in: 0...2, using: &random)))
        }
    }

    private func strip(_ blocks: [(strip: ColoredStrip, at: Point)], _ isHorizontal: Bool) -> ColoredStrip {
        let length = blocks.map { $0.at.x + $0.strip.size.width }.max() ?? 0
        let size = isHorizontal ? Size(width: length, height: 4) : Size(width: 4, height: length)
        let places = blocks.map { ($0.strip, isHorizontal ? $0.at : Point(x: $0.at.y, y: $0.at.x)) }
        return ColoredStrip(size: size, strips: places)
    }

    /// Another strip in which one block is another one, or is gone, and those behind it have moved.
    private func changed(
        _ blocks: [(strip: ColoredStrip, at: Point)], _ random: inout SeededRandom
    ) -> [(strip: ColoredStrip, at: Point)] {
        var blocks = blocks
        let place = Int.random(in: blocks.indices, using: &random)
        let step = Int.random(in: 0..<3, using: &random) == 0 ? 0 : Int.random(in: -1...4, using: &random)
        for number in blocks.indices.dropFirst(place + 1) { blocks[number].at.x += step }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: blocks.remove(at: place)
        case 1: break
        default: blocks[place].strip = self.blocks(&random)[0].strip
        }
        return blocks.isEmpty ? self.blocks(&random) : blocks
    }

    /// The lines across the motion, a letter for each pixel.
    private func lines(_ strip: ColoredStrip, _ isHorizontal: Bool) -> [[Character]] {
        var canvas = Canvas(size: strip.size, format: .rgb, tracksCoverage: true)
        strip.draw(at: .zero, into: &canvas)
        func letter(_ x: Int, _ y: Int) -> Character {
            guard canvas.coverage[x, y] else { return "." }
            return canvas.rgb[x, y] == Self.red ? "r" : canvas.rgb[x, y] == Self.blue ? "b" : "w"
        }
        let (length, across) =
            isHorizontal ? (strip.size.width, strip.size.height) : (strip.size.height, strip.size.width)
        return (0..<length).map { place in
            (0..<across).map { isHorizontal ? letter(place, $0) : letter($0, place) }
        }
    }

    /// The same found by comparing all pixels.
    private func model(_ new: [[Character]], _ old: [[Character]], inLetters: Bool) -> KeptEnds {
        let start = zip(new, old).prefix { $0 == $1 }.count
        let room = min(new.count, old.count) - start
        let end = min(room, zip(new.reversed(), old.reversed()).prefix { $0 == $1 }.count)
        guard inLetters else { return KeptEnds(start: start, end: end) }
        let isEmpty = new.map { line in line.allSatisfy { $0 == "." } }
        var (first, last) = (start, end)
        let space = min(new.count, old.count)
        while first > 0, first < space, !isEmpty[first - 1] { first -= 1 }
        while last > 0, last < space, !isEmpty[new.count - last] { last -= 1 }
        if isEmpty.prefix(first).allSatisfy({ $0 }) { first = 0 }
        if isEmpty.suffix(last).allSatisfy({ $0 }) { last = 0 }
        return KeptEnds(start: first, end: last)
    }

    @Test("what is kept is what comparing all pixels finds", arguments: [true, false])
    func same(isHorizontal: Bool) {
        var random = SeededRandom(seed: isHorizontal ? 1 : 2)
        for number in 0..<1_500 {
            let blocks = blocks(&random)
            let others = changed(blocks, &random)
            let (old, new) = (strip(blocks, isHorizontal), strip(others, isHorizontal))
            let (before, after) = (lines(old, isHorizontal), lines(new, isHorizontal))
            let inLetters = number % 2 == 0
            let kept = new.keptEnds(of: old, isHorizontal: isHorizontal, inLetters: inLetters)
            let expected = model(after, before, inLetters: inLetters)
            #expect(kept == expected, "\(number): \(before) \(after)")
        }
    }

    @Test("letters with smooth edges are the same only where as much of each pixel is covered")
    func smoothEdges() {
        let mask = MonoBitmap(width: 40, height: 3, fill: true)
        var shares = [UInt8](repeating: 200, count: 120)
        func strip() -> ColoredStrip {
            ColoredStrip(
                size: mask.size, parts: [ColoredStrip.Part(x: 0, y: 0, mask: mask, shares: shares, ink: Ink(.white))])
        }
        let old = strip()
        expectEqual(strip().keptEnds(of: old, isHorizontal: true, inLetters: false), KeptEnds(start: 40, end: 0))
        // Row 1, column 30.
        shares[70] = 100
        expectEqual(strip().keptEnds(of: old, isHorizontal: true, inLetters: false), KeptEnds(start: 30, end: 9))
    }

    @Test("blocks that begin alike are kept as far as nothing else reaches into them")
    func alike() {
        let mask = MonoBitmap(width: 40, height: 3, fill: true)
        var other = mask
        other[30, 1] = false
        let (dot, size) = (MonoBitmap(width: 1, height: 1, fill: true), Size(width: 60, height: 4))
        func strip(_ mask: MonoBitmap, dot place: Int, _ color: Color = Self.red) -> ColoredStrip {
            ColoredStrip(
                size: size,
                strips: [
                    (ColoredStrip(mask: mask, ink: Ink(color)), Point(x: 2, y: 0)),
                    (ColoredStrip(mask: dot, ink: Ink(Self.blue)), Point(x: place, y: 2)),
                ])
        }
        let old = strip(mask, dot: 50)
        func kept(_ new: ColoredStrip) -> KeptEnds { new.keptEnds(of: old, isHorizontal: true, inLetters: false) }
        expectEqual(kept(strip(other, dot: 50)), KeptEnds(start: 32, end: 27))
        expectEqual(kept(strip(other, dot: 5)), KeptEnds(start: 5, end: 9))
        expectEqual(kept(strip(other, dot: 50, Self.blue)), KeptEnds(start: 2, end: 18))
        expectEqual(
            strip(mask, dot: 50).keptEnds(of: strip(mask, dot: 7), isHorizontal: true, inLetters: false).start, 7)
    }

    @Test("nothing is kept of a strip of another height")
    func otherHeight() {
        let strip = ColoredStrip(mask: MonoBitmap(width: 4, height: 3, fill: true), ink: Ink(Self.red))
        let higher = ColoredStrip(mask: MonoBitmap(width: 4, height: 4, fill: true), ink: Ink(Self.red))
        expectEqual(higher.keptEnds(of: strip, isHorizontal: true, inLetters: false), KeptEnds.none)
        expectEqual(strip.keptEnds(of: strip, isHorizontal: true, inLetters: false), KeptEnds(start: 4, end: 0))
    }
}
