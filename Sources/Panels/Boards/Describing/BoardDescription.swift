import PanelDrivers

extension Board {
    /// A description for people, by lines: size, panel, wires, current.
    package var descriptionLines: [String] {
        let head = [
            "\(name): \(summary)", "size: \(size), \(format == .mono ? "one colour (\(ledColor.rawValue))" : "RGB")",
        ]
        switch panel {
        case .picture: return head + ["device: none, a picture without wires"]
        case .max7219(let wired): return head + wired.descriptionLines
        case .hub75(let wired): return head + wired.descriptionLines
        case .network(let board): return head + board.descriptionLines
        }
    }
}

/// A pin of the 40-pin header, and what a board has there.
package struct HeaderPin: Hashable, Sendable {
    /// 1 to 40; odd ones are in the row at the edge with pin 1.
    package let number: Int
    /// What it is without a board, such as `GPIO 11` or `5 V`.
    package let name: String
    /// The wire of the panel that belongs to it, such as `R1`; nil for none.
    package let signal: String?
}

extension Board {
    /// The pins of the header in their order, with the wires of this board; nil where none of them is on the header.
    package var headerPins: [HeaderPin]? {
        var (signals, supply): ([(name: String, line: Int)], [Int: String]) = ([], [:])
        switch panel {
        case .picture, .network: return nil
        // The supply of a few modules; that of a HUB75 panel has wires of its own.
        case .max7219(let wired): (signals, supply) = (wired.signals, [2: "VCC", 6: "GND"])
        case .hub75(let wired):
            guard wired.port != .simulated else { return nil }
            let names = HUB75Wires.names(chains: wired.lines.colors.count)
            signals = wired.lines.wires.map { (names[$0.wire], $0.line) }
        }
        let lines = Dictionary((0..<28).compactMap { line in RaspberryPiHeader.pin(ofGPIO: line).map { ($0, line) } }) {
            first, _ in first
        }
        let wired = Dictionary(signals.map { ($0.line, $0.name) }) { first, _ in first }
        guard !wired.isEmpty, lines.values.contains(where: { wired[$0] != nil }) else { return nil }
        return (1...40).map { pin in
            guard let line = lines[pin] else {
                let voltage = [1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"][pin]
                return HeaderPin(number: pin, name: voltage ?? "ground", signal: supply[pin])
            }
            return HeaderPin(number: pin, name: "GPIO \(line)", signal: wired[line])
        }
    }
}

extension MAX7219Board {
    fileprivate var descriptionLines: [String] { moduleLines + deviceLines + costLines }

    // MARK: - Modules

    private var moduleLines: [String] {
        let count = chain.modules.count
        let rows = chain.rows == 1 ? "" : " in \(chain.rows) rows of \(count / chain.rows)"
        let turned = chain.rotation == .none ? "" : ", rotated clockwise by \(chain.rotation.rawValue) degrees"
        let hasTurnedRows = chain.rows > 1 && chain.arrangement.path == .serpentine
        let legend =
            "as seen from the front, 1 is the first on the data wire" + (hasTurnedRows ? ", v is upside down" : "")
        return ["panel: \(count) MAX7219 module\(count == 1 ? "" : "s")\(rows), type \(chain.type.name)\(turned)"]
            + ["order: " + legend] + order(marksTurned: hasTurnedRows).map { "       " + $0 }
    }

    /// The numbers of the modules as seen from the front; only the ends of long rows.
    private func order(marksTurned: Bool) -> [String] {
        let columns = chain.modules.count / chain.rows
        var map = [[String]](repeating: [String](repeating: "", count: columns), count: chain.rows)
        for (index, module) in chain.modules.enumerated() {
            let isTurned = marksTurned && (index / columns) % 2 == 1
            map[module.origin.y / 8][module.origin.x / 8] = "\(index + 1)" + (isTurned ? "v" : "")
        }
        let width = "\(chain.modules.count)".count + (marksTurned ? 1 : 0)
        return map.map { row in
            let cells = row.count > 24 ? row.prefix(8) + ["..."] + row.suffix(8) : row[...]
            return cells.map { String(repeating: " ", count: max(0, width - $0.count)) + $0 }.joined(separator: " ")
        }
    }

    // MARK: - Wires

    private var deviceLines: [String] {
        switch device {
        case .simulated: ["device: simulated wires", clockLine]
        case .spidev(let path):
            ["device: \(path)" + (Self.defaultPins(of: path).map { ", usually " + $0 } ?? ""), clockLine]
        case .gpio(let wiring):
            [
                "device: GPIO lines of " + (wiring.chip.map { "the chip \($0)" } ?? "the chip of the 40-pin header"),
                "        CLK " + Self.line(wiring.clock, wiring.chip),
                "        DIN " + Self.line(wiring.data, wiring.chip),
                "        CS  " + Self.line(wiring.chipSelect, wiring.chip), clockLine,
            ]
        }
    }

    /// The pins of the header's SPI buses where no overlay moves them (Raspberry Pi overlays README).
    private static func defaultPins(of path: String) -> String? {
        defaultLines(of: path)?.map { name, number in
            "\(name) GPIO \(number)" + (RaspberryPiHeader.pin(ofGPIO: number).map { " (pin \($0))" } ?? "")
        }.joined(separator: ", ")
    }

    private static func defaultLines(of path: String) -> [(name: String, line: Int)]? {
        let lines: [String: [Int]] = [
            "/dev/spidev0.0": [10, 11, 8], "/dev/spidev0.1": [10, 11, 7], "/dev/spidev1.0": [20, 21, 18],
            "/dev/spidev1.1": [20, 21, 17], "/dev/spidev1.2": [20, 21, 16],
        ]
        return lines[path].map { Array(zip(["DIN", "CLK", "CS"], $0)) }
    }

    /// The signals of the lines that the header has.
    fileprivate var signals: [(name: String, line: Int)] {
        switch device {
        case .simulated: []
        case .spidev(let path): Self.defaultLines(of: path) ?? []
        case .gpio(let wiring):
            [("DIN", wiring.data), ("CLK", wiring.clock), ("CS", wiring.chipSelect)].compactMap { name, line in
                RaspberryPiHeader.pin(of: line, chip: wiring.chip) == nil ? nil : line.headerNumber.map { (name, $0) }
            }
        }
    }

    private static func line(_ line: GPIOLine, _ chip: String?) -> String {
        line.description + (RaspberryPiHeader.pin(of: line, chip: chip).map { ", pin \($0) of the header" } ?? "")
    }

    private var clockLine: String {
        let rate = clockRate
        let text =
            rate % 1_000_000 == 0 ? "\(rate / 1_000_000) MHz" : rate % 1_000 == 0 ? "\(rate / 1_000) kHz" : "\(rate) Hz"
        return "clock: \(text) at most"
    }

    // MARK: - Costs

    /// The digits of a module; a whole picture has one transfer for each.
    private static let digits = 8
    /// The default buffer of the kernel's SPI driver, and the multiple to which it rounds every transfer up
    /// (drivers/spi/spidev.c, on 64-bit ARM).
    private static let kernelBuffer = 4_096
    private static let kernelRounding = 128

    private var costLines: [String] {
        let length = chain.transferLength
        let (digits, kernelBuffer, kernelRounding) = (Self.digits, Self.kernelBuffer, Self.kernelRounding)
        let frame = digits * length
        var bytes = "picture: \(digits) transfers of \(length) bytes, \(frame) bytes; fewer where less changes"
        switch device {
        case .simulated: break
        case .spidev:
            let room = digits * ((length + kernelRounding - 1) / kernelRounding * kernelRounding)
            let calls = (room + kernelBuffer - 1) / kernelBuffer
            bytes +=
                "\nkernel: \(calls == 1 ? "one call" : "\(calls) calls") a picture (\(room) bytes of its buffer of "
            bytes += "\(kernelBuffer), each transfer rounded up to \(kernelRounding))"
        case .gpio: bytes += "\nkernel: about \(16 * frame) calls a picture, two for every bit"
        }
        return bytes.split(separator: "\n").map(String.init) + [Self.current(chain.modules.count)]
    }

    /// A module draws up to about 330 mA with all its LEDs lit at full brightness.
    private static func current(_ modules: Int) -> String {
        let tenths = (330 * modules + 50) / 100
        return "current: up to about \(tenths / 10).\(tenths % 10) A at 5 V, with all LEDs lit at full brightness"
    }
}
