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

    /// Notes a level, as the first one of its wire or as an edge.
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
