import Settings

/// Reads keys of a board file and collects every problem instead of stopping at the first.
typealias BoardFields = SettingsFields<BoardReason>

extension SettingsForm {
    /// Files of boards, panels and wirings: lines of keys and values, and no lists.
    static let board = SettingsForm(
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

extension SettingsFields.ValueForm where Reason == BoardReason, Value == Int64 {
    /// A time in ns.
    ///
    /// - Parameters:
    ///   - words: the range in words.
    ///   - grid: what the time is a multiple of, in ns.
    static func time(in range: ClosedRange<Int64>, of words: String, grid: Int64 = 1) -> Self {
        let form = grid == 1 ? "a time such as 25 ns" : "a time such as 150 ns, a multiple of \(grid) ns"
        return Self("\(form), from \(words)") { TimeSpan.parse($0, in: range, grid: grid) }
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
