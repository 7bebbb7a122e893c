import Settings

/// Reads wires from a value change dump (VCD, IEEE 1364) of any maker: any timescale, scopes, vectors, reals and
/// unknown values.
///
/// A wire that is not known (x or z) keeps the level it had; its first known value is its level at the start. Times
/// are rounded down to whole nanoseconds. Needs memory for the edges of the selected wires only.
public struct VCDReader {
    private var tokens: VCDTokens
    private let selection: SignalSelection
    private let definitions: VCDDefinitions
    private var time: Int64 = 0
    private var start: Int64?
    private var initialLevels: [Bool?]
    private var levels: [Bool]
    private var edges: [WireTrace.Edge] = []

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - path: the file's name for error messages.
    ///   - selection: which variables are the panel's wires; the trace has the panel's names and order.
    /// - Throws: what is wrong and what is expected, after the file's name, the line and the column in bytes.
    public static func read(
        _ bytes: [UInt8], path: String, selection: SignalSelection = SignalSelection()
    ) throws(TextError) -> WireTrace {
        var reader = try VCDReader(bytes, path: path, selection: selection)
        try reader.readChanges()
        return WireTrace(
            names: selection.wires, initialLevels: reader.initialLevels.map { $0 ?? false }, start: reader.start ?? 0,
            edges: reader.edges, end: reader.time)
    }

    private init(_ bytes: [UInt8], path: String, selection: SignalSelection) throws(TextError) {
        tokens = VCDTokens(bytes: bytes, path: path)
        definitions = try VCDDefinitions(&tokens, selection: selection)
        self.selection = selection
        initialLevels = [Bool?](repeating: nil, count: selection.wires.count)
        levels = [Bool](repeating: false, count: selection.wires.count)
    }

    private mutating func readChanges() throws(TextError) {
        while let token = tokens.next() {
            switch token[token.startIndex] {
            case UInt8(ascii: "#"): try readTime(token)
            case UInt8(ascii: "$"): try readKeyword(token)
            case UInt8(ascii: "b"), UInt8(ascii: "B"): try readVector(token)
            case UInt8(ascii: "r"), UInt8(ascii: "R"), UInt8(ascii: "s"), UInt8(ascii: "S"):
                _ = try wiresAfterValue()
            case let value:
                guard Self.isValue(value) else { throw notAChange(token) }
                set(try wires(token.dropFirst()), to: Self.level(value))
            }
        }
    }

    private mutating func readTime(_ token: ArraySlice<UInt8>) throws(TextError) {
        guard let time = definitions.nanoseconds(token.dropFirst()) else {
            throw tokens.error("the time stamp \"\(VCDTokens.text(token))\" is not a number of nanoseconds below 2^63")
        }
        guard time >= self.time || start == nil else {
            throw tokens.error("the time stamp \"\(VCDTokens.text(token))\" is before the last one")
        }
        self.time = time
        start = start ?? time
    }

    /// Sections of values count like the values themselves; comments are skipped.
    private mutating func readKeyword(_ token: ArraySlice<UInt8>) throws(TextError) {
        let keyword = VCDTokens.text(token)
        switch keyword {
        case "$dumpvars", "$dumpall", "$dumpon", "$dumpoff", "$end": break
        default:
            guard tokens.section() != nil else { throw tokens.error("the file ends in \(keyword)") }
        }
    }

    private mutating func readVector(_ token: ArraySlice<UInt8>) throws(TextError) {
        guard token.dropFirst().allSatisfy(Self.isValue) else { throw notAChange(token) }
        set(try wiresAfterValue(), to: token.dropFirst().last.flatMap(Self.level))
    }

    private func notAChange(_ token: ArraySlice<UInt8>) -> TextError {
        tokens.error("\"\(VCDTokens.text(token))\" is neither a change (0! 1! b1 !) nor a time stamp (#123)")
    }

    private mutating func wiresAfterValue() throws(TextError) -> [Int] {
        guard let identifier = tokens.next() else { throw tokens.error("the file ends in a change of value") }
        return try wires(identifier)
    }

    /// The wires of the selection that a variable carries.
    private func wires(_ token: ArraySlice<UInt8>) throws(TextError) -> [Int] {
        guard let variable = VCDDefinitions.identifier(token).flatMap({ definitions.variables[$0] }) else {
            throw tokens.error("no $var declares the identifier \"\(VCDTokens.text(token))\"")
        }
        return variable.wires
    }

    /// Records a level, as the first one of its wires or as an edge; nil, which is not known, changes nothing.
    private mutating func set(_ wires: [Int], to level: Bool?) {
        guard let level else { return }
        if start == nil { start = time }
        for wire in wires {
            if initialLevels[wire] == nil {
                initialLevels[wire] = level
            } else if levels[wire] != level {
                edges.append(WireTrace.Edge(time: time, wire: wire, level: level))
            }
            levels[wire] = level
        }
    }

    /// Whether a character is a value of IEEE 1364, or one of the nine of IEEE 1164.
    private static func isValue(_ character: UInt8) -> Bool {
        level(character) != nil || "xXzZuUwW-".utf8.contains(character)
    }

    /// The level of a value; nil for those that are not known.
    private static func level(_ value: UInt8) -> Bool? {
        switch value {
        case UInt8(ascii: "0"), UInt8(ascii: "l"), UInt8(ascii: "L"): false
        case UInt8(ascii: "1"), UInt8(ascii: "h"), UInt8(ascii: "H"): true
        default: nil
        }
    }
}

/// The words of a VCD file between white space, one after the other, with their places.
struct VCDTokens {
    let bytes: [UInt8]
    /// The file's name in errors.
    let path: String
    /// Where the last token starts, as a byte offset.
    private(set) var start = 0
    private var position = 0

    init(bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
    }

    /// Returns the next token, or nil at the end of the file.
    mutating func next() -> ArraySlice<UInt8>? {
        while position < bytes.count, bytes[position] <= 32 { position += 1 }
        start = position
        while position < bytes.count, bytes[position] > 32 { position += 1 }
        return start == position ? nil : bytes[start..<position]
    }

    /// Returns the tokens before the next `$end`, the first 32 of them; nil when there is no `$end`.
    mutating func section() -> [ArraySlice<UInt8>]? {
        var tokens: [ArraySlice<UInt8>] = []
        while let token = next() {
            if token.elementsEqual("$end".utf8) { return tokens }
            if tokens.count < 32 { tokens.append(token) }
        }
        return nil
    }

    /// The error of that reason at the start of the last token, or at another byte offset.
    func error(_ reason: String, at offset: Int? = nil) -> TextError {
        let offset = min(offset ?? start, bytes.count)
        var line = 1
        var lineStart = 0
        for index in 0..<offset where bytes[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        return TextError("\(path):\(line):\(offset - lineStart + 1): \(reason)", at: offset)
    }

    /// A token as text for messages, its first 40 bytes, control characters and broken UTF-8 replaced.
    static func text(_ token: some Sequence<UInt8>) -> String {
        String(decoding: token.prefix(40).map { $0 < 32 || $0 == 127 ? 0x3F : $0 }, as: UTF8.self)
    }

    /// Several tokens as text for messages.
    static func text(_ tokens: [ArraySlice<UInt8>]) -> String {
        tokens.prefix(6).map { text($0) }.joined(separator: " ")
    }
}
