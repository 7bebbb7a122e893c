import PanelDrivers
import PixelGraphics
import Yams

extension Board {
    /// The bytes that a board file may have.
    static let mostBytes = 65_536

    /// Reads a board file.
    ///
    /// - Parameters:
    ///   - text: the file's content (YAML).
    ///   - name: the board's name.
    ///   - path: the file's name for error messages.
    /// - Throws: everything that is wrong with the file, at once.
    public init(parsing text: String, name: String, path: String) throws(BoardError) {
        var fields = BoardFields(try BoardFile.mapping(of: text, path: path), path: path)
        let summary = fields.text("summary", expected: "one line about the board")
        let kind = fields.choice("kind", of: Kind.allCases.map { ($0.rawValue, $0) })
        let panel: Panel? =
            switch kind {
            case .simulated: Self.picture(&fields)
            case .max7219: Self.max7219(&fields)
            case nil: nil
            }
        var ledColor: LEDColor? = .red
        if fields.has("led_color") {
            ledColor = fields.choice("led_color", of: LEDColor.allCases.map { ($0.rawValue, $0) })
        }
        if kind != nil { fields.noteUnknownKeys() }
        guard let summary, let panel, let ledColor, fields.problems.isEmpty else {
            throw BoardError(problems: fields.problems)
        }
        self.init(name: name, summary: summary, panel: panel, ledColor: ledColor)
    }

    /// The values of `kind`.
    private enum Kind: String, CaseIterable {
        case simulated, max7219
    }

    private static func picture(_ fields: inout BoardFields) -> Panel? {
        let size = fields.parsed("size", expected: "WIDTHxHEIGHT in pixels, 1x1 to 1024x1024", size)
        let format: Canvas.Format? = fields.choice("format", of: [("mono", .mono), ("rgb", .rgb)])
        guard let size, let format else { return nil }
        return .picture(size: size, format: format)
    }

    private static func max7219(_ fields: inout BoardFields) -> Panel? {
        let modules = fields.integer("modules", in: MAX7219Chain.lengths)
        let type = fields.choice("module_type", of: ModuleType.all.map { ($0.name, $0) })
        let device = fields.parsed("device", expected: "a device file such as /dev/spidev0.0, or simulated", device)
        let clockRate = fields.parsed("clock", expected: "1 kHz to 10 MHz, such as 8 MHz", clockRate)
        guard let modules, let type, let device, let clockRate else { return nil }
        let layout = MAX7219Board.Layout(
            modules: modules, rows: 1, type: type, rotation: .none, arrangement: ModuleArrangement())
        return .max7219(MAX7219Board(layout: layout, device: device, clockRate: clockRate))
    }

    private static func size(_ text: String) -> BoardFields.Outcome<Size> {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else { return .wrongType }
        guard (1...1024).contains(width), (1...1024).contains(height) else { return .outOfRange }
        return .value(Size(width: width, height: height))
    }

    private static func device(_ text: String) -> BoardFields.Outcome<MAX7219Board.Device> {
        if text == "simulated" { return .value(.simulated) }
        return text.hasPrefix("/dev/") ? .value(.spidev(path: text)) : .wrongType
    }

    /// Reads `8 MHz`, `500 kHz` or `1000000 Hz`.
    private static func clockRate(_ text: String) -> BoardFields.Outcome<Int> {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units = ["Hz": 1, "kHz": 1_000, "MHz": 1_000_000]
        guard let number = Int(digits), let unit = units[String(text.dropFirst(digits.count).drop { $0 == " " })]
        else { return .wrongType }
        let (rate, overflow) = number.multipliedReportingOverflow(by: unit)
        return !overflow && (1_000...10_000_000).contains(rate) ? .value(rate) : .outOfRange
    }
}
