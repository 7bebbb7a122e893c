/// Which variables of a capture are the wires of a panel: `CLK=D0,DIN=D1,CS=D2`.
public struct SignalSelection: Hashable, Sendable {
    /// The panel's names of its wires, in its order.
    public let wires: [String]
    /// The name of each wire's variable in the file: bare, or with its scopes and dots before it.
    public private(set) var variables: [String]

    /// Expects every wire under its own name.
    public init(wires: [String] = SPIWires.names) {
        self.wires = wires
        variables = wires
    }

    /// Reads a list of `WIRE=VARIABLE`, separated by commas; wires that it does not name keep their own names.
    public init(parsing text: String, wires: [String] = SPIWires.names) throws(SignalSelectionError) {
        self.init(wires: wires)
        var named: Set<Int> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let equals = item.firstIndex(of: "=") else { throw .noEqualsSign(item: String(item)) }
            let wire = String(item[..<equals])
            let variable = String(item[item.index(after: equals)...])
            guard let index = wires.firstIndex(of: wire) else { throw .unknownWire(wire, known: wires) }
            guard !variable.isEmpty else { throw .noVariable(wire: wire) }
            guard named.insert(index).inserted else { throw .namedTwice(wire: wire) }
            variables[index] = variable
        }
    }
}

/// An error in a list of signals.
public enum SignalSelectionError: Error, Equatable, Sendable {
    /// An item has no `=`.
    case noEqualsSign(item: String)
    /// The panel has no wire of that name.
    case unknownWire(String, known: [String])
    /// The text after `=` is missing.
    case noVariable(wire: String)
    /// A wire is given two variables.
    case namedTwice(wire: String)
}

extension SignalSelectionError: CustomStringConvertible {
    /// One line: what was given and what was expected.
    public var description: String {
        switch self {
        case .noEqualsSign(let item): "signals: \"\(item)\" is not WIRE=NAME, as in CLK=D0,DIN=D1,CS=D2"
        case .unknownWire(let wire, let known):
            "signals: this panel has no wire \"\(wire)\"; its wires are \(known.joined(separator: ", "))"
        case .noVariable(let wire): "signals: \"\(wire)=\" needs the signal's name in the capture after it"
        case .namedTwice(let wire): "signals: \(wire) is given twice"
        }
    }
}
