/// Reads wires from a value change dump (VCD, IEEE 1364) of any maker: any timescale, scopes, vectors, reals and
/// unknown values.
///
/// A wire that is not known (x or z) keeps the level it had; its first known value is its level at the start. Times
/// are rounded down to whole nanoseconds. Needs memory for the edges of the selected wires only.
public struct VCDReader {
    private var tokens: VCDTokens
    private let selection: SignalSelection
    private let variables: [VCDIdentifier: VCDDefinitions.Variable]
    private let timescale: VCDTimescale
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
    public static func read(
        _ bytes: [UInt8], path: String, selection: SignalSelection = SignalSelection()
    ) throws(VCDError) -> WireTrace {
        var reader = try VCDReader(bytes, path: path, selection: selection)
        try reader.readChanges()
        return WireTrace(
            names: selection.wires, initialLevels: reader.initialLevels.map { $0 ?? false }, start: reader.start ?? 0,
            edges: reader.edges, end: reader.time)
    }

    private init(_ bytes: [UInt8], path: String, selection: SignalSelection) throws(VCDError) {
        tokens = VCDTokens(bytes: bytes, path: path)
        let definitions = try VCDDefinitions(&tokens, selection: selection)
        guard let timescale = definitions.timescale else { throw tokens.error(.noTimescale) }
        self.selection = selection
        self.timescale = timescale
        variables = definitions.variables
        initialLevels = [Bool?](repeating: nil, count: selection.wires.count)
        levels = [Bool](repeating: false, count: selection.wires.count)
    }

    private mutating func readChanges() throws(VCDError) {
        while let token = tokens.next() {
            switch token[token.startIndex] {
            case UInt8(ascii: "#"): try readTime(token)
            case UInt8(ascii: "$"): try readKeyword(token)
            case UInt8(ascii: "b"), UInt8(ascii: "B"): try readVector(token)
            case UInt8(ascii: "r"), UInt8(ascii: "R"), UInt8(ascii: "s"), UInt8(ascii: "S"):
                _ = try variableAfterValue()
            case let value:
                guard let level = Self.level(value) else { throw tokens.error(.notAChange(VCDTokens.text(token))) }
                set(try variable(token.dropFirst()), to: level)
            }
        }
    }

    private mutating func readTime(_ token: ArraySlice<UInt8>) throws(VCDError) {
        guard let time = timescale.nanoseconds(token.dropFirst()) else {
            throw tokens.error(.badTime(VCDTokens.text(token)))
        }
        guard time >= self.time || start == nil else {
            throw tokens.error(.timeRunsBackwards(VCDTokens.text(token)))
        }
        self.time = time
        start = start ?? time
    }

    /// Sections of values count like the values themselves; comments are skipped.
    private mutating func readKeyword(_ token: ArraySlice<UInt8>) throws(VCDError) {
        let keyword = VCDTokens.text(token)
        switch keyword {
        case "$dumpvars", "$dumpall", "$dumpon", "$dumpoff", "$end": break
        default:
            guard tokens.section() != nil else { throw tokens.error(.endsIn(keyword)) }
        }
    }

    private mutating func readVector(_ token: ArraySlice<UInt8>) throws(VCDError) {
        for bit in token.dropFirst() where Self.level(bit) == nil {
            throw tokens.error(.notAChange(VCDTokens.text(token)))
        }
        let level = token.dropFirst().last.flatMap(Self.level) ?? .unknown
        set(try variableAfterValue(), to: level)
    }

    private mutating func variableAfterValue() throws(VCDError) -> VCDDefinitions.Variable {
        guard let identifier = tokens.next() else { throw tokens.error(.endsIn("a change of value")) }
        return try variable(identifier)
    }

    private func variable(_ token: ArraySlice<UInt8>) throws(VCDError) -> VCDDefinitions.Variable {
        guard let identifier = VCDIdentifier(token), let variable = variables[identifier] else {
            throw tokens.error(.undeclaredIdentifier(VCDTokens.text(token)))
        }
        return variable
    }

    /// Records a level, as the first one of its wire or as an edge.
    private mutating func set(_ variable: VCDDefinitions.Variable, to value: Level) {
        guard value != .unknown else { return }
        let level = value == .high
        if start == nil { start = time }
        for wire in variable.wires {
            if initialLevels[wire] == nil {
                initialLevels[wire] = level
            } else if levels[wire] != level {
                edges.append(WireTrace.Edge(time: time, wire: wire, level: level))
            }
            levels[wire] = level
        }
    }

    /// The level of a character of IEEE 1364, or of the nine values of IEEE 1164.
    private static func level(_ character: UInt8) -> Level? {
        switch character {
        case UInt8(ascii: "0"), UInt8(ascii: "l"), UInt8(ascii: "L"): .low
        case UInt8(ascii: "1"), UInt8(ascii: "h"), UInt8(ascii: "H"): .high
        case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "z"), UInt8(ascii: "Z"), UInt8(ascii: "u"),
            UInt8(ascii: "U"), UInt8(ascii: "w"), UInt8(ascii: "W"), UInt8(ascii: "-"):
            .unknown
        default: nil
        }
    }

    private enum Level {
        case low, high, unknown
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
    func error(_ reason: VCDError.Reason, at offset: Int? = nil) -> VCDError {
        let offset = min(offset ?? start, bytes.count)
        var line = 1
        var lineStart = 0
        for index in 0..<offset where bytes[index] == 0x0A {
            line += 1
            lineStart = index + 1
        }
        return VCDError(reason: reason, path: path, line: line, column: offset - lineStart + 1)
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

/// An error in a VCD file, and its place.
public struct VCDError: Error, Equatable, Sendable {
    /// The kinds of errors.
    public enum Reason: Equatable, Sendable {
        /// The file ends before its definitions do.
        case endsInDefinitions
        /// The file ends within a section, or between a value and its identifier.
        case endsIn(String)
        /// The definitions contain text outside of a section.
        case notASection(String)
        /// The timescale is not 1, 10 or 100 of s, ms, us, ns, ps or fs.
        case badTimescale(String)
        /// The definitions have no timescale.
        case noTimescale
        /// A variable has fewer than four parts, or a width that is not a number.
        case badVariable(String)
        /// An identifier is longer than 16 characters or not printable.
        case badIdentifier(String)
        /// No variable has one of these names; the first variables of the file.
        case unknownSignals([String], known: [String])
        /// Several variables have this name.
        case ambiguousSignal(String)
        /// The variable holds more than one bit.
        case notOneBit(String, width: Int)
        /// A time stamp is not a number, or too large.
        case badTime(String)
        /// A time stamp is before the last one.
        case timeRunsBackwards(String)
        /// A value or time stamp was expected.
        case notAChange(String)
        /// A change names an identifier that no variable has.
        case undeclaredIdentifier(String)
    }

    /// What is wrong.
    public let reason: Reason
    /// The file's name as it was given.
    public let path: String
    /// The line, from 1.
    public let line: Int
    /// The column in bytes, from 1.
    public let column: Int
}

extension VCDError: CustomStringConvertible {
    /// One line: file:line:column, what is wrong and what is expected.
    public var description: String { "\(path):\(line):\(column): \(reason)" }
}

extension VCDError.Reason: CustomStringConvertible {
    /// What is wrong and what is expected.
    public var description: String {
        switch self {
        case .endsInDefinitions: "the file ends before $enddefinitions $end"
        case .endsIn(let what): "the file ends in \(what)"
        case .notASection(let token): "\"\(token)\" stands in the definitions; a section such as $var is expected"
        case .badTimescale(let text):
            "the timescale \"\(text)\" is not 1, 10 or 100 with one of s, ms, us, ns, ps, fs"
        case .noTimescale: "the definitions have no $timescale"
        case .badVariable(let text): "\"$var \(text)\" is not a type, a width, an identifier and a name"
        case .badIdentifier(let text): "the identifier \"\(text)\" is not 1 to 16 printable ASCII characters"
        case .unknownSignals(let names, let known):
            "no signal is called \(names.joined(separator: ", ")); the file has "
                + (known.isEmpty ? "none" : known.joined(separator: ", "))
                + " (name them as in --signals CLK=D0,DIN=D1,CS=D2)"
        case .ambiguousSignal(let name):
            "several signals are called \(name); write its scopes before it, as in top.\(name)"
        case .notOneBit(let name, let width): "the signal \(name) has \(width) bits; a wire has one"
        case .badTime(let text): "the time stamp \"\(text)\" is not a number of nanoseconds below 2^63"
        case .timeRunsBackwards(let text): "the time stamp \"\(text)\" is before the last one"
        case .notAChange(let token): "\"\(token)\" is neither a change (0! 1! b1 !) nor a time stamp (#123)"
        case .undeclaredIdentifier(let text): "no $var declares the identifier \"\(text)\""
        }
    }
}
