import Settings

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
    ///
    /// - Throws: `TextError` at the first wrong item.
    public init(parsing text: String, wires: [String] = SPIWires.names) throws(TextError) {
        self.init(wires: wires)
        var named: Set<Int> = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            func wrong(_ words: String) -> TextError {
                TextError(
                    "signals: " + words, at: text.unicodeScalars.distance(from: text.startIndex, to: item.startIndex))
            }
            guard let equals = item.firstIndex(of: "=") else {
                throw wrong("\"\(item)\" is not WIRE=NAME, as in CLK=D0,DIN=D1,CS=D2")
            }
            let wire = String(item[..<equals])
            let variable = String(item[item.index(after: equals)...])
            guard let index = wires.firstIndex(of: wire) else {
                throw wrong("this panel has no wire \"\(wire)\"; its wires are \(wires.joined(separator: ", "))")
            }
            guard !variable.isEmpty else {
                throw wrong("\"\(wire)=\" needs the signal's name in the capture after it")
            }
            guard named.insert(index).inserted else { throw wrong("\(wire) is given twice") }
            variables[index] = variable
        }
    }
}
