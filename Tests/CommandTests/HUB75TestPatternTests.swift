import Foundation
import PanelDrivers
import PixelGraphics
import SignTestSupport
import Testing

@testable import Boards

@Suite struct HUB75TestPatternTests {
    private static let orders = ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"]

    private func board(_ sequence: String) throws -> HUB75Board {
        let scratch = try ScratchFolder()
        let text = """
            summary: A panel
            kind: hub75
            panel: 32x16
            wiring: regular
            port: simulated
            color_sequence: \(sequence)

            """
        try Data(text.utf8).write(to: scratch.url.appendingPathComponent("b.yaml"))
        let library = BoardLibrary(folder: CommandRunner.checkout.appendingPathComponent("boards").path)
        guard case .hub75(let wired) = try library.board(scratch.path("b.yaml")).panel else { throw WrongKindError() }
        return wired
    }

    private struct WrongKindError: Error {}

    @Test("the answer about red, green and blue leads to the sequence that shows them right, whatever the file says")
    func colorSequences() throws {
        for declared in Self.orders {
            let pattern = HUB75TestPattern(step: .colors, board: try board(declared))
            // The letters of `real` say which colour the LEDs on the wires R, G and B have.
            for real in Self.orders {
                func seen(_ sequence: String) -> String {
                    // Colour c goes over the wire where its letter stands, and that wire's LED lights.
                    String("RGB".map { color in Array(real)[Array(sequence).firstIndex(of: color) ?? 0] })
                }
                let advice = pattern.advice(for: seen(declared).lowercased()) ?? ""
                if real == declared {
                    #expect(advice.contains("no change is needed"))
                } else {
                    let sequence = advice.components(separatedBy: "color_sequence: ").last?.prefix(3) ?? ""
                    expectEqual(seen(String(sequence)), "RGB", "declared \(declared), real \(real): \(advice)")
                }
            }
            #expect(pattern.advice(for: "red") == nil)
        }
    }

    @Test("one row runs from the top to the bottom, and every ramp begins dark and ends full")
    func pictures() throws {
        let wired = try board("RGB")
        var frame = Frame(size: Size(width: 32, height: 16), format: .rgb)
        for tick in 0..<32 {
            HUB75TestPattern(step: .rows, board: wired).draw(tick: tick, brightness: .full, into: &frame)
            for y in 0..<16 { expectEqual((frame.canvas.rgb[5, y] == .white), (y == tick % 16)) }
        }
        HUB75TestPattern(step: .depth, board: wired).draw(tick: 0, brightness: .full, into: &frame)
        for (band, color) in [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF].enumerated() {
            expectEqual(frame.canvas.rgb[0, 4 * band], .black)
            expectEqual(frame.canvas.rgb[31, 4 * band + 3], Color(rawValue: UInt32(color)))
        }
        HUB75TestPattern(step: .mapping, board: wired).draw(tick: 0, brightness: .full, into: &frame)
        #expect(frame.canvas.rgb[0, 9] == .white && frame.canvas.rgb[31, 15] == .white)
        expectEqual(frame.canvas.rgb[7, 7], Color(rawValue: 0xFF0000))
    }
}
