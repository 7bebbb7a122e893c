import Foundation
import Marquee
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@Suite struct PanelWallContentTests {
    /// 2026-11-22T00:00Z.
    private static let utc: Int64 = 1_795_305_600_000_000_000
    private static let whole = Size(width: 96, height: 8)

    private func marquee(speed: Int64 = 40, rendering: MotionRendering = .pixel) -> Marquee {
        var random = SeededRandom(seed: 1)
        var mask = MonoBitmap(width: 150, height: 8)
        for y in 0..<8 { for x in 0..<150 { mask[x, y] = Bool.random(using: &random) } }
        var style = MarqueeStyle()
        style.pace = .speed(Speed(speed))
        style.spacing = 5
        style.rendering = rendering
        return Marquee(ColoredStrip(mask: mask, ink: .white), style: style, size: Self.whole)
    }

    private func sign(_ x: Int, _ width: Int, zero: Int64, rendering: MotionRendering = .pixel) -> PanelWallContent {
        PanelWallContent(
            marquee(rendering: rendering), size: Self.whole, window: Rectangle(x: x, y: 0, width: width, height: 8),
            epoch: PanelWallEpoch(wallTime: Self.utc, at: Instant(nanoseconds: Self.utc - zero)))
    }

    private func picture(_ content: any Content, _ width: Int, at instant: Instant, _ format: Canvas.Format = .mono)
        -> Frame
    {
        var frame = Frame(size: Size(width: width, height: 8), format: format)
        content.draw(at: instant, into: &frame)
        return frame
    }

    /// The columns of pictures side by side.
    private func columns(_ frames: [Frame]) -> [[Color]] {
        frames.flatMap { frame in
            (0..<frame.canvas.size.width).map { x in
                (0..<8).map { y in
                    frame.canvas.format == .mono ? (frame.canvas.mono[x, y] ? .white : .black) : frame.canvas.rgb[x, y]
                }
            }
        }
    }

    @Test("signs with clocks of different zeros show the picture of one wide sign, in pixels and between them")
    func oneWideSign() {
        let zeros: [Int64] = [0, Self.utc - 77_000_000_000, Self.utc - 86_400_000_000_123]
        let widths = [32, 40, 24]
        for (rendering, format) in [(MotionRendering.pixel, Canvas.Format.mono), (.smooth, .rgb)] {
            let wide = marquee(rendering: rendering)
            let signs = [(0, 0), (1, 32), (2, 72)].map {
                sign($0.1, widths[$0.0], zero: zeros[$0.0], rendering: rendering)
            }
            for step in 0..<200 {
                let time = Self.utc + Int64(step) * 7_777_777
                let expected = columns([picture(wide, 96, at: Instant(nanoseconds: time), format)])
                let parts = signs.indices.map {
                    picture(signs[$0], widths[$0], at: Instant(nanoseconds: time - zeros[$0]), format)
                }
                expectEqual(columns(parts), expected)
            }
        }
    }

    @Test("processes that share nothing but UTC render one picture")
    func processes() throws {
        let times = (0..<20).map { Self.utc + $0 * 123_456_789 }
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("wall-probe")
        func rows(zero: Int64, x: Int, width: Int) throws -> [String] {
            let process = Process()
            process.executableURL = program
            process.arguments = (["\(zero)", "\(x)", "\(width)", "40"] + times.map { "\($0)" })
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            expectEqual(process.terminationStatus, 0)
            return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        let left = try rows(zero: Self.utc - 1_000_000_007, x: 0, width: 60)
        let right = try rows(zero: Self.utc - 99_999_999_999_991, x: 60, width: 36)
        let wide = try rows(zero: 0, x: 0, width: 96)
        #expect(wide.count == 160 && Set(wide).count > 50)
        expectEqual(zip(left, right).map { $0 + $1 }, wide)
    }

    @Test("a step of one wall clock by 5 s moves nothing at once; it is made good at half a pixel in 25 s")
    func step() {
        let sign = sign(0, 96, zero: 0)
        let moment = Instant(nanoseconds: Self.utc) + .seconds(60)
        let undisturbed = marquee()
        let revision = sign.revision
        sign.record(wallTime: moment.nanoseconds + 5_000_000_000, at: moment)
        #expect(sign.revision != revision)
        func offset(_ time: Nanoseconds) -> Int {
            undisturbed.offset(at: sign.shared(moment + time)) - undisturbed.offset(at: moment + time)
        }
        expectEqual(columns([picture(sign, 96, at: moment)]), columns([picture(undisturbed, 96, at: moment)]))
        // 40 px/s: 1 px is 25 ms, which 500 ppm make in 50 s.
        for seconds in stride(from: Int64(0), through: 500, by: 1) {
            let ahead = offset(.seconds(seconds))
            #expect(ahead == Int(seconds) / 50 || ahead == Int(seconds) / 50 + 1)
        }
        expectEqual(offset(.seconds(10_000)), 200)
        expectEqual(offset(.seconds(20_000)), 200)
    }

    @Test("nothing changes between an instant and the next change, also while the clock is followed")
    func nextChange() {
        let sign = sign(10, 40, zero: Self.utc - 5_000_000_000)
        for jump in [Int64(0), 3_000_000_000, -3_000_000_000] {
            var now = Instant(nanoseconds: 5_000_000_000)
            sign.record(wallTime: Self.utc + jump, at: now)
            for _ in 0..<200 {
                guard let next = sign.nextChange(after: now) else {
                    Issue.record("a marquee never stops changing")
                    return
                }
                #expect(next > now)
                let before = marquee().offset(at: sign.shared(now))
                expectEqual(marquee().offset(at: sign.shared(next - .one)), before)
                expectEqual(marquee().offset(at: sign.shared(next)), before + 1)
                now = next
            }
        }
    }

    @Test("nothing outside the window is drawn, and drawing allocates nothing")
    func window() {
        let sign = sign(30, 20, zero: 0)
        var frame = Frame(size: Size(width: 64, height: 16), format: .mono)
        sign.draw(at: Instant(nanoseconds: Self.utc), into: &frame)
        var outside = 0
        for y in 0..<16 { for x in 0..<64 where x >= 20 || y >= 8 { outside += frame.canvas.mono[x, y] ? 1 : 0 } }
        expectEqual(outside, 0)
        let count = allocations {
            for step in 0..<100 {
                let instant = Instant(nanoseconds: Self.utc + Int64(step) * 30_000_000)
                sign.draw(at: instant, into: &frame)
                _ = sign.nextChange(after: instant)
            }
        }
        expectEqual(count, 0)
    }
}
