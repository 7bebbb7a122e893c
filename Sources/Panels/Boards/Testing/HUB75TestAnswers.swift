import PanelDrivers
import Settings

/// What may be seen on HUB75 panels.
extension HUB75TestPattern {
    var answers: [BoardTestAnswer] {
        switch step {
        case .colors: colorAnswers
        case .rows: rowAnswers
        case .mapping: mappingAnswers
        case .ghosting: ghostingAnswers
        case .depth: depthAnswers
        case .speed: speedAnswers
        }
    }

    private var colorAnswers: [BoardTestAnswer] {
        let words: [Character: String] = ["R": "red", "G": "green", "B": "blue"]
        // MBI5124 takes the signals of plain ones.
        let chips = DriverChip.allCases.filter { $0 != .mbi5124 }
        let chip = chips.firstIndex(of: board.settings.chip).map { chips[($0 + 1) % chips.count] }
        return ["RGB", "RBG", "GRB", "GBR", "BRG", "BGR"].map { seen in
            BoardTestAnswer(seen, seen.compactMap { words[$0] }.joined(separator: ", "), sequence(seen: seen))
        } + [
            BoardTestAnswer("dark", "Nothing lights up", [("driver_chip", (chip ?? .plain).rawValue)]),
            BoardTestAnswer(
                "spwm",
                "Nothing lights up, and FM6353, FM6363, FM6373, ICN2053, MBI5153 or the like is printed on the chips",
                help: "No port drives such chips; another device can, and ledsign send feeds it (docs/hub75.md)."
            ),
            BoardTestAnswer(
                "half", "One half stays dark, or has other colours",
                help: "Check the wires R1, G1 and B1 of the upper half, and R2, G2 and B2 of the lower one."),
        ]
    }

    /// The sequence that shows red, green and blue, where other colours are seen.
    private func sequence(seen: String) -> [(key: String, value: String)] {
        if seen == "RGB" { return [] }
        var letters = [Character](repeating: " ", count: 3)
        let carriers = Array(board.settings.sequence.description)
        for (color, letter) in zip("RGB", seen) {
            // The colour is on the wire at the place of its letter in the sequence.
            if let wire = carriers.firstIndex(of: color) { letters[wire] = letter }
        }
        return [("color_sequence", String(letters))]
    }

    private var rowAnswers: [BoardTestAnswer] {
        [
            BoardTestAnswer("ok", "One line moves down, row by row"),
            BoardTestAnswer(
                "jumps", "Several lines at once, a line that jumps, or hardly any light",
                next(after: board.settings.addressing, of: addressings).map { [("row_addressing", $0.name)] } ?? [],
                help: "Check the wires A to E, CLK and LAT: this panel has only one way to choose its rows."),
            BoardTestAnswer(
                "gaps", "Every second row, or every second group of rows, stays dark or doubles another one",
                help: "Check the wires A, B, C and D, and E if the panel has 64 rows: one of them is not connected."),
            BoardTestAnswer(
                "pieces", "The line is in pieces at different heights", help: "The next picture takes care of that."),
        ]
    }

    /// The ways to choose rows that this panel and its wires allow.
    private var addressings: [RowAddressing] {
        RowAddressing.allCases.filter {
            $0.rowPairRange.contains(board.model.rowPairs)
                && $0.lines(rowPairs: board.model.rowPairs) <= board.wiring.address.count
                && !($0 == .b707 && board.settings.isInterlaced)
        }
    }

    private func next<Value: Equatable>(after value: Value, of all: [Value]) -> Value? {
        guard all.count > 1 else { return nil }
        return all.firstIndex(of: value).map { all[($0 + 1) % all.count] } ?? all[0]
    }

    private var mappingAnswers: [BoardTestAnswer] {
        let mapper = board.arrangement.pixelMapper
        let (chain, parallel, size) = (board.arrangement.chain, board.arrangement.parallel, board.model.size)
        /// Panels that hang in the reversed order, the first one of each chain being the one at the adapter.
        func reversed(_ isHorizontal: Bool) -> [(key: String, value: String)] {
            let places = (0..<parallel * chain).map { index -> String in
                let (row, column) = (index / chain, index % chain)
                let x = (isHorizontal ? column : chain - 1 - column) * size.width
                let y = (isHorizontal ? row : parallel - 1 - row) * size.height
                return "|\(x),\(y)n"
            }
            let picture = "Remap:\(chain * size.width),\(parallel * size.height)"
            return [("pixel_mapper", picture + places.joined())]
        }
        func turned(by added: String) -> [(key: String, value: String)] {
            let all = mapper.split(separator: ";").map(String.init).filter { $0 != "Rotate:0" }
            let rest = all.last == added ? Array(all.dropLast()) : all + [added]
            return [("pixel_mapper", rest.isEmpty ? "Rotate:0" : rest.joined(separator: ";"))]
        }
        let extent = "\(size.width)x\(size.height)"
        let likely = panels.filter { $0 == extent || $0.hasSuffix("-" + extent) || $0.hasPrefix(extent + "-") }
        return [
            BoardTestAnswer("ok", "A frame around everything, one diagonal, and the numbers in their order"),
            BoardTestAnswer(
                "pieces", "The frame is in pieces, there are stripes, or the diagonal has steps",
                next(after: board.model.name, of: likely).map { [("panel", $0)] } ?? [],
                help: "Write the table of the panel's multiplexing (docs/hub75.md)."),
            BoardTestAnswer("down", "Everything is upside down", turned(by: "Rotate:180")),
            BoardTestAnswer("mirrored", "Everything is as in a mirror", turned(by: "Mirror:H")),
        ]
            + (chain > 1 && mapper.isEmpty
                ? [
                    BoardTestAnswer(
                        "order", "The panels are in the reversed order, each upright", reversed(true))
                ]
                : [])
            + (parallel > 1 && mapper.isEmpty
                ? [BoardTestAnswer("chains", "The rows of panels are in the reversed order", reversed(false))] : [])
            + (chain * parallel > 1
                ? [
                    BoardTestAnswer(
                        "other", "The numbers are in another order",
                        help: "Connect the panels in the order of the numbers, or write a pixel_mapper (docs/hub75.md)."
                    )
                ] : [])
    }

    /// The next longer one of some times; nil behind the last.
    private static func longer(than time: Int64, of times: [Int64], _ keys: String...) -> [(key: String, value: String)]
    {
        times.first { $0 > time }.map { next in keys.map { ($0, "\(next) ns") } } ?? []
    }

    private var ghostingAnswers: [BoardTestAnswer] {
        let settings = board.settings
        let gaps = Self.longer(
            than: min(settings.darkGap, settings.settle), of: [500, 1_000, 2_000], "dark_gap", "settle")
        return [
            BoardTestAnswer("ok", "Nothing else"),
            BoardTestAnswer(
                "copies", "Pale copies above or below the dots",
                gaps.isEmpty ? Self.longer(than: settings.latchGap, of: [500, 1_000], "latch_gap") : gaps,
                help: "The dark times are long enough: use shorter cables, and check the supply and its ground."),
            BoardTestAnswer(
                "smeared", "Dots that are smeared to the side, or flicker",
                Self.longer(than: settings.clockWidth, of: [50, 100, 200], "clock_width"),
                help: "The clock is slow enough: use a shorter cable, or an adapter with drivers for 5 V."),
        ]
    }

    private var speedAnswers: [BoardTestAnswer] {
        [
            BoardTestAnswer("clean", "Straight lines and single dots, and nothing flickers or sparkles"),
            BoardTestAnswer("bad", "Anything else", help: SpeedSearch.help),
        ]
    }

    private var depthAnswers: [BoardTestAnswer] {
        let settings = board.settings
        let pulses = Self.longer(than: settings.leastPulse, of: [200, 300, 500, 1_000], "lsb")
        let fewer = settings.planes > 8 ? [("planes", "\(settings.planes - 1)")] : []
        let dither = settings.ditherBits < 2 ? [("dither", "\(settings.ditherBits + 1)")] : []
        return [
            BoardTestAnswer("ok", "Step by step from dark to bright"),
            BoardTestAnswer(
                "steps", "Dark steps are missing, or a step is darker than the one before it",
                pulses.isEmpty ? fewer : pulses,
                help: "The panel cannot show more steps; colours and pictures still look right."),
            BoardTestAnswer(
                "flicker", "The picture flickers", fewer.isEmpty ? dither : fewer,
                help: "Make the chain shorter, or use several chains (parallel)."),
        ]
    }
}

extension HUB75TestPattern {
    var takesPrint: Bool { step == .colors }

    /// The answer of that name, or to the print on the chips of a panel that stays dark; nil for neither.
    func answer(_ name: String) -> BoardTestAnswer? {
        if let answer = answers.named(name) { return answer }
        // Every print of a chip is a number with letters around it, and no other word is.
        guard takesPrint, name.filter(\.isNumber).count >= 3 else { return nil }
        return answer(toPrint: name)
    }

    /// What the print on the chips says about the board file.
    private func answer(toPrint given: String) -> BoardTestAnswer {
        let print = ShownText.shortened(given)
        let rest = "Check the supply of the panel, the cable, and the wires OE, LAT and CLK."
        let help: String
        switch DriverChipPrint(given) {
        case .driven(let chip) where chip != board.settings.chip:
            return BoardTestAnswer(given, print, [("driver_chip", chip.rawValue)])
        case .driven(.plain): help = "\(print) chips are plain shift registers and need no driver_chip. \(rest)"
        case .driven(let chip):
            help = "The board file has driver_chip: \(chip.rawValue) already, which is right for \(print). \(rest)"
        case .selfDimming: help = "\(print) cannot be driven: \(DriverChipPrint.alternative)."
        case nil:
            help =
                "\(print) is not among the chips that ledsign knows. The answer \"dark\" tries the values of driver_chip in turn."
        }
        return BoardTestAnswer(given, print, help: help)
    }
}
