import PanelDrivers
import Settings

/// Which GPIO line leads to which wire of the HUB75 connectors of an adapter.
package struct HUB75Wiring: Hashable, Sendable {
    /// The name: that of its file, or nil if the lines stand in the board file.
    package let name: String?
    /// What it is, in one line; nil if the lines stand in the board file.
    package let summary: String?
    /// The line of OE.
    package let outputEnable: Int
    /// The line of CLK.
    package let clock: Int
    /// The line of LAT.
    package let latch: Int
    /// The lines of A, B, C, D and E, as many as are wired.
    package let address: [Int]
    /// For every parallel chain the lines of R1, G1, B1, R2, G2 and B2.
    package let colors: [[Int]]
    /// The lines that have to stay inputs, because the adapter ties them to others.
    package let inputs: [Int]

    static let addressNames = ["A", "B", "C", "D", "E"]
}

extension HUB75Wiring {
    /// The value of `kind` in wiring files.
    static let kind = "hub75-wiring"
    /// The most parallel chains: six have lines on a compute module.
    static let maximumChains = HUB75Matrix.chainRange.upperBound
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
        _ = fields.value("kind", as: .word(of: [(Self.kind, true)]))
        let summary = fields.value("summary", as: .oneLine("one line about the wiring"))
        let wiring = HUB75Wiring(&fields, name: name, summary: summary)
        fields.recordUnknownKeys()
        guard let wiring, fields.problems.isEmpty else { throw BoardError(problems: fields.problems.inOrder()) }
        self = wiring
    }

    /// Reads the wiring file that the key `wiring` names, or the lines if the key is missing; nil if there are problems.
    static func given(by fields: inout BoardFields, files: BoardFiles) -> HUB75Wiring? {
        guard fields.has("wiring") else {
            fields.accept("wiring")
            if !keys.contains(where: fields.has) {
                fields.recordProblem(
                    .missingKey(
                        "wiring",
                        expected: "the name of a wiring such as regular, the path of a wiring file, or the lines"),
                    at: nil)
                return nil
            }
            return HUB75Wiring(&fields)
        }
        for key in keys {
            fields.accept(key)
            if let place = fields.keyPlace(of: key) { fields.record(.linesBesideWiring(key), at: place) }
        }
        let words = "the name of a wiring such as regular, or the path of a wiring file"
        guard let name = fields.value("wiring", as: .nonEmpty(words)) else { return nil }
        return fields.file(.wiring, name, files) { (content) throws(BoardError) in
            try HUB75Wiring(parsing: content.bytes, name: content.name, path: content.path)
        }
    }

    /// The keys of a chain's colour wires: `r1`, and `c2_r1` for the second chain.
    static func colorKeys(chain: Int) -> [String] {
        HUB75Wires.colors.map { (chain == 0 ? "" : "c\(chain + 1)_") + $0.lowercased() }
    }

    /// The key of a line that has to stay an input.
    private static let inputKey = "keep_input"

    /// All keys that give a line.
    static let keys =
        ["oe", "clk", "lat", inputKey] + addressNames.map { $0.lowercased() } + (0..<maximumChains).flatMap(colorKeys)

    /// Reads the keys of all lines; nil if there are problems.
    init?(_ fields: inout BoardFields, name: String? = nil, summary: String? = nil) {
        // Of the wires that an adapter may lack, those count that are followed by one that it has.
        func wired(_ keys: [String]) -> Int {
            keys.indices.last { fields.has(keys[$0]) }.map { $0 + 1 } ?? 0
        }
        let addressKeys = Self.addressNames.map { $0.lowercased() }
        let addresses = max(wired(addressKeys), 1)
        let chains = max((0..<Self.maximumChains).last { wired(Self.colorKeys(chain: $0)) > 0 } ?? 0, 0) + 1
        let asked =
            ["oe", "clk", "lat"] + addressKeys.prefix(addresses) + (0..<chains).flatMap(Self.colorKeys)
            + (fields.has(Self.inputKey) ? [Self.inputKey] : [])
        for key in Self.keys { fields.accept(key) }
        var lines: [String: Int] = [:]
        for key in asked {
            let range = key.hasSuffix("1") || key.hasSuffix("2") ? Self.colorLines : Self.controlLines
            let words = "a GPIO line by number, 0 to \(range.upperBound), such as 17 or GPIO17"
            lines[key] = fields.value(key, as: BoardFields.ValueForm(words) { Self.line($0, in: range) })
        }
        let hasClash = Self.recordClashes(of: asked, lines, &fields)
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

    /// Records every line that was given before, in the order of the file; returns whether there is one.
    private static func recordClashes(of keys: [String], _ lines: [String: Int], _ fields: inout BoardFields) -> Bool {
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
            fields.record(
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

extension HUB75Wiring {
    /// What else lines of the 40-pin header are for, and what turns that off in `/boot/firmware/config.txt`.
    private static let otherUses: [(lines: [Int], use: String)] = [
        ([7, 8, 9, 10, 11], "SPI0: no dtparam=spi=on; a MAX7219 chain goes elsewhere"),
        ([2, 3], "I2C with its pull-ups: no dtparam=i2c_arm=on"),
        ([14, 15], "UART: no enable_uart=1, no console=serial0 in cmdline.txt"),
        ([4], "1-wire: no dtoverlay=w1-gpio"),
        ([12, 13, 18, 19], "on-board audio that is moved to the header: no dtoverlay=audremap"),
        ([19, 20, 21], "SPI1: no dtoverlay=spi1-..."),
    ]

    /// Returns what else some lines are for, each with those of the lines that it concerns.
    package static func clashes(of lines: [Int]) -> [(lines: [Int], use: String)] {
        otherUses.compactMap { other in
            let used = other.lines.filter(lines.contains)
            return used.isEmpty ? nil : (used, other.use)
        }
    }
}
