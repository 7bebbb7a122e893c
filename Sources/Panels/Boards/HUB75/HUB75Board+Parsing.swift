import PanelDrivers
import PixelGraphics
import Settings

extension HUB75Board {
    /// The columns that a chain may have.
    static let mostColumns = HUB75Matrix.columnRange.upperBound

    /// Reads the keys of boards with `kind: hub75`; nil where there are problems.
    init?(_ fields: inout BoardFields, files: BoardFiles) {
        let model = PanelModel.named(by: &fields, files: files)
        let wiring = HUB75Wiring.given(by: &fields, files: files)
        let given = (
            chain: fields.integer("chain", in: 1...256, default: 1),
            parallel: fields.integer("parallel", in: 1...HUB75Wiring.mostChains, default: 1),
            mapper: fields.parsed(
                "pixel_mapper", expected: "pixel mappers such as \"U-mapper;Rotate:90\"", default: ""
            ) { .value($0) }
        )
        let port = Self.port(&fields)
        let slowdown = fields.optionalInteger("slowdown", in: -1...10)
        let current = fields.current("current", of: "one white panel", default: model?.current ?? nil)
        let maxCurrent = fields.current("max_current", of: "all panels together", default: nil)
        let reinitialise = fields.parsed(
            "reinitialise", expected: "never, or a time such as 10 s, from 100 ms to 24 h", default: Int64?.none
        ) { $0 == "never" ? .value(nil) : TimeSpan.parse($0, in: 100_000_000...86_400_000_000_000).optional }
        let traits = PanelTraits(&fields, else: model?.traits ?? .usual)
        let settings = ScanSettings(&fields, traits: traits ?? .usual, port: port)
        fields.noteUnknownKeys()
        guard let model, let traits else { return nil }
        if case .some(.some) = maxCurrent, case .some(.none) = current {
            let expected = "the current of one white panel such as 4 A, which max_current needs"
            fields.noteProblem(.missingKey("current", expected: expected), at: fields.keyPlace(of: "max_current"))
        }
        let isAddressed = Self.checkAddressing(&fields, traits.addressing, rowPairs: model.rowPairs, settings)
        guard let chain = given.chain, let parallel = given.parallel, let mapper = given.mapper else { return nil }
        let arrangement = Arrangement(chain: chain, parallel: parallel, pixelMapper: mapper)
        let lines = wiring.flatMap { Self.lines(&fields, $0, model, traits.addressing, parallel: parallel) }
        let map = Self.map(&fields, model, arrangement)
        if case .dpi = port, let lines { Self.checkEngineLines(&fields, lines) }
        guard let wiring, let lines, let map, let port, let slowdown, let current, let maxCurrent, let reinitialise,
            let settings,
            isAddressed
        else { return nil }
        self.init(
            model: model, panelCurrent: current, arrangement: arrangement, wiring: wiring,
            matrix: HUB75Matrix(columns: chain * model.shiftedColumns, rowPairs: model.rowPairs, chains: parallel),
            map: map, lines: lines, rowDriver: traits.rowDriver, settings: settings, port: port, slowdown: slowdown,
            maxCurrent: maxCurrent,
            reinitialiseInterval: reinitialise)
    }

    private static func port(_ fields: inout BoardFields) -> Port? {
        let chip = fields.chipLabel("gpio_chip")
        let port = fields.choice(
            "port",
            of: [
                ("registers", Port.registers), ("gpiod", .gpiod(chip: nil)), ("dpi", .dpi), ("simulated", .simulated),
            ],
            default: .registers)
        guard let port, let chip else { return nil }
        if case .gpiod = port { return .gpiod(chip: chip) }
        if chip != nil, let place = fields.keyPlace(of: "gpio_chip") {
            fields.note(
                .keyOfOtherPort("gpio_chip", port: fields.givenText("port") ?? "registers"), at: place)
            return nil
        }
        return port
    }

    /// Whether the rows can be addressed in that way.
    private static func checkAddressing(
        _ fields: inout BoardFields, _ addressing: RowAddressing, rowPairs: Int, _ settings: ScanSettings?
    ) -> Bool {
        let words: String
        let place: TextPlace?
        switch addressing {
        case _ where !addressing.rowPairRange.contains(rowPairs):
            words = "is for up to \(addressing.rowPairRange.upperBound) row pairs, and the panel has \(rowPairs)"
            place = fields.place(of: "row_addressing") ?? fields.place(of: "panel")
        case .b707 where settings?.isInterlaced == true:
            words = "steps from row to row, so that rows cannot be interlaced; remove \"interlaced\""
            place = fields.place(of: "interlaced")
        default: return true
        }
        fields.note(.addressing(addressing.name, words: words), at: place)
        return false
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
            fields.note(.missingWire(HUB75Wiring.addressNames[index], need: need), at: place)
            isComplete = false
        }
        if parallel > wiring.colors.count {
            fields.note(
                .tooFewChains(parallel: parallel, wired: wiring.colors.count), at: fields.place(of: "parallel"))
            isComplete = false
        }
        guard isComplete else { return nil }
        return HUB75Lines(
            outputEnable: wiring.outputEnable, clock: wiring.clock, latch: wiring.latch,
            address: Array(wiring.address.prefix(needed)), colors: Array(wiring.colors.prefix(parallel)))
    }

    /// Notes the lines that a display engine does not drive.
    private static func checkEngineLines(_ fields: inout BoardFields, _ lines: HUB75Lines) {
        let names = ["OE", "CLK", "LAT"] + HUB75Wiring.addressNames.prefix(lines.address.count)
        var wires = Array(zip(names, [lines.outputEnable, lines.clock, lines.latch] + lines.address))
        for (chain, colors) in lines.colors.enumerated() {
            let prefix = chain == 0 ? "" : "C\(chain + 1)_"
            wires += zip(HUB75Wiring.colorNames, colors).map { (prefix + $0, $1) }
        }
        for (wire, line) in wires where !ScanOutPlan.lineRange.contains(line) {
            let place = wire.hasPrefix("C") && wire != "CLK" ? fields.place(of: "parallel") : nil
            fields.note(
                .lineBeyondEngine(wire: wire, line: line),
                at: place ?? fields.place(of: "wiring") ?? fields.place(of: "port"))
        }
    }

    /// Makes the way from the picture to the matrix: pixel mappers, then multiplexing.
    private static func map(
        _ fields: inout BoardFields, _ model: PanelModel, _ arrangement: Arrangement
    ) -> PixelMap? {
        let (chain, parallel) = (arrangement.chain, arrangement.parallel)
        let columns = chain * max(model.shiftedColumns, model.size.width)
        guard columns <= mostColumns else {
            fields.note(
                .chainTooLong(columns: columns, most: mostColumns),
                at: fields.place(of: "chain") ?? fields.place(of: "panel"))
            return nil
        }
        let panels = Size(width: chain * model.size.width, height: parallel * model.size.height)
        let matrix = Size(width: chain * model.shiftedColumns, height: parallel * 2 * model.rowPairs)
        do throws(PixelMapperError) {
            let mappers = try PixelMapperChain(parsing: arrangement.pixelMapper)
            let picture = try mappers.map(for: PanelLayout(size: panels, chain: chain, parallel: parallel))
            let multiplexing = try PixelMap(
                MultiplexingMapper(model: model), layout: PanelLayout(size: matrix, chain: chain, parallel: parallel))
            let map = multiplexing.seen(through: picture)
            guard max(map.visibleSize.width, map.visibleSize.height) <= mostColumns, !map.visibleSize.isEmpty else {
                fields.note(
                    .pixelMapper(
                        "these pixel mappers make a picture of \(map.visibleSize), and it may be "
                            + "\(mostColumns) pixels wide and high"), at: fields.place(of: "pixel_mapper"))
                return nil
            }
            return map
        } catch {
            fields.note(.pixelMapper("\(error)"), at: fields.place(of: "pixel_mapper"))
            return nil
        }
    }
}
