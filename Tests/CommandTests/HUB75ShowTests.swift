import Foundation
import KernelModel
import PanelDrivers
import PanelSimulation
import SignTestSupport
import Testing

/// The whole command on HUB75 panels, on a model of the kernel's interfaces.
@Suite struct HUB75ShowTests {
    private func model(
        _ name: String = "Raspberry Pi 3 Model B Rev 1.2", label: String = "pinctrl-bcm2835", used: [Int: String] = [:]
    ) throws -> KernelModel {
        try KernelModel(
            chips: [KernelModel.Chip(label: label, lines: 54, used: used)], memory: ["gpiomem": 0x1000], model: name)
    }

    private func show(_ arguments: String..., on model: KernelModel) throws -> Outcome {
        try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path, ["show"] + arguments,
            environment: try model.environment())
    }

    @Test("on registers the lines are claimed first, with OE high, and the panel is dark at the end")
    func registers() throws {
        let model = try model()
        let program = try RunningProgram("show", "Hi", "--board", "hub75-64x32", environment: try model.environment())
        // A store that sets more than OE, which is set when the lines are taken: the panel is driven.
        #expect(try program.wait { try model.register(0x1C, of: "gpiomem") & ~(1 << 18) != 0 })
        let run = try program.end()
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        let log = try model.log()
        let request = try #require(log.first { $0.name == "request" })
        // regular: OE 18, CLK 17, LAT 4, A to D 22 to 25, and the colours of the first chain.
        expectEqual(
            request.levels.map(\.line).sorted(), [4, 7, 8, 9, 10, 11, 17, 18, 22, 23, 24, 25, 27].sorted())
        #expect(request.levels.allSatisfy { $0.level == ($0.line == 18) })
        let claimed = try #require(log.firstIndex { $0.name == "request" })
        let mapped = try #require(log.firstIndex { $0.device == "gpiomem" && $0.name == "map" })
        #expect(claimed < mapped)
        // The last store that set lines set OE among them.
        try expectEqual(model.register(0x1C, of: "gpiomem") >> 18 & 1, 1)
    }

    @Test("an unknown machine and a busy line are errors that name the fix, and nothing is written")
    func refuses() throws {
        let unknown = try model("Orange Pi Zero", label: "sunxi")
        let other = try show("Hi", "--board", "hub75-64x32", on: unknown)
        #expect(other.status == 1 && other.errors.contains("hub75-64x32"), "\(other.errors)")
        try expectEqual(unknown.register(0x1C, of: "gpiomem"), 0)
        let held = try model(used: [4: "w1"])
        let taken = try show("Hi", "--board", "hub75-64x32", on: held)
        #expect(taken.status == 1 && taken.errors.contains("w1"), "\(taken.errors)")
        try expectEqual(held.register(0x1C, of: "gpiomem"), 0)
    }

    @Test("through libgpiod the lines light exactly the pixels of the picture")
    func kernelLines() throws {
        let folder = try ScratchFolder()
        try Data(
            """
            summary: A small panel on the kernel's lines
            kind: hub75
            panel: 32x16
            wiring: regular
            port: gpiod
            planes: 1
            lsb: 10 us

            """.utf8
        ).write(to: folder.url.appendingPathComponent("b.yaml"))
        let rendered = try CommandRunner.ledsign(
            "render", "Hi", "--board", folder.path("b.yaml"), "--out", folder.path("r.txt"))
        expectEqual(rendered.status, 0, "\(rendered.errors)")

        let expected = try folder.text("r.txt")
        let model = try model()
        let program = try RunningProgram(
            "show", "Hi", "--board", folder.path("b.yaml"), environment: try model.environment())
        var panel = SimulatedHUB75(columns: 32, rowPairs: 8, allowing: Set(HUB75ViolationKind.allCases))
        let lines = [18: 13, 17: 11, 4: 12, 22: 6, 23: 7, 24: 8, 11: 0, 27: 1, 7: 2, 8: 3, 9: 4, 10: 5]
        var (place, count) = (UInt64(0), Int64(0))
        func follow() throws {
            for request in try model.log(from: &place) {
                count += 1
                for (line, level) in request.levels {
                    panel.edge(on: try #require(lines[line]), to: level, at: count * 1_000)
                }
            }
        }
        #expect(
            try program.wait {
                try follow()
                return picture(panel) == expected
            })
        let run = try program.end()
        expectEqual(run.status, 0, "\(run.errors)")
        try follow()
        expectEqual(picture(panel), expected)
        #expect(!panel.isEnabled)
    }

    /// The pixels whose green LEDs got any light.
    private func picture(_ panel: SimulatedHUB75) -> String {
        (0..<16).map { y in (0..<32).map { x in panel.light(x: x, y: y, color: 1) > 0 ? "#" : "." }.joined() + "\n" }
            .joined()
    }
}
