import PixelGraphics
import Settings

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
        let summary = fields.line("summary", expected: "one line about the board")
        let kind = fields.choice("kind", of: Kind.allCases.map { ($0.rawValue, $0) })
        let ledColor = fields.choice("led_color", of: LEDColor.allCases.map { ($0.rawValue, $0) }, default: .red)
        let panel: Panel? =
            switch kind {
            case .simulated: Self.picture(&fields)
            case .max7219: MAX7219Board(&fields).map { .max7219($0) }
            case .hub75: HUB75Board(&fields, files: files).map { .hub75($0) }
            case nil: nil
            }
        let problems = fields.problems.inOrder() + fields.foreignProblems
        guard let summary, let panel, let ledColor, problems.isEmpty else {
            throw BoardError(problems: problems)
        }
        self.init(name: name, summary: summary, panel: panel, ledColor: ledColor)
    }

    /// The values of `kind`.
    private enum Kind: String, CaseIterable {
        case simulated, max7219, hub75
    }

    private static func picture(_ fields: inout BoardFields) -> Panel? {
        let size = fields.parsed("size", expected: "WIDTHxHEIGHT in pixels, 1x1 to 1024x1024", size)
        let format: Canvas.Format? = fields.choice("format", of: [("mono", .mono), ("rgb", .rgb)])
        fields.noteUnknownKeys()
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
