import BitmapFonts
import Boards
import Foundation
import Marquee
import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import ledsign

/// How many writes a refresh of a 64x32 panel takes, with eleven planes; the usual method takes 34,848:
/// 16 rows x 11 planes x (3 x 64 + 6).
@Suite struct HUB75WriteTests {
    private static let bound = 34_848

    private let board: HUB75Board
    private let fonts: FontChain

    init() throws {
        let library = BoardLibrary(folder: CommandRunner.checkout.appendingPathComponent("boards").path)
        guard case .hub75(let wired) = try library.board("sim-hub75-64x32").panel else { throw WrongKindError() }
        board = wired
        let path = CommandRunner.checkout.appendingPathComponent("fonts/ledsign-16-bold.bdf").path
        fonts = FontChain([try FontFile.load(path: path)])
    }

    private struct WrongKindError: Error {}

    /// The most writes of any of the frames, and the refresh period.
    private func writes(_ frames: [Frame], _ kind: PortKind, brightness: Int) throws -> (maximum: Int, period: Int64) {
        let timing = PortTiming(kind: kind, writeTime: kind == .rp1 ? 30 : 20)
        var panel = HUB75Panel(
            encoder: try board.encoder(timing: timing),
            port: board.simulatedPort(into: SimulatedHUB75(board: board), timing: timing))
        try panel.start(at: .zero)
        var maximum = 0
        for frame in frames {
            var frame = frame
            frame.brightness = Brightness(percent: brightness)
            panel.show(frame)
            let before = panel.player.port.writes
            try panel.refresh(at: .zero)
            maximum = max(maximum, panel.player.port.writes - before)
        }
        let violations = panel.player.port.listener.violations
        #expect(violations.isEmpty, "\(violations.first.map { "\($0)" } ?? "")")
        return (maximum, panel.encoder.refreshPeriod)
    }

    /// A text at many offsets, in a colour on a background.
    private func text(_ color: UInt32, on background: UInt32 = 0) throws -> [Frame] {
        var message = Message("Fresh bread until noon, 3.50!", fonts: fonts)
        message.color = Color(rawValue: color)
        message.background = Color(rawValue: background)
        message.motion.scroll = .always
        let content = try MessageContent(message, size: Size(width: 64, height: 32))
        return (0..<60).map { number in
            var frame = Frame(size: Size(width: 64, height: 32), format: .rgb)
            content.draw(at: Instant(nanoseconds: Int64(number) * 170_000_000), into: &frame)
            return frame
        }
    }

    private func picture(_ color: (Int, Int) -> (Int, Int, Int)) -> Frame {
        var frame = Frame(size: Size(width: 64, height: 32), format: .rgb)
        for y in 0..<32 {
            for x in 0..<64 {
                let (red, green, blue) = color(x, y)
                frame.canvas.fill(
                    Rectangle(x: x, y: y, width: 1, height: 1),
                    with: Ink(Color(red: UInt8(red & 255), green: UInt8(green & 255), blue: UInt8(blue & 255))))
            }
        }
        return frame
    }

    /// Soft shapes in all colours, as a photograph has them.
    private var photograph: Frame {
        picture { x, y in
            let sky = 60 + 5 * y
            let hill = (x - 20) * (x - 20) / 6 + 8
            if y * 3 > 40 + hill / 8 { return (30 + 2 * x, 80 + y + x / 2, 20 + y / 2) }
            let sun = (x - 48) * (x - 48) + (y - 7) * (y - 7)
            return sun < 20 ? (255 - sun, 230 - 2 * sun, 120 - 3 * sun) : (sky, sky + 40 + x / 4, 200 + x / 2 - y)
        }
    }

    @Test("white and primary text take 3,000 writes at most, one colour 7,500, two 12,000", arguments: [100, 37])
    func texts(brightness: Int) throws {
        for (color, background, limit): (UInt32, UInt32, Int) in [
            (0xFFFFFF, 0, 3_000), (0xFF0000, 0, 3_000), (0x00FF00, 0, 3_000), (0x0000FF, 0, 3_000),
            (0xFFA500, 0, 7_500), (0xC85A1E, 0, 7_500), (0x3264FF, 0, 7_500), (0xFFA500, 0x102840, 12_000),
            (0x50C878, 0x301020, 12_000),
        ] {
            let maximum = try writes(text(color, on: background), .bcm, brightness: brightness).maximum
            #expect(maximum <= limit, "\(String(color, radix: 16)) on \(String(background, radix: 16)): \(maximum)")
            #expect(maximum > 64, "something is shown")
        }
    }

    @Test("a photograph takes 32,000 writes at most, on an RP1 25,000, and noise no more than the usual method")
    func pictures() throws {
        var random = SeededRandom(seed: 7)
        let noise = picture { _, _ in
            (
                Int.random(in: 0...255, using: &random), Int.random(in: 0...255, using: &random),
                Int.random(in: 0...255, using: &random)
            )
        }
        for brightness in [100, 37] {
            let photo = try writes([photograph], .bcm, brightness: brightness).maximum
            #expect(photo <= 32_000 && photo > 10_000, "\(photo)")
            let onRP1 = try writes([photograph], .rp1, brightness: brightness).maximum
            #expect(onRP1 <= 25_000, "\(onRP1)")
            let worst = try writes([noise], .bcm, brightness: brightness).maximum
            #expect(worst <= Self.bound, "\(worst)")
            let worstOnRP1 = try writes([noise], .rp1, brightness: brightness).maximum
            #expect(worstOnRP1 <= Self.bound, "\(worstOnRP1)")
        }
    }

    @Test("the refresh takes the same time for black, white, text and a photograph, to the nanosecond")
    func refreshPeriod() throws {
        let black = picture { _, _ in (0, 0, 0) }
        let white = picture { _, _ in (255, 255, 255) }
        let frames = [black, white, try text(0xFFA500)[7], photograph]
        for kind in PortKind.allCases where kind != .kernel {
            let timing = PortTiming(kind: kind, writeTime: 20)
            var panel = HUB75Panel(
                encoder: try board.encoder(timing: timing),
                port: board.simulatedPort(into: SimulatedHUB75(board: board), timing: timing))
            try panel.start(at: .zero)
            var lengths: Set<Int64> = []
            for frame in frames {
                panel.show(frame)
                let start = panel.player.port.time
                try panel.refresh(at: .zero)
                lengths.insert(panel.player.port.time - start)
            }
            let period = panel.encoder.refreshPeriod
            expectEqual(lengths, [period])
        }
    }
}
