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
        /// There is no timescale.
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
