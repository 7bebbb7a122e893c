import PanelDrivers
import Settings

extension HUB75Wiring {
    /// The value of `kind` in wiring files.
    static let kind = "hub75-wiring"
    /// The most parallel chains: six have lines on a compute module.
    static let mostChains = HUB75Matrix.chainRange.upperBound
    /// The lines that colour wires may have.
    static let colorLines = 0...53
    /// The lines that the other wires may have: those that one register holds on every Raspberry Pi.
    static let controlLines = 0...27

    /// Reads a wiring file from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: the file's content (YAML in UTF-8).
    ///   - name: the wiring's name.
    ///   - path: the file's name for error messages.
    /// - Throws: everything that is wrong with the file, at once; a file that is no YAML has no further problems.
    package init(parsing bytes: some Collection<UInt8>, name: String, path: String) throws(BoardError) {
        var fields = try BoardFields(bytes, path: path)
        _ = fields.choice("kind", of: [(Self.kind, true)])
        let summary = fields.line("summary", expected: "one line about the wiring")
        let wiring = HUB75Wiring(&fields, name: name, summary: summary)
        fields.noteUnknownKeys()
        guard let wiring, fields.problems.isEmpty else { throw BoardError(problems: fields.problems.inOrder()) }
        self = wiring
    }

    /// The keys of a chain's colour wires: `r1`, and `c2_r1` for the second chain.
    static func colorKeys(chain: Int) -> [String] {
        colorNames.map { (chain == 0 ? "" : "c\(chain + 1)_") + $0.lowercased() }
    }

    /// The key of a line that has to stay an input.
    private static let inputKey = "keep_input"

    /// All keys that give a line.
    static let keys =
        ["oe", "clk", "lat", inputKey] + addressNames.map { $0.lowercased() } + (0..<mostChains).flatMap(colorKeys)

    /// Reads the keys of all lines; nil if there are problems.
    init?(_ fields: inout BoardFields, name: String? = nil, summary: String? = nil) {
        // Of the wires that an adapter may lack, those count that are followed by one that it has.
        func wired(_ keys: [String]) -> Int {
            keys.indices.last { fields.has(keys[$0]) }.map { $0 + 1 } ?? 0
        }
        let addressKeys = Self.addressNames.map { $0.lowercased() }
        let addresses = max(wired(addressKeys), 1)
        let chains = max((0..<Self.mostChains).last { wired(Self.colorKeys(chain: $0)) > 0 } ?? 0, 0) + 1
        let asked =
            ["oe", "clk", "lat"] + addressKeys.prefix(addresses) + (0..<chains).flatMap(Self.colorKeys)
            + (fields.has(Self.inputKey) ? [Self.inputKey] : [])
        for key in Self.keys { fields.accept(key) }
        var lines: [String: Int] = [:]
        for key in asked {
            let range = key.hasSuffix("1") || key.hasSuffix("2") ? Self.colorLines : Self.controlLines
            let words = "a GPIO line by number, 0 to \(range.upperBound), such as 17 or GPIO17"
            lines[key] = fields.parsed(key, expected: words) { Self.line($0, in: range) }
        }
        let hasClash = Self.noteClashes(of: asked, lines, &fields)
        guard !hasClash, let outputEnable = lines["oe"], let clock = lines["clk"], let latch = lines["lat"] else {
            return nil
        }
        let address = addressKeys.prefix(addresses).compactMap { lines[$0] }
        let colors = (0..<chains).map { Self.colorKeys(chain: $0).compactMap { lines[$0] } }
        guard address.count == addresses, colors.allSatisfy({ $0.count == 6 }), lines.count == asked.count else {
            return nil
        }
        self.init(
            name: name, summary: summary, outputEnable: outputEnable, clock: clock, latch: latch, address: address,
            colors: colors, inputs: lines[Self.inputKey].map { [$0] } ?? [])
    }

    /// Notes every line that was given before, in the order of the file; returns whether there is one.
    private static func noteClashes(
        of keys: [String], _ lines: [String: Int], _ fields: inout BoardFields
    ) -> Bool {
        let inOrder = keys.compactMap { key in fields.place(of: key).map { (key, $0) } }.sorted { $0.1 < $1.1 }
        var owners: [Int: (key: String, place: TextPlace)] = [:]
        var hasClash = false
        for (key, place) in inOrder {
            guard let line = lines[key] else { continue }
            guard let owner = owners[line] else {
                owners[line] = (key, place)
                continue
            }
            hasClash = true
            fields.note(
                .pinUsedTwice(
                    key: key, pin: fields.givenText(key) ?? "", other: owner.key, line: owner.place.line), at: place)
        }
        return hasClash
    }

    /// Reads `17` or `GPIO17`.
    private static func line(_ text: String, in range: ClosedRange<Int>) -> BoardFields.Outcome<Int> {
        DecimalNumber.parse(text.hasPrefix("GPIO") ? String(text.dropFirst(4)) : text, in: range)
    }
}
