import KernelModel
import PanelDrivers
import PanelSimulation
import PixelGraphics
import SignTestSupport
import Testing
import Timelines

/// The real program bit-bangs a frame through the real libgpiod; a simulated chain decodes the lines.
@Suite struct BitBangedFrameTests {
    private let picture = bitmap(
        """
        ######..  #######.
        #.......  ......#.
        #.......  .....#..
        ####....  ....#...
        #.......  ...#....
        #.......  ...#....
        #.......  ..#.....
        #.......  ........
        """)

    /// The start of a chain of two modules and a frame, as the probe takes them.
    private var messages: [String] {
        var encoder = MAX7219Encoder(chain: MAX7219Chain(count: 2))
        var frame = Frame(size: Size(width: 16, height: 8), format: .mono)
        frame.canvas.stamp(picture, columns: 0..<16, at: .zero, ink: .white)
        var message = encoder.makeMessage()
        encoder.encodeStart(at: .zero, into: &message)
        let start = hexadecimal(message)
        encoder.encode(frame, at: .zero, into: &message)
        return [start, hexadecimal(message)]
    }

    private func hexadecimal(_ message: SPIMessage) -> String {
        let bytes = message.bytes
        return stride(from: 0, to: bytes.count, by: message.transferLength).map { start in
            bytes[start..<start + message.transferLength].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }.joined(separator: ",")
    }

    /// A simulated chain that decoded the settings of a log, a microsecond each, on lines that are CLK, DIN and CS.
    private func chain(hearing log: [KernelRequest], on lines: [Int]) -> SimulatedMAX7219Chain {
        var chain = SimulatedMAX7219Chain(count: 2)
        for edge in log.edges(on: lines) {
            chain.edge(on: edge.wire, to: edge.level, at: 1_000 * Int64(edge.setting))
        }
        return chain
    }

    @Test("the frame arrives, no wire does anything wrong, and the lines are idle at the end")
    func frameArrives() throws {
        let model = try KernelModel(chips: [
            KernelModel.Chip(label: "pinctrl-rp1", lines: 54, names: [11: "GPIO11"], used: [14: "console"])
        ])
        let outcome = try HardwareProbe.run(
            [HardwareProbe.path, "bit-bang", "-", "GPIO11,10,8", "10000000"] + messages,
            environment: try model.environment())
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.number(after: "allocations"), 0)
        try expectEqual(model.log().first?.description, "gpiochip0 request 11=0 10=0 8=1 ledsign")
        let chain = chain(hearing: try model.log(), on: [11, 10, 8])
        expectEqual(art(chain.picture), art(picture))
        #expect(chain.violations.isEmpty)
        try expectEqual(model.log().last?.description, "gpiochip0 release 11 10 8")
        try expectEqual(model.log().dropLast().last?.description, "gpiochip0 set 8=1")
    }

    @Test("lines in another order do not show the frame, as the chain shows")
    func wrongOrder() throws {
        let model = try KernelModel(chips: [KernelModel.Chip()])
        let outcome = try HardwareProbe.run(
            [HardwareProbe.path, "bit-bang", "-", "10,11,8", "10000000"] + messages,
            environment: try model.environment())
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        let swapped = chain(hearing: try model.log(), on: [11, 10, 8])
        #expect(art(swapped.picture) != art(picture))
    }
}
