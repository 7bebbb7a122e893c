import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

@testable import SignHost

/// A display engine whose test decides when it has taken a picture over.
private struct ScriptedEngine: ScanOutPort {
    let mode: ScanOutMode
    /// The picture that is scanned out, and the one that is not.
    var shown: UnsafeMutableBufferPointer<UInt32>
    var hidden: UnsafeMutableBufferPointer<UInt32>
    var isPending = false
    var draws = 0
    /// What the kernel's engine refuses with EBUSY.
    var drawsWhileFlipping = 0
    var flips = 0
    var stops = 0

    init(_ mode: ScanOutMode) {
        self.mode = mode
        let count = mode.columns.visible * mode.lines.visible
        shown = .allocate(capacity: count)
        hidden = .allocate(capacity: count)
        shown.initialize(repeating: 0)
        hidden.initialize(repeating: 0)
    }

    func isFlipping() -> Bool { isPending }
    mutating func draw(_ body: (UnsafeMutableBufferPointer<UInt32>, Int) -> Void) {
        draws += 1
        if isPending { drawsWhileFlipping += 1 }
        body(hidden, mode.columns.visible)
    }
    mutating func flip() {
        flips += 1
        isPending = true
    }
    mutating func stop() {
        stops += 1
        isPending = false
    }

    /// The next frame begins.
    mutating func take() {
        if isPending { swap(&shown, &hidden) }
        isPending = false
    }
}

@Suite("RefreshedScanOut")
struct RefreshedScanOutTests {
    private let plan: ScanOutPlan

    init() throws {
        var settings = ScanSettings()
        settings.planes = 2
        let matrix = HUB75Matrix(columns: 4, rowPairs: 2)
        plan = try ScanOutPlan(
            matrix: matrix, map: PixelMap(identity: matrix.size), lines: .regular, settings: settings)
    }

    private func picture(_ color: Color) -> ScanOutPicture {
        var frame = Frame(size: Size(width: 4, height: 4), format: .rgb)
        frame.canvas.fill(Rectangle(x: 1, y: 1, width: 2, height: 2), with: Ink(color))
        var encoder = ScanOutEncoder(plan)
        var picture = ScanOutPicture(plan)
        encoder.encode(frame, into: &picture)
        return picture
    }

    /// What a new writer makes of a picture.
    private func pixels(_ picture: ScanOutPicture) -> [UInt32] {
        var pixels = [UInt32](repeating: 0, count: plan.mode.columns.visible * plan.mode.lines.visible)
        var writer = ScanOutWriter(plan)
        pixels.withUnsafeMutableBufferPointer {
            writer.write(picture, into: $0, stride: plan.mode.columns.visible)
        }
        return pixels
    }

    @Test("it starts again while a picture is flipped to, when that has been taken over")
    func startsAgain() throws {
        var panel = RefreshedScanOut(plan: plan, port: ScriptedEngine(plan.mode))
        try panel.start(at: .zero)
        panel.port.take()
        try panel.show(picture(.white), at: milliseconds(1))
        // The guardian has darkened the panel meanwhile.
        try panel.start(at: milliseconds(2))
        let (early, stops) = (panel.port.drawsWhileFlipping, panel.port.stops)
        #expect(early == 0 && stops == 1)
        panel.port.take()
        let isDark = panel.port.shown.allSatisfy { $0 & 1 << (18 - 4) != 0 }
        #expect(isDark)
    }

    @Test("it starts dark, shows a picture by one flip, and does nothing while the picture stands still")
    func standingStill() throws {
        var panel = RefreshedScanOut(plan: plan, port: ScriptedEngine(plan.mode))
        try panel.start(at: .zero)
        panel.port.take()
        let outputEnable: UInt32 = 1 << (18 - 4)
        #expect(panel.port.shown.allSatisfy { $0 & outputEnable != 0 })
        let red = picture(Color(red: 255, green: 0, blue: 0))
        try panel.show(red, at: milliseconds(1))
        panel.port.take()
        #expect(panel.port.shown.elementsEqual(pixels(red)))
        let isQuiet = !panel.needsRefresh && panel.nextHealing == nil
        #expect(isQuiet && panel.traffic.messages == 1)
        try panel.refresh(red, at: milliseconds(2))
        try panel.heal(at: milliseconds(1_000))
        #expect(panel.port.draws == 2 && panel.port.flips == 2)
        try panel.stop()
        expectEqual(panel.port.stops, 1)
    }

    @Test("while the engine has not taken a picture over, only the newest of the next ones waits for it")
    func waiting() throws {
        var panel = RefreshedScanOut(plan: plan, port: ScriptedEngine(plan.mode))
        try panel.start(at: .zero)
        panel.port.take()
        let colors = [0xFF0000, 0xFF00, 0xFF].map { Color(rawValue: $0) }
        let (red, green, blue) = (picture(colors[0]), picture(colors[1]), picture(colors[2]))
        try panel.show(red, at: milliseconds(0))
        try panel.show(green, at: milliseconds(1))
        try panel.show(blue, at: milliseconds(2))
        expectEqual(panel.port.draws, 2)
        let due = panel.nextHealing ?? .distantFuture
        #expect(due > milliseconds(2) && due < milliseconds(12))
        try panel.heal(at: due)
        #expect(panel.port.draws == 2 && panel.nextHealing.map { $0 > due } == true)
        panel.port.take()
        #expect(panel.port.shown.elementsEqual(pixels(red)))
        try panel.heal(at: due)
        expectEqual(panel.port.draws, 2, "not before it is due")
        let next = panel.nextHealing ?? .distantFuture
        try panel.heal(at: next)
        panel.port.take()
        #expect(panel.port.shown.elementsEqual(pixels(blue)) && panel.nextHealing == nil)
        try panel.stop()
        #expect(panel.nextHealing == nil)
    }

    @Test("pictures are shown without allocations")
    func allocations() throws {
        var panel = RefreshedScanOut(plan: plan, port: ScriptedEngine(plan.mode))
        try panel.start(at: .zero)
        let pictures = [
            picture(Color(red: 255, green: 0, blue: 0)), picture(Color(red: 0, green: 255, blue: 0)), picture(.white),
        ]
        func showAll() throws {
            var index = 0
            while index < pictures.count {
                panel.port.take()
                try panel.show(pictures[index], at: .zero)
                try panel.show(pictures[index], at: .zero)
                index += 1
            }
        }
        try showAll()
        try expectEqual(SignTestSupport.allocations { try showAll() }, 0)
    }
}
