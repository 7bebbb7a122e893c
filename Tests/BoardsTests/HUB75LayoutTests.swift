import Boards
import Foundation
import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing

/// Pictures on every panel that is shipped, in chains, with every way of addressing rows.
@Suite struct HUB75LayoutTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("boards")
    private static let panels = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent("panels").path)
        return (files ?? []).filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
    }()

    /// The board of a panel with two planes, or the problems of its file.
    private func board(
        _ panel: String, addressing: Int, chain: Int, parallel: Int, port: String = "simulated", scratch: ScratchFolder
    ) throws -> Result<Board, any Error> {
        let text = """
            summary: A board of a test
            kind: hub75
            panel: \(panel)
            wiring: regular
            port: \(port)
            chain: \(chain)
            parallel: \(parallel)
            row_addressing: \(addressing)
            planes: 2
            lsb: \(port == "dpi" ? 50 : 130) ns

            """
        try Data(text.utf8).write(to: scratch.url.appendingPathComponent("board.yaml"))
        let path = scratch.path("board.yaml")
        return Result { try BoardLibrary(folder: Self.folder.path).board(path) }
    }

    /// A picture whose channels are all or nothing, so that the two highest planes show all of it.
    private func picture(_ size: Size, using random: inout SeededRandom) -> Frame {
        var frame = Frame(size: size, format: .rgb)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let bits = UInt32.random(in: 0...7, using: &random)
                let color = Color(rawValue: (bits & 1) * 0xFF | (bits >> 1 & 1) * 0xFF00 | (bits >> 2) * 0xFF0000)
                frame.canvas.fill(Rectangle(x: x, y: y, width: 1, height: 1), with: Ink(color))
            }
        }
        return frame
    }

    /// The panels after a refresh, or a display engine's frame, and the dither cycles of that.
    private func shown(_ wired: HUB75Board, _ frame: Frame) throws -> (panels: SimulatedHUB75, cycles: Int) {
        if wired.port == .pio {
            let port = wired.simulatedPIO(into: SimulatedHUB75(board: wired), feed: .steady(cycles: 30))
            var panel = HUB75Panel(encoder: try wired.encoder(), port: port)
            panel.show(frame)
            panel.refresh(at: .zero)
            return (panel.player.port.listener, 1)
        }
        guard wired.port == .dpi else {
            let port = wired.simulatedPort(into: SimulatedHUB75(board: wired))
            var panel = HUB75Panel(encoder: try wired.encoder(), port: port)
            panel.show(frame)
            try panel.refresh(at: .zero)
            return (panel.player.port.listener, 1)
        }
        let plan = try wired.scanOutPlan()
        var panel = ScanOutPanel(
            plan: plan, port: wired.simulatedEngine(plan, into: SimulatedHUB75(board: wired)))
        panel.show(frame)
        panel.port.scan()
        return (panel.port.listener, plan.cycles)
    }

    /// The first pixel whose LED has another level than the picture says: 1536 (planes 10 and 9) or nothing.
    private func mistake(_ wired: HUB75Board, _ frame: Frame) throws -> String? {
        let (simulated, cycles) = try shown(wired, frame)
        if let violation = simulated.violations.first { return "\(violation)" }
        let canvas = frame.canvas.rgb
        for y in 0..<canvas.size.height {
            for x in 0..<canvas.size.width {
                guard let place = wired.map.matrixPoint(x: x, y: y) else { return "\(x),\(y) has no LED" }
                let color = canvas[x, y]
                for (number, value) in [color.red, color.green, color.blue].enumerated() {
                    let level = simulated.level(
                        x: place.x, y: place.y, color: number, leastPulse: wired.settings.leastPulse,
                        cycles: cycles)
                    if level != (value == 255 ? 1536 : 0) { return "\(x),\(y) colour \(number) has level \(level)" }
                }
            }
        }
        return nil
    }

    @Test("every panel shows every pixel, in chains of one and two, one and two of them, by turns", arguments: panels)
    func everyPanel(panel: String) throws {
        let scratch = try ScratchFolder()
        var random = SeededRandom(seed: 75)
        var shown = 0
        // Three of the twelve layouts for each panel, and all of them for the panels together.
        var cases = SampledCases(oneIn: 4, from: try #require(Self.panels.firstIndex(of: panel)))
        for addressing in 0..<6 {
            for chain in 1...2 {
                for parallel in 1...2 where (addressing + chain + parallel) % 2 == 0 {
                    guard cases.next() else { continue }
                    let name = "\(panel), addressing \(addressing), \(chain) x \(parallel)"
                    switch try board(
                        panel, addressing: addressing, chain: chain, parallel: parallel, scratch: scratch)
                    {
                    case .success(let board):
                        guard case .hub75(let wired) = board.panel else { throw WrongKindError() }
                        let mistake = try mistake(wired, picture(board.size, using: &random))
                        #expect(mistake == nil, "\(name): \(mistake ?? "")")
                        shown += 1
                    case .failure(let error):
                        // One line for each row: no more than four rows.
                        #expect(addressing == 2 && "\(error)".contains("row_addressing"), "\(name): \(error)")
                    }
                }
            }
        }
        // Two layouts are refused at most.
        #expect(shown >= max(cases.tried - 2, 1))
    }

    @Test(
        "every panel shows every pixel on a display engine and a state machine, in one way of addressing each",
        arguments: panels, ["dpi", "pio"])
    func everyPanelOnAnEngine(panel: String, port: String) throws {
        let scratch = try ScratchFolder()
        let number = try #require(Self.panels.firstIndex(of: panel))
        var random = SeededRandom(seed: 76)
        // Rows that are selected by a line each are for small panels only.
        for addressing in [number % 6, 0] {
            guard
                case .success(let board) = try board(
                    panel, addressing: addressing, chain: 1, parallel: 1 + number % (port == "dpi" ? 2 : 3), port: port,
                    scratch: scratch)
            else { continue }
            guard case .hub75(let wired) = board.panel else { throw WrongKindError() }
            let mistake = try mistake(wired, picture(board.size, using: &random))
            #expect(mistake == nil, "\(panel), \(port), addressing \(addressing): \(mistake ?? "")")
            return
        }
        Issue.record("\(panel) was not shown")
    }

    private struct WrongKindError: Error {}

    @Test("there are panels for all twenty-two multiplexings")
    func allMultiplexings() {
        for number in 1...22 {
            let prefix = number < 10 ? "mux-0\(number)-" : "mux-\(number)-"
            #expect(Self.panels.contains { $0.hasPrefix(prefix) }, "\(prefix)")
        }
    }
}
