import KernelModel
import SignTestSupport
import Testing

/// What is wrong with a machine, found by the real program on a model of the kernel that has no display engine; the ones that work
/// are tried by `make test-scan-out` on real kernels.
@Suite struct DisplayEngineTests {
    private func model(connectors: [String], further: [String] = []) throws -> KernelModel {
        let model = try KernelModel(
            chips: [KernelModel.Chip(label: "pinctrl-bcm2835", lines: 54)], memory: ["gpiomem": 0x1000],
            model: "Raspberry Pi 3 Model B Rev 1.2",
            further: (connectors.isEmpty ? [] : ["memory dri/card1"]) + further)
        try model.add("sys/class/drm/version", "drm 1.1.0 20060810\n")
        for connector in connectors { try model.add("sys/class/drm/\(connector)/status", "connected\n") }
        if !connectors.isEmpty { try model.add("dev/dri/card1", "") }
        return model
    }

    private func say(
        _ model: KernelModel, mode: String = "1920,0,1,0,341,1,1,1,50000", further: [String] = []
    ) throws -> String {
        try HardwareProbe.run(
            [HardwareProbe.folder + "display-probe", mode, "4000", "dpi"] + further,
            environment: try model.environment()
        ).output
    }

    @Test("without a display engine the error says how to get one")
    func noCard() throws {
        let words = try say(try model(connectors: []))
        #expect(
            words.hasPrefix(
                "cannot find a display engine: /sys/class/drm lists no card; add the line dtoverlay=vc4-kms-v3d"))
    }

    @Test("without a DPI connector the error names those that there are, and the overlay")
    func noConnector() throws {
        let words = try say(try model(connectors: ["card1", "card1-HDMI-A-1", "card1-Writeback-1"]))
        #expect(
            words.hasPrefix(
                "cannot find a DPI connector: this machine has card1-HDMI-A-1, card1-Writeback-1; "
                    + "add the line dtoverlay=ledsign-dpi"))
    }

    @Test("a card that may not be opened names the group to join")
    func noRight() throws {
        let words = try say(
            try model(
                connectors: ["card1", "card1-DPI-1"], further: ["group dri/card1 44 660", "refuse dri/card1 13"]))
        #expect(
            words.hasPrefix(
                "cannot open /dev/dri/card1: Permission denied (error 13); its group is video: sudo usermod -aG video"))
    }

    @Test("an impossible mode is refused before a card is opened")
    func impossibleMode() throws {
        let model = try model(connectors: [])
        #expect(try say(model, mode: "1920,0,1,0,341,0,1,1,50000").contains("lines need a front porch of at least 1"))
    }

    @Test("a line outside of GPIO 4 to 27 is refused before it is taken")
    func lines() throws {
        let model = try model(connectors: [])
        try expectEqual(
            say(model, further: ["3,18", "18"]),
            "cannot drive line 3 by the display engine: it drives the lines 4 to 27; wire the panel to these lines, "
                + "or set `port: registers` in the board file\n")
        #expect(try model.log().isEmpty)
    }

    @Test("without a display engine the lines are dark from the first instant to the end, and not given to one")
    func linesWithoutEngine() throws {
        let model = try model(connectors: [])
        #expect(try say(model, further: ["5,18,21", "18"]).hasPrefix("cannot find a display engine"))
        try expectEqual(
            model.log().map(\.description),
            [
                "gpiochip0 request 5=0 18=1 21=0 ledsign", "gpiomem map 0 0x1000", "gpiochip0 release 5 18 21",
            ])
        // 5 and 21 are inputs, 18 is an output and high.
        try expectEqual([0, 4, 8].map { try model.register($0, of: "gpiomem") }, [0, 0x100_0000, 0])
        try expectEqual(model.register(0x1C, of: "gpiomem"), 1 << 18)
    }
}
