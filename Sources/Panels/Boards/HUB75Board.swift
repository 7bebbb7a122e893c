import PanelDrivers
import PixelGraphics
import Settings

/// HUB75 panels in chains, and the GPIO lines that drive them.
package struct HUB75Board: Hashable, Sendable {
    /// What drives the lines.
    package enum Port: Hashable, Sendable {
        /// Wires that are simulated.
        case simulated
        /// The registers of the Raspberry Pi's GPIO block, whichever it has.
        case registers
        /// The kernel's lines through libgpiod; the label of the chip, or nil for that of the 40-pin header.
        case gpiod(chip: String?)
        /// The Raspberry Pi's display engine, which scans pictures out on GPIO 4 to 27.
        case dpi
        /// A state machine of the Raspberry Pi 5, which takes words with run lengths and counts the light by itself.
        case pio
    }

    /// The panel; all are of the same kind.
    package let model: PanelModel
    /// What one panel draws from 5 V with all pixels white at full brightness, in mA; nil where unknown.
    package let panelCurrent: Int?
    /// How the panels are connected to the adapter.
    package let arrangement: Arrangement
    /// The adapter's lines, including those that this board does not use.
    package let wiring: HUB75Wiring
    /// What is shifted out.
    package let matrix: HUB75Matrix
    /// The way from the pixels of the picture to those of the matrix.
    package let map: PixelMap
    /// The lines that are driven: no more address lines than the panel needs, no more chains than there are.
    package let lines: HUB75Lines
    /// The chips that drive the rows of the panels, whose dark times `settings` has where none are given.
    package let rowDriver: RowDriver
    /// How the panels are scanned.
    package internal(set) var settings: ScanSettings
    /// What drives the lines.
    package let port: Port
    /// The harmless writes that follow each write of a register port, -1 for a barrier; nil for what the machine wants.
    package let slowdown: Int?
    /// How strongly the lines of a register port are driven; nil for what the machine usually wants.
    package let pads: LinePads?
    /// The most current that the panels may draw, in mA; nil where there is no limit.
    package let maxCurrent: Int?
    /// The time after which driver chips are initialised again, in ns; nil for never.
    package let reinitialiseInterval: Int64?

    /// How panels are connected to an adapter.
    package struct Arrangement: Hashable, Sendable {
        package var chain = 1
        /// The chains, which are shifted at the same time.
        package var parallel = 1
        /// The pixel mappers as given; empty without any.
        package var pixelMapper = ""
    }

    /// What all panels draw with all pixels white at full brightness, in mA; nil where unknown.
    package var fullCurrent: Int? { panelCurrent.map { $0 * arrangement.chain * arrangement.parallel } }
}

extension HUB75Board {
    /// The assumed timing where programs are written without an open port: registers of a Raspberry Pi 3 or 4 at 20 ns a
    /// store, system calls at 2 us.
    package var timing: PortTiming {
        switch port {
        case .simulated, .registers: PortTiming(kind: .bcm, writeTime: 20, slowdown: max(slowdown ?? 0, 0))
        case .gpiod: PortTiming(kind: .kernel, writeTime: 2_000)
        case .dpi: ScanOutPlan.portTiming
        case .pio: .pio(settings)
        }
    }

    /// The pulses and levels of each brightness with that timing.
    package var dimming: Dimming {
        // The machine of a display engine makes its pulses.
        if case .dpi = port { Dimming(settings) } else { Dimming(settings, timing: timing) }
    }

    /// Where the refreshes lie in the pictures of a display engine.
    package func scanOutPlan() throws(HUB75SetupError) -> ScanOutPlan {
        try ScanOutPlan(matrix: matrix, map: map, lines: lines, settings: settings)
    }

    /// The encoder of the board's frames.
    package func encoder(timing: PortTiming? = nil) throws(HUB75SetupError) -> HUB75Encoder {
        try HUB75Encoder(matrix: matrix, map: map, lines: lines, settings: settings, timing: timing ?? self.timing)
    }

    /// What keeps the board's current budget; nil if the board has no budget.
    package var limiter: CurrentLimiter? {
        guard let maxCurrent, let fullCurrent else { return nil }
        return CurrentLimiter(fullCurrent: fullCurrent, maxCurrent: maxCurrent, dimming: dimming)
    }
}

extension HUB75Board {
    /// The columns that a chain may have.
    static let maximumColumns = HUB75Matrix.columnRange.upperBound

    /// Reads the keys of boards with `kind: hub75`; nil where there are problems.
    init?(_ fields: inout BoardFields, files: BoardFiles) {
        let model = PanelModel.named(by: &fields, files: files)
        let wiring = HUB75Wiring.given(by: &fields, files: files)
        var arrangement = Arrangement()
        let isArranged = arrangement.read(&fields)
        let port = Self.port(&fields)
        var slowdown: Int?
        fields.read("slowdown", in: -1...10, into: &slowdown)
        let pads = Self.pads(&fields, port: port)
        var (current, maxCurrent) = (model?.current, Int?.none)
        let isCurrent = fields.read("current", as: .current(of: "one white panel"), into: &current)
        fields.read("max_current", as: .current(of: "all panels together"), into: &maxCurrent)
        let intervals = BoardFields.ValueForm<Int64?>("never, or a time such as 10 s, from 100 ms to 24 h") {
            $0 == "never" ? .value(nil) : BoardFields.Outcome.time($0, in: 100_000_000...86_400_000_000_000).map { $0 }
        }
        var interval: Int64?
        fields.read("reinitialise", as: intervals, into: &interval)
        var traits = model?.traits ?? PanelTraits()
        let areTraitsRight = traits.read(&fields)
        var settings = ScanSettings(traits, port: port)
        let isScanned = settings.read(&fields)
        fields.recordUnknownKeys()
        guard let model, areTraitsRight else { return nil }
        if maxCurrent != nil, current == nil, isCurrent {
            let expected = "the current of one white panel such as 4 A, which max_current needs"
            fields.recordProblem(.missingKey("current", expected: expected), at: fields.keyPlace(of: "max_current"))
        }
        Self.checkAddressing(
            &fields, settings.addressing, rowPairs: model.rowPairs, isInterlaced: isScanned && settings.isInterlaced)
        guard isArranged else { return nil }
        let (chain, parallel) = (arrangement.chain, arrangement.parallel)
        let lines = wiring.flatMap { Self.lines(&fields, $0, model, settings.addressing, parallel: parallel) }
        let map = Self.map(&fields, model, arrangement)
        if case .dpi = port, let lines { Self.checkEngineLines(&fields, lines) }
        if case .pio = port, let lines { Self.checkMachine(&fields, lines, settings) }
        guard let wiring, let lines, let map, let port, fields.problems.isEmpty else { return nil }
        self.init(
            model: model, panelCurrent: current, arrangement: arrangement, wiring: wiring,
            matrix: HUB75Matrix(columns: chain * model.shiftedColumns, rowPairs: model.rowPairs, chains: parallel),
            map: map, lines: lines, rowDriver: traits.rowDriver, settings: settings, port: port, slowdown: slowdown,
            pads: pads,
            maxCurrent: maxCurrent, reinitialiseInterval: interval)
    }

    private static func port(_ fields: inout BoardFields) -> Port? {
        let ports = [
            ("registers", Port.registers), ("gpiod", .gpiod(chip: nil)), ("dpi", .dpi), ("pio", .pio),
            ("simulated", .simulated),
        ]
        var (chip, port) = (String?.none, Port.registers)
        let areRight = [
            fields.read("gpio_chip", as: .chipLabel, into: &chip),
            fields.read("port", as: .word(of: ports), into: &port),
        ]
        guard areRight == [true, true] else { return nil }
        if case .gpiod = port { return .gpiod(chip: chip) }
        if chip != nil, let place = fields.keyPlace(of: "gpio_chip") {
            fields.record(
                .keyOfOtherPort("gpio_chip", owner: "gpiod", port: fields.givenText("port") ?? "registers"), at: place)
            return nil
        }
        return port
    }

    /// Reads the keys of the lines' pads; nil where there are none.
    private static func pads(_ fields: inout BoardFields, port: Port?) -> LinePads? {
        var (strength, isFast) = (Int?.none, Bool?.none)
        fields.read("drive_strength", as: .word(of: LinePads.strengths.map { ("\($0) mA", $0) }), into: &strength)
        fields.read("slew_rate", as: .word(of: [("fast", true), ("slow", false)]), into: &isFast)
        for key in ["drive_strength", "slew_rate"] {
            guard let port, port != .registers, let place = fields.keyPlace(of: key) else { continue }
            fields.record(
                .keyOfOtherPort(key, owner: "registers", port: fields.givenText("port") ?? "registers"), at: place)
        }
        guard strength != nil || isFast != nil else { return nil }
        return LinePads(strength: strength, isFast: isFast)
    }

    /// Records where the rows cannot be addressed in that way.
    private static func checkAddressing(
        _ fields: inout BoardFields, _ addressing: RowAddressing, rowPairs: Int, isInterlaced: Bool
    ) {
        if !addressing.rowPairRange.contains(rowPairs) {
            let words = "is for up to \(addressing.rowPairRange.upperBound) row pairs, and the panel has \(rowPairs)"
            fields.record(
                .addressing(addressing.name, words: words),
                at: fields.place(of: "row_addressing") ?? fields.place(of: "panel"))
        } else if addressing == .b707, isInterlaced {
            let words = "steps from row to row, so that rows cannot be interlaced; remove \"interlaced\""
            fields.record(.addressing(addressing.name, words: words), at: fields.place(of: "interlaced"))
        }
    }

    /// Takes the lines that the panels need from those that are wired.
    private static func lines(
        _ fields: inout BoardFields, _ wiring: HUB75Wiring, _ model: PanelModel, _ addressing: RowAddressing,
        parallel: Int
    ) -> HUB75Lines? {
        let needed = addressing.lines(rowPairs: model.rowPairs)
        let place = fields.place(of: "wiring") ?? fields.place(of: "panel")
        var isComplete = true
        for index in wiring.address.count..<max(needed, wiring.address.count) {
            let need = "the panel \(model.name) has \(model.rowPairs) row pairs, addressed by \(needed) lines"
            fields.record(.missingWire(HUB75Wiring.addressNames[index], need: need), at: place)
            isComplete = false
        }
        if parallel > wiring.colors.count {
            fields.record(
                .tooFewChains(parallel: parallel, wired: wiring.colors.count), at: fields.place(of: "parallel"))
            isComplete = false
        }
        guard isComplete else { return nil }
        return HUB75Lines(
            outputEnable: wiring.outputEnable, clock: wiring.clock, latch: wiring.latch,
            address: Array(wiring.address.prefix(needed)), colors: Array(wiring.colors.prefix(parallel)))
    }

    /// Records the lines that a display engine does not drive.
    private static func checkEngineLines(_ fields: inout BoardFields, _ lines: HUB75Lines) {
        let names = HUB75Wires.names(chains: lines.colors.count)
        for (wire, line) in lines.wires where !ScanOutPlan.lineRange.contains(line) {
            let place = wire > HUB75Wires.outputEnable ? fields.place(of: "parallel") : nil
            fields.record(
                .lineBeyondEngine(wire: names[wire], line: line),
                at: place ?? fields.place(of: "wiring") ?? fields.place(of: "port"))
        }
    }

    /// Records what a state machine does not drive.
    private static func checkMachine(_ fields: inout BoardFields, _ lines: HUB75Lines, _ settings: ScanSettings) {
        let place = fields.place(of: "wiring") ?? fields.place(of: "port")
        let names = HUB75Wires.names(chains: lines.colors.count)
        for (wire, line) in lines.wires where !PIOProgram.lineRange.contains(line) {
            fields.record(.lineBeyondMachine(wire: names[wire], line: line), at: place)
        }
        if settings.clockWidth > PIOPace.widestClock {
            fields.record(
                .clockBeyondMachine(settings.clockWidth),
                at: fields.place(of: "clock_width") ?? fields.place(of: "panel"))
        }
    }

    /// Makes the way from the picture to the matrix: pixel mappers, then multiplexing.
    private static func map(_ fields: inout BoardFields, _ model: PanelModel, _ arrangement: Arrangement) -> PixelMap? {
        let (chain, parallel) = (arrangement.chain, arrangement.parallel)
        let columns = chain * max(model.shiftedColumns, model.size.width)
        guard columns <= maximumColumns else {
            fields.record(
                .chainTooLong(columns: columns, maximum: maximumColumns),
                at: fields.place(of: "chain") ?? fields.place(of: "panel"))
            return nil
        }
        let panels = Size(width: chain * model.size.width, height: parallel * model.size.height)
        let matrix = Size(width: chain * model.shiftedColumns, height: parallel * 2 * model.rowPairs)
        do throws(PixelMapperError) {
            let mappers = try PixelMapperChain(parsing: arrangement.pixelMapper)
            let picture = try mappers.map(for: PanelLayout(size: panels, chain: chain, parallel: parallel))
            let multiplexing = try PixelMap(
                .multiplexing(model), layout: PanelLayout(size: matrix, chain: chain, parallel: parallel))
            let map = multiplexing.seen(through: picture)
            guard max(map.visibleSize.width, map.visibleSize.height) <= maximumColumns, !map.visibleSize.isEmpty else {
                fields.record(
                    .pixelMapper(
                        "these pixel mappers make a picture of \(map.visibleSize), and it may be "
                            + "\(maximumColumns) pixels wide and high"), at: fields.place(of: "pixel_mapper"))
                return nil
            }
            return map
        } catch {
            fields.record(.pixelMapper("\(error)"), at: fields.place(of: "pixel_mapper"))
            return nil
        }
    }
}

extension HUB75Board.Arrangement {
    /// Reads how panels are connected; returns whether nothing is wrong with it.
    fileprivate mutating func read(_ fields: inout BoardFields) -> Bool {
        let mappers = BoardFields.ValueForm.text("pixel mappers such as \"U-mapper;Rotate:90\"") { $0 }
        let areRight = [
            fields.read("chain", in: 1...256, into: &chain),
            fields.read("parallel", in: 1...HUB75Wiring.maximumChains, into: &parallel),
            fields.read("pixel_mapper", as: mappers, into: &pixelMapper),
        ]
        return !areRight.contains(false)
    }
}

extension ScanSettings {
    /// The default planes where every change of lines is a system call: the shortest is lit
    /// for several calls, and 64x32 pixels are refreshed some 50 times a second.
    private static let planesOfKernelPorts = 4

    fileprivate init(_ traits: PanelTraits, port: HUB75Board.Port?) {
        self = traits.settings
        if case .gpiod = port { planes = Self.planesOfKernelPorts }
        darkGap = traits.darkGap ?? traits.rowDriver.darkGap
        settle = traits.settle ?? traits.rowDriver.settle
    }

    /// Reads how panels are scanned; returns whether nothing is wrong with it.
    fileprivate mutating func read(_ fields: inout BoardFields) -> Bool {
        let pulses = BoardFields.ValueForm.time(in: 50...100_000, of: "50 ns to 100 us", grid: 10)
        let areRight = [
            fields.read("planes", in: 1...11, into: &planes),
            fields.read("dither", in: 0...2, into: &ditherBits),
            fields.read("lsb", as: pulses, into: &leastPulse),
            fields.read("interlaced", into: &isInterlaced),
        ]
        return !areRight.contains(false)
    }
}
