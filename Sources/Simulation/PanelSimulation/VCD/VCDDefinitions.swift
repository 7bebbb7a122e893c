/// The definitions at the start of a VCD file, as far as a selection of signals needs them.
struct VCDDefinitions {
    /// A declared identifier.
    struct Variable {
        /// The number of bits; the largest where several variables share the identifier.
        var width: Int
        /// The wires of the selection that it carries.
        var wires: [Int] = []
    }

    /// A variable that may be a wire of the selection.
    private struct Candidate {
        var identifier: VCDIdentifier
        var width: Int
        var isFullName: Bool
        var isAmbiguous = false
    }

    /// The length of the time unit.
    private(set) var timescale: VCDTimescale?
    /// Every declared identifier.
    private(set) var variables: [VCDIdentifier: Variable] = [:]
    private var candidates: [Candidate?]
    /// The open scopes, each with its dots and its outer scopes before it.
    private var scopes: [String] = []
    /// Open scopes that are nested too deeply to be distinguished.
    private var deeperScopes = 0
    private var knownNames: [String] = []
    private let selection: SignalSelection

    /// Reads up to and including `$enddefinitions $end`.
    init(_ tokens: inout VCDTokens, selection: SignalSelection) throws(VCDError) {
        self.selection = selection
        candidates = [Candidate?](repeating: nil, count: selection.wires.count)
        while let token = tokens.next() {
            let start = tokens.start
            let keyword = VCDTokens.text(token)
            guard keyword.hasPrefix("$") else { throw tokens.error(.notASection(keyword)) }
            if keyword == "$end" { continue }
            guard let section = tokens.section() else { throw tokens.error(.endsIn(keyword)) }
            switch keyword {
            case "$timescale":
                timescale = VCDTimescale(section)
                if timescale == nil { throw tokens.error(.badTimescale(VCDTokens.text(section)), at: start) }
            case "$scope":
                open(scope: VCDTokens.text(section.last ?? []))
            case "$upscope":
                if deeperScopes > 0 { deeperScopes -= 1 } else { _ = scopes.popLast() }
            case "$var":
                if let reason = declare(section) { throw tokens.error(reason, at: start) }
            case "$enddefinitions":
                if let reason = resolve() { throw tokens.error(reason, at: start) }
                return
            default:
                continue
            }
        }
        throw tokens.error(.endsInDefinitions)
    }

    private mutating func open(scope: String) {
        if scopes.count < 64 {
            scopes.append((scopes.last ?? "") + scope + ".")
        } else {
            deeperScopes += 1
        }
    }

    /// Records a variable; returns the problem, if any.
    private mutating func declare(_ section: [ArraySlice<UInt8>]) -> VCDError.Reason? {
        guard section.count >= 4, let width = Int(String(decoding: section[1].prefix(8), as: UTF8.self)), width > 0
        else {
            return .badVariable(VCDTokens.text(section))
        }
        guard let identifier = VCDIdentifier(section[2]) else { return .badIdentifier(VCDTokens.text(section[2])) }
        variables[identifier, default: Variable(width: width)].width = max(width, variables[identifier]?.width ?? 1)
        let plain = String(decoding: section[3].prefix(256), as: UTF8.self)
        let indexed = String(decoding: section[3...].joined().prefix(256), as: UTF8.self)
        let scope = scopes.last ?? ""
        if knownNames.count < 32 { knownNames.append(VCDTokens.text(section[3])) }
        for (wire, name) in selection.variables.enumerated() {
            let isFullName = !scopes.isEmpty && (name == scope + plain || name == scope + indexed)
            guard isFullName || name == plain || name == indexed else { continue }
            consider(Candidate(identifier: identifier, width: width, isFullName: isFullName), wire: wire)
        }
        return nil
    }

    /// A full name is better than a bare one; two equally good ones are ambiguous, unless they are the same wire.
    private mutating func consider(_ candidate: Candidate, wire: Int) {
        guard let known = candidates[wire], known.isFullName || !candidate.isFullName else {
            candidates[wire] = candidate
            return
        }
        if known.isFullName == candidate.isFullName, known.identifier != candidate.identifier {
            candidates[wire]?.isAmbiguous = true
        }
    }

    /// Connects the wires of the selection; returns the problem, if any.
    private mutating func resolve() -> VCDError.Reason? {
        guard timescale != nil else { return .noTimescale }
        let missing = zip(selection.variables, candidates).filter { $0.1 == nil }.map(\.0)
        guard missing.isEmpty else { return .unknownSignals(missing, known: knownNames) }
        for (wire, candidate) in candidates.enumerated() {
            guard let candidate else { continue }
            let name = selection.variables[wire]
            if candidate.isAmbiguous { return .ambiguousSignal(name) }
            if candidate.width != 1 { return .notOneBit(name, width: candidate.width) }
            variables[candidate.identifier]?.wires.append(wire)
        }
        return nil
    }
}

/// The short code that stands for a variable in the body of a VCD file: 1 to 16 printable ASCII characters.
struct VCDIdentifier: Hashable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// Takes the characters of a token; nil when it is empty, too long or not printable (33 to 126).
    init?(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty, bytes.count <= 16 else { return nil }
        for byte in bytes {
            guard (33...126).contains(byte) else { return nil }
            high = high << 8 | low >> 56
            low = low << 8 | UInt64(byte)
        }
    }

    /// The characters of the variable with that number, counted through all identifiers from the shortest.
    static func characters(number: Int) -> [UInt8] {
        var characters: [UInt8] = []
        var rest = number
        repeat {
            characters.append(UInt8(33 + rest % 94))
            rest = rest / 94 - 1
        } while rest >= 0
        return characters
    }
}

/// How long a unit of a VCD file's time stamps is.
struct VCDTimescale: Hashable {
    /// Nanoseconds in a unit; 1 where units are shorter.
    private var multiplier: Int64 = 1
    /// Units in a nanosecond; 1 where units are longer.
    private var divisor: Int64 = 1

    /// Reads `10 ns` or `10ns`; nil when it is neither.
    init?(_ tokens: [ArraySlice<UInt8>]) {
        let text = tokens.prefix(3).joined()
        let digits = text.prefix { (0x30...0x39).contains($0) }
        let unit = String(decoding: text.dropFirst(digits.count).prefix(8), as: UTF8.self)
        let number: Int64
        switch String(decoding: digits.prefix(8), as: UTF8.self) {
        case "1": number = 1
        case "10": number = 10
        case "100": number = 100
        default: return nil
        }
        switch unit {
        case "s": multiplier = number * 1_000_000_000
        case "ms": multiplier = number * 1_000_000
        case "us": multiplier = number * 1_000
        case "ns": multiplier = number
        case "ps": divisor = 1_000 / number
        case "fs": divisor = 1_000_000 / number
        default: return nil
        }
    }

    /// Reads the digits of a time stamp as nanoseconds, rounded down; nil when it is not a number or too large.
    func nanoseconds(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var units: UInt64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            let (shifted, overflow) = units.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(digit - 0x30))
            guard !overflow, !carry else { return nil }
            units = sum
        }
        guard let whole = Int64(exactly: units / UInt64(divisor)) else { return nil }
        let (time, overflow) = whole.multipliedReportingOverflow(by: multiplier)
        return overflow ? nil : time
    }
}
