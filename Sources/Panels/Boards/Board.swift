import PanelDrivers
import PixelGraphics
import Settings

/// A panel and how it is connected, as a board file describes it.
package struct Board: Hashable, Sendable {
    /// The name: that of its file without folder and ending.
    package let name: String
    /// What it is, in one line.
    package let summary: String
    /// What shows the pictures.
    package let panel: Panel
    /// The colour of the LEDs of a mono panel, for previews.
    package let ledColor: LEDColor

    /// The colour of a lit LED in pictures of mono panels.
    package var previewColor: Color { ledColor.color }

    /// What shows the pictures.
    package enum Panel: Hashable, Sendable {
        /// A picture that exists in memory only, without wires.
        case picture(size: Size, format: Canvas.Format)
        /// A chain of MAX7219 modules.
        case max7219(MAX7219Board)
        /// Chains of HUB75 panels.
        case hub75(HUB75Board)
    }

    /// The extent of the picture in pixels.
    package var size: Size {
        switch panel {
        case .picture(let size, _): size
        case .max7219(let board): board.chain.size
        case .hub75(let board): board.map.visibleSize
        }
    }

    /// How a pixel is stored.
    package var format: Canvas.Format {
        switch panel {
        case .picture(_, let format): format
        case .max7219: .mono
        case .hub75: .rgb
        }
    }

    /// Whether there is no hardware behind it.
    package var isSimulated: Bool {
        switch panel {
        case .picture: true
        case .max7219(let board): board.device == .simulated
        case .hub75(let board): board.port == .simulated
        }
    }
}

extension Board {
    /// Reads a board file.
    ///
    /// - Parameters:
    ///   - text: the file's content (YAML).
    ///   - name: the board's name.
    ///   - path: the file's name for error messages.
    ///   - files: the panels and wirings that it may name.
    /// - Throws: everything that is wrong with the file, at once.
    package init(parsing text: String, name: String, path: String, files: BoardFiles = .none) throws(BoardError) {
        try self.init(parsing: text.utf8, name: name, path: path, files: files)
    }

    /// Reads a board file from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: the file's content (YAML in UTF-8).
    ///   - name: the board's name.
    ///   - path: the file's name for error messages.
    ///   - files: the panels and wirings that it may name.
    /// - Throws: everything that is wrong with the file, at once; a file that is no YAML has no further problems.
    package init(parsing bytes: some Collection<UInt8>, name: String, path: String, files: BoardFiles = .none)
        throws(BoardError)
    {
        var fields = try BoardFields(bytes, path: path)
        let summary = fields.value("summary", as: .oneLine("one line about the board"))
        let kind: Kind? = fields.value("kind", as: .word)
        var ledColor = LEDColor.red
        fields.read("led_color", into: &ledColor)
        let panel: Panel? =
            switch kind {
            case .simulated: Self.picture(&fields)
            case .max7219: MAX7219Board(&fields).map { .max7219($0) }
            case .hub75: HUB75Board(&fields, files: files).map { .hub75($0) }
            case nil: nil
            }
        let problems = fields.problems.inOrder() + fields.foreignProblems
        guard let summary, let panel, problems.isEmpty else { throw BoardError(problems: problems) }
        self.init(name: name, summary: summary, panel: panel, ledColor: ledColor)
    }

    /// The values of `kind`.
    private enum Kind: String, CaseIterable {
        case simulated, max7219, hub75
    }

    private static func picture(_ fields: inout BoardFields) -> Panel? {
        let size = fields.value(
            "size", as: BoardFields.ValueForm("WIDTHxHEIGHT in pixels, 1x1 to 1024x1024", read: size))
        let format: Canvas.Format? = fields.value("format", as: .word(of: [("mono", .mono), ("rgb", .rgb)]))
        fields.recordUnknownKeys()
        guard let size, let format else { return nil }
        return .picture(size: size, format: format)
    }

    private static func size(_ text: String) -> BoardFields.Outcome<Size> {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts.allSatisfy(DecimalNumber.isWritten) else { return .wrongType }
        guard let width = Int(parts[0]), let height = Int(parts[1]), (1...1024).contains(width),
            (1...1024).contains(height)
        else { return .outOfRange }
        return .value(Size(width: width, height: height))
    }
}

/// The colours in which single-coloured LED matrices are made.
package enum LEDColor: String, CaseIterable, Hashable, Sendable {
    /// The most common colour.
    case red
    /// Orange-yellow, as on buses and trains.
    case amber
    /// Yellow.
    case yellow
    /// Green.
    case green
    /// Blue.
    case blue
    /// White.
    case white

    /// The colour of a lit LED in previews.
    package var color: Color {
        switch self {
        case .red: Color(rawValue: 0xFF2814)
        case .amber: Color(rawValue: 0xFFA000)
        case .yellow: Color(rawValue: 0xFFE600)
        case .green: Color(rawValue: 0x28FF3C)
        case .blue: Color(rawValue: 0x3264FF)
        case .white: .white
        }
    }
}
