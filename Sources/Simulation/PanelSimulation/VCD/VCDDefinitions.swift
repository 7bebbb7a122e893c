import Settings

/// The definitions at the start of a VCD file, as far as a selection of signals needs them.
struct VCDDefinitions {
    /// Every declared identifier: its bits, the most where several variables share it, and the wires of the selection that it carries.
    private(set) var variables: [UInt128: (width: Int, wires: [Int])] = [:]
    /// The nanoseconds in a unit of time, and the units in a nanosecond, of which one is 1; nil before the timescale.
    private var timescale: (multiplier: Int64, divisor: Int64)?
    /// For each wire the variable that it may be: the first with its full name, or else the first with its bare one.
    private var candidates: [(identifier: UInt128, width: Int, isFullName: Bool)?]
    /// The wires for which several variables are equally good.
    private var ambiguous: Set<Int> = []
    /// The open scopes, each with its dots and its outer scopes before it.
    private var scopes: [String] = []
    /// Open scopes that are nested too deeply to be distinguished.
    private var deeperScopes = 0
    private var knownNames: [String] = []
    private let selection: SignalSelection

    /// Reads up to and including `$enddefinitions $end`.
    init(_ tokens: inout VCDTokens, selection: SignalSelection) throws(TextError) {
        self.selection = selection
        candidates = selection.wires.map { _ in nil }
        while let token = tokens.next() {
            let start = tokens.start
            let keyword = VCDTokens.text(token)
            guard keyword.hasPrefix("$") else {
                throw tokens.error("\"\(keyword)\" stands in the definitions; a section such as $var is expected")
            }
            if keyword == "$end" { continue }
            guard let section = tokens.section() else { throw tokens.error("the file ends in \(keyword)") }
            switch keyword {
            case "$timescale":
                timescale = Self.timescale(section)
                if timescale == nil {
                    throw tokens.error(
                        "the timescale \"\(VCDTokens.text(section))\" is not 1, 10 or 100 with one of s, ms, us, ns, ps, fs",
                        at: start)
                }
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
        throw tokens.error("the file ends before $enddefinitions $end")
    }

    private mutating func open(scope: String) {
        if scopes.count < 64 {
            scopes.append((scopes.last ?? "") + scope + ".")
        } else {
            deeperScopes += 1
        }
    }

    /// Records a variable; returns the problem, if any.
    private mutating func declare(_ section: [ArraySlice<UInt8>]) -> String? {
        guard section.count >= 4, let width = Int(String(decoding: section[1].prefix(8), as: UTF8.self)), width > 0
        else {
            return "\"$var \(VCDTokens.text(section))\" is not a type, a width, an identifier and a name"
        }
        guard let identifier = Self.identifier(section[2]) else {
            return "the identifier \"\(VCDTokens.text(section[2]))\" is not 1 to 16 printable ASCII characters"
        }
        variables[identifier, default: (width, [])].width = max(width, variables[identifier]?.width ?? 1)
        let plain = String(decoding: section[3].prefix(256), as: UTF8.self)
        let indexed = String(decoding: section[3...].joined().prefix(256), as: UTF8.self)
        let scope = scopes.last ?? ""
        if knownNames.count < 32 { knownNames.append(VCDTokens.text(section[3])) }
        for (wire, name) in selection.variables.enumerated() {
            let isFullName = !scopes.isEmpty && (name == scope + plain || name == scope + indexed)
            guard isFullName || name == plain || name == indexed else { continue }
            consider((identifier, width, isFullName), wire: wire)
        }
        return nil
    }

    /// A full name is better than a bare one; two equally good ones are ambiguous, unless they are the same wire.
    private mutating func consider(_ candidate: (identifier: UInt128, width: Int, isFullName: Bool), wire: Int) {
        guard let known = candidates[wire], known.isFullName || !candidate.isFullName else {
            candidates[wire] = candidate
            ambiguous.remove(wire)
            return
        }
        if known.isFullName == candidate.isFullName, known.identifier != candidate.identifier {
            ambiguous.insert(wire)
        }
    }

    /// Connects the wires of the selection; returns the problem, if any.
    private mutating func resolve() -> String? {
        guard timescale != nil else { return "the definitions have no $timescale" }
        let missing = zip(selection.variables, candidates).filter { $0.1 == nil }.map(\.0)
        guard missing.isEmpty else {
            return "no signal is called \(missing.joined(separator: ", ")); the file has "
                + (knownNames.isEmpty ? "none" : knownNames.joined(separator: ", "))
                + " (name them as in --signals CLK=D0,DIN=D1,CS=D2)"
        }
        for (wire, candidate) in candidates.enumerated() {
            guard let candidate else { continue }
            let name = selection.variables[wire]
            if ambiguous.contains(wire) {
                return "several signals are called \(name); write its scopes before it, as in top.\(name)"
            }
            if candidate.width != 1 {
                return "the signal \(name) has \(candidate.width) bits; a wire has one"
            }
            variables[candidate.identifier]?.wires.append(wire)
        }
        return nil
    }

    /// The short code that stands for a variable in the body of the file, 1 to 16 printable ASCII characters (33 to 126), as a number;
    /// nil for others.
    static func identifier(_ bytes: some Collection<UInt8>) -> UInt128? {
        guard !bytes.isEmpty, bytes.count <= 16, bytes.allSatisfy({ (33...126).contains($0) }) else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// Reads `10 ns` or `10ns`; nil when it is neither.
    private static func timescale(_ tokens: [ArraySlice<UInt8>]) -> (multiplier: Int64, divisor: Int64)? {
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
        case "s": return (number * 1_000_000_000, 1)
        case "ms": return (number * 1_000_000, 1)
        case "us": return (number * 1_000, 1)
        case "ns": return (number, 1)
        case "ps": return (1, 1_000 / number)
        case "fs": return (1, 1_000_000 / number)
        default: return nil
        }
    }

    /// Reads the digits of a time stamp as nanoseconds, rounded down; nil when it is not a number or too large.
    func nanoseconds(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, let timescale else { return nil }
        var units: UInt64 = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            let (shifted, overflow) = units.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(digit - 0x30))
            guard !overflow, !carry else { return nil }
            units = sum
        }
        guard let whole = Int64(exactly: units / UInt64(timescale.divisor)) else { return nil }
        let (time, overflow) = whole.multipliedReportingOverflow(by: timescale.multiplier)
        return overflow ? nil : time
    }
}
