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
    package internal(set) var panel: Panel
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
        /// A panel of another device in the network.
        case network(NetworkBoard)
    }

    /// The extent of the picture in pixels.
    package var size: Size {
        switch panel {
        case .picture(let size, _): size
        case .max7219(let board): board.chain.size
        case .hub75(let board): board.map.visibleSize
        case .network(let board): board.size
        }
    }

    /// How a pixel is stored.
    package var format: Canvas.Format {
        switch panel {
        case .picture(_, let format): format
        case .max7219: .mono
        case .hub75, .network: .rgb
        }
    }

    /// The bit planes that it shows; nil for panels without any.
    package var planes: Int? { if case .hub75(let board) = panel { board.settings.planes } else { nil } }

    /// Whether there is no hardware behind it.
    package var isSimulated: Bool {
        switch panel {
        case .picture: true
        case .max7219(let board): board.device == .simulated
        case .hub75(let board): board.port == .simulated
        case .network: false
        }
    }
}

extension Board {
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
            case .network: NetworkBoard(&fields).map { .network($0) }
            case nil: nil
            }
        let problems = fields.problems.inOrder() + fields.foreignProblems
        guard let summary, let panel, problems.isEmpty else { throw BoardError(problems: problems) }
        self.init(name: name, summary: summary, panel: panel, ledColor: ledColor)
    }

    /// The values of `kind`.
    private enum Kind: String, CaseIterable {
        case simulated, max7219, hub75, network
    }

    private static func picture(_ fields: inout BoardFields) -> Panel? {
        let size = fields.value("size", as: .pictureSize)
        let format: Canvas.Format? = fields.value("format", as: .word(of: [("mono", .mono), ("rgb", .rgb)]))
        fields.recordUnknownKeys()
        guard let size, let format else { return nil }
        return .picture(size: size, format: format)
    }
}

/// The colours in which single-coloured LED matrices are made.
package enum LEDColor: String, CaseIterable, Hashable, Sendable {
    /// The most common colour.
    case red
    /// Orange-yellow, as on buses and trains.
    case amber
    case yellow
    case green
    case blue
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

/// Reads keys of a board file and collects every problem instead of stopping at the first.
typealias BoardFields = SettingsFields<BoardReason>

extension SettingsForm {
    /// Files of boards, panels and wirings: lines of keys and values, and no lists.
    package static let board = SettingsForm(
        noun: "a board file", owner: "this kind of board", maximumBytes: BoardFiles.maximumBytes, maximumBrackets: 8)
}

extension SettingsFields<BoardReason> {
    /// Reads a file of a board, panel or wiring.
    ///
    /// - Throws: what makes the whole file unreadable.
    init(_ bytes: some Collection<UInt8>, path: String) throws(BoardError) {
        self.init(SettingsFile(bytes, path: path, form: .board))
        guard isReadable else { throw BoardError(problems: problems) }
    }

    /// Reads a file that a key names; records what is wrong with it.
    mutating func file<Value>(
        _ kind: BoardFiles.Kind, _ name: String, _ files: BoardFiles,
        _ parse: (BoardFiles.Content) throws(BoardError) -> Value
    ) -> Value? {
        switch files.read(kind, name) {
        case .refused(let reason): record(reason, at: place(of: kind.rawValue))
        case .found(let content):
            do throws(BoardError) {
                return try parse(content)
            } catch {
                add(error.problems)
            }
        }
        return nil
    }
}

extension SettingsFields.ValueForm where Reason == BoardReason, Value == Size {
    /// The extent of a picture.
    static var pictureSize: Self {
        Self("WIDTHxHEIGHT in pixels, 1x1 to 1024x1024") { text in
            let parts = text.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, parts.allSatisfy(DecimalNumber.isWritten) else { return .wrongType }
            guard let width = Int(parts[0]), let height = Int(parts[1]), (1...1024).contains(width),
                (1...1024).contains(height)
            else { return .outOfRange }
            return .value(Size(width: width, height: height))
        }
    }
}

extension SettingsFields.ValueForm where Reason == BoardReason, Value == Int64 {
    /// A time in ns.
    ///
    /// - Parameters:
    ///   - words: the range in words.
    ///   - grid: what the time is a multiple of, in ns.
    static func time(in range: ClosedRange<Int64>, of words: String, grid: Int64 = 1) -> Self {
        let form = grid == 1 ? "a time such as 25 ns" : "a time such as 150 ns, a multiple of \(grid) ns"
        return Self("\(form), from \(words)") { .time($0, in: range, grid: grid) }
    }
}

extension SettingsFields.ValueForm where Reason == BoardReason, Value == Int {
    /// A current in mA: `3500 mA`, `3.5 A`, also with tenths, hundredths and thousandths of an ampere.
    ///
    /// - Parameter thing: what draws it.
    static func current(of thing: String) -> Self {
        Self("the current of \(thing) such as 4 A, 3.5 A or 2500 mA, up to 1000 A", read: milliamperes)
    }

    private static func milliamperes(_ text: String) -> BoardFields.Outcome<Int> {
        let unit = String(text.drop { $0.isASCII && ($0.isNumber || $0 == ".") }.drop { $0 == " " })
        let number = String(text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") })
        let parts = number.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let whole = parts.first, DecimalNumber.isWritten(like: whole) else { return .wrongType }
        let milliamperes: Int?
        switch (unit, parts.count) {
        case ("mA", 1): milliamperes = Int(whole)
        case ("A", 1): milliamperes = Int(whole + "000")
        case ("A", 2) where (1...3).contains(parts[1].count):
            milliamperes = Int(whole + parts[1] + String(repeating: "0", count: 3 - parts[1].count))
        default: return .wrongType
        }
        guard let milliamperes, (1...1_000_000).contains(milliamperes) else { return .outOfRange }
        return .value(milliamperes)
    }
}
