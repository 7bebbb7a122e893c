import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import Marquee

@Suite("Content that follows in and then stands")
struct ArrivalTests {
    /// A strip of columns: each one of `rows` is a row.
    private func strip(_ rows: String) -> ColoredStrip { ColoredStrip(mask: bitmap(rows), ink: .white) }

    private func picture(_ marquee: Marquee, at instant: Instant) -> String {
        var frame = Frame(size: marquee.size, format: .mono)
        marquee.draw(at: instant, into: &frame)
        return art(frame.canvas)
    }

    private func style(_ align: HorizontalAlignment, _ direction: Direction = .left) -> MarqueeStyle {
        var style = MarqueeStyle()
        style.pace = .speed(Speed(1))
        style.spacing = 2
        style.align = align
        style.direction = direction
        return style
    }

    private func pictures(_ marquee: Marquee, _ seconds: ClosedRange<Int64>) -> [String] {
        seconds.map { picture(marquee, at: .zero + .seconds($0)) }
    }

    @Test("C2: a text that fits follows the old one in at the edge, pixel by pixel, and stops in its place")
    func leftAligned() {
        let marquee = Marquee(strip("##.#.##"), style: style(.left), size: Size(width: 5, height: 1))
        marquee.replace(strip("#.#"), at: .zero + .seconds(1))
        expectEqual(
            pictures(marquee, 1...11),
            [
                "#.#.#", ".#.##", "#.##.", ".##..", "##..#", "#..#.", "..#.#", ".#.#.", "#.#..", "#.#..", "#.#..",
            ])
        expectEqual(marquee.nextChange(after: .zero + .seconds(8)), .zero + .seconds(9))
        #expect(marquee.nextChange(after: .zero + .seconds(9)) == nil)
    }

    @Test("C2: where it stands in the middle, the old one is gone when it gets there")
    func centred() {
        let marquee = Marquee(strip("#######"), style: style(.center), size: Size(width: 6, height: 1))
        marquee.replace(strip("##"), at: .zero)
        let last = picture(marquee, at: .zero + .seconds(100))
        expectEqual(last, "..##..")
        let all = pictures(marquee, 0...12)
        expectEqual(all.first, "######")
        // Every second moves the whole picture by one column until it stands.
        for (before, after) in zip(all, all.dropFirst()) where before != last {
            expectEqual(before.dropFirst(), after.dropLast(), "\(before) and then \(after)")
        }
    }

    @Test("C2: the same to the right", arguments: HorizontalAlignment.allCases)
    func backwards(align: HorizontalAlignment) {
        let marquee = Marquee(strip("#######"), style: style(align, .right), size: Size(width: 6, height: 1))
        marquee.replace(strip("##"), at: .zero)
        let last = picture(marquee, at: .zero + .seconds(100))
        expectEqual(last, [.left: "##....", .center: "..##..", .right: "....##"][align])
        let all = pictures(marquee, 0...15)
        expectEqual(all.first, "######")
        for (before, after) in zip(all, all.dropFirst()) where before != last {
            expectEqual(before.dropLast(), after.dropFirst(), "\(before) and then \(after)")
        }
    }

    @Test("C4: an empty text lets the old one scroll out and leaves the panel dark")
    func nothingFollows() {
        let marquee = Marquee(strip("#######"), style: style(.left), size: Size(width: 5, height: 1))
        marquee.replace(.empty, at: .zero)
        expectEqual(
            pictures(marquee, 0...8),
            [
                "#####", "#####", "#####", "####.", "###..", "##...", "#....", ".....", ".....",
            ])
        #expect(marquee.nextChange(after: .zero + .seconds(9)) == nil)
    }

    @Test("C2: a text that waits unseen is replaced; a drag and a pause stop the arriving text at its position")
    func eventsOnTheWay() {
        let marquee = Marquee(strip("##.#.##"), style: style(.left), size: Size(width: 5, height: 1))
        marquee.replace(strip("#.#"), at: .zero + .seconds(1))
        marquee.replace(strip("###"), at: .zero + .seconds(2))
        marquee.pause(at: .zero + .seconds(6))
        expectEqual(picture(marquee, at: .zero + .seconds(50)), "#..##")
        marquee.resume(at: .zero + .seconds(50))
        expectEqual(picture(marquee, at: .zero + .seconds(51)), "..###")
        expectEqual(picture(marquee, at: .zero + .seconds(60)), "###..")
        marquee.beginDrag(at: .zero + .seconds(60))
        marquee.drag(by: 2, at: .zero + .seconds(60))
        expectEqual(picture(marquee, at: .zero + .seconds(60)), "..###")
        marquee.release(at: .zero + .seconds(60))
        expectEqual(picture(marquee, at: .zero + .seconds(70)), "###..")
    }
}
