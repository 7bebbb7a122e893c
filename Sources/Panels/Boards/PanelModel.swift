import PanelDrivers
import PixelGraphics
import Settings

/// A model of HUB75 panel: its pixels, how they are wired to its shift registers, and what its chips need.
package struct PanelModel: Hashable, Sendable {
    /// The name: that of its file without folder and ending.
    package let name: String
    /// What it is, in one line.
    package let summary: String
    /// The extent of its picture in pixels.
    package let size: Size
    /// The number of row addresses, each of which lights a row in both halves of the matrix: 16 are called 1/16 scan.
    package let rowPairs: Int
    /// The bits that each of its six colour wires takes for one row address.
    package let shiftedColumns: Int
    /// Where its pixels lie in the matrix; nil where they lie as they are seen.
    package let multiplexing: MultiplexingTable?
    /// What its wires and chips need.
    package let traits: PanelTraits
    /// What it draws from 5 V with all pixels white at full brightness, in mA; nil where unknown.
    package let current: Int?
}

extension PanelModel {
    /// The value of `kind` in panel files.
    static let kind = "hub75-panel"
    /// The extents that panels may have.
    private static let columns = 8...1024
    private static let rows = 2...128

    /// Reads a panel file from its bytes.
    ///
    /// - Parameters:
    ///   - bytes: the file's content (YAML in UTF-8).
    ///   - name: the panel's name.
    ///   - path: the file's name for error messages.
    /// - Throws: everything that is wrong with the file, at once; a file that is no YAML has no further problems.
    package init(parsing bytes: some Collection<UInt8>, name: String, path: String) throws(BoardError) {
        var fields = try BoardFields(bytes, path: path)
        let model = PanelModel(&fields, name: name)
        guard let model, fields.problems.isEmpty else { throw BoardError(problems: fields.problems.inOrder()) }
        self = model
    }

    /// Reads the panel file that the key `panel` names; nil if there are problems.
    static func named(by fields: inout BoardFields, files: BoardFiles) -> PanelModel? {
        let words = "the name of a panel such as 64x32, or the path of a panel file"
        guard let name = fields.value("panel", as: .nonEmpty(words)) else { return nil }
        return fields.file(.panel, name, files) { (content) throws(BoardError) in
            try PanelModel(parsing: content.bytes, name: content.name, path: content.path)
        }
    }

    private init?(_ fields: inout BoardFields, name: String) {
        _ = fields.value("kind", as: .word(of: [(Self.kind, true)]))
        let summary = fields.value("summary", as: .oneLine("one line about the panel"))
        let columns = fields.value("columns", as: .integer(in: Self.columns))
        let rows = fields.value("rows", as: .integer(in: Self.rows))
        var (rowPairs, shiftedColumns): (Int?, Int?)
        let areRight = [
            fields.read("row_pairs", in: HUB75Matrix.rowPairRange, into: &rowPairs),
            fields.read("shifted_columns", in: 8...65_536, into: &shiftedColumns),
        ]
        var traits = PanelTraits()
        traits.read(&fields)
        var current: Int?
        fields.read("current", as: .current(of: "the white panel"), into: &current)
        var matrix: (table: MultiplexingTable?, rowPairs: Int, shiftedColumns: Int)?
        if let columns, let rows, areRight == [true, true] {
            let panel = MultiplexingTable.Panel(
                size: Size(width: columns, height: rows), rowPairs: rowPairs, shiftedColumns: shiftedColumns)
            matrix = Self.matrix(&fields, panel)
        } else {
            fields.accept("multiplexing")
        }
        fields.recordUnknownKeys()
        guard let summary, let columns, let rows, let matrix else { return nil }
        self.init(
            name: name, summary: summary, size: Size(width: columns, height: rows), rowPairs: matrix.rowPairs,
            shiftedColumns: matrix.shiftedColumns, multiplexing: matrix.table, traits: traits, current: current)
    }

    /// Reads the table, or checks that the panel does without one.
    private static func matrix(
        _ fields: inout BoardFields, _ panel: MultiplexingTable.Panel
    ) -> (table: MultiplexingTable?, rowPairs: Int, shiftedColumns: Int)? {
        let key = "multiplexing"
        guard fields.has(key) else {
            fields.accept(key)
            let plain = panel.size.height % 2 == 0 ? panel.size.height / 2 : nil
            let rowPairs = panel.rowPairs ?? panel.size.height / 2
            let columns = panel.shiftedColumns ?? panel.size.width
            guard rowPairs == plain, columns == panel.size.width, rowPairs <= 32 else {
                let place = fields.place(of: "row_pairs") ?? fields.place(of: "shifted_columns")
                fields.record(
                    .multiplexing(.missing(panel: panel.size, rowPairs: rowPairs, columns: columns)),
                    at: place ?? fields.place(of: "rows"))
                return nil
            }
            return (nil, rowPairs, columns)
        }
        let text = fields.value(key, as: .text("a table of lines such as \"0-3: 15-8\" behind a bar (|)") { $0 })
        guard let text else { return nil }
        let (result, problems) = MultiplexingTable.read(text, for: panel)
        for (reason, place) in problems {
            fields.record(
                .multiplexing(reason),
                at: place.map { fields.place(of: key, line: $0.line, offset: $0.offset) } ?? fields.place(of: key))
        }
        return result.map { ($0.table, $0.rowPairs, $0.shiftedColumns) }
    }
}

/// What the wires and chips of a panel need; a board file may override each of it.
///
/// By default it is a plain panel: data at up to 20 MHz.
package struct PanelTraits: Hashable, Sendable {
    /// How it is scanned, but for the dark times around a change of the row address.
    package var settings = ScanSettings()
    /// The chips that drive the rows.
    package var rowDriver = RowDriver.plain
    /// How long it stays dark before the row address changes, in ns; nil where the row driver's time holds.
    package var darkGap: Int64?
    /// How long it stays dark after the row address has changed, in ns; nil where the row driver's time holds.
    package var settle: Int64?
}

extension PanelTraits {
    /// Reads the keys that panel files and board files share; returns whether nothing is wrong with them.
    @discardableResult
    mutating func read(_ fields: inout BoardFields) -> Bool {
        let addressings = RowAddressing.allCases.flatMap { [($0.name, $0), ("\($0.rawValue)", $0)] }
        let sequences = BoardFields.ValueForm.text("the letters R, G and B in the order of the wires, such as RBG") {
            ColorSequence($0)
        }
        let gap = BoardFields.ValueForm.time(in: 0...100_000, of: "0 to 100 us", grid: 10)
        let areRight = [
            fields.read("row_addressing", as: .word(of: addressings), into: &settings.addressing),
            fields.read("color_sequence", as: sequences, into: &settings.sequence),
            fields.read("inverse", into: &settings.isInverse),
            fields.read("driver_chip", as: DriverChipPrint.form, into: &settings.chip),
            fields.read("oe_lag", as: .time(in: 0...10_000, of: "0 to 10 us", grid: 10), into: &settings.oeLag),
            fields.read("clock_width", as: .time(in: 1...10_000, of: "1 ns to 10 us"), into: &settings.clockWidth),
            fields.read("row_driver", into: &rowDriver),
            fields.read("dark_gap", as: gap, into: &darkGap),
            fields.read("settle", as: gap, into: &settle),
            fields.read("latch_gap", as: gap, into: &settings.latchGap),
            fields.read("row_clock", as: gap, into: &settings.rowClock),
        ]
        return !areRight.contains(false)
    }
}

extension RowAddressing {
    /// The name in board and panel files.
    package var name: String {
        switch self {
        case .direct: "direct"
        case .abShift: "ab-shift"
        case .directSelect: "direct-select"
        case .abcShift: "abc-shift"
        case .sm5266: "sm5266"
        case .b707: "b707"
        }
    }
}

/// The chips that drive the rows of a panel, and the dark times that keep one row from glowing with the picture of another.
///
/// A row driver takes time to turn a row off and the next one on, and a row that was turned off keeps a charge, which lights
/// LEDs of the next row's picture faintly. The times are where to begin, from what other programs use (185 ns where nothing
/// is known of the panel, 1 us and more for slow row drivers); no panel was measured for this project.
package enum RowDriver: String, CaseIterable, Hashable, Sendable {
    /// Unknown, or a panel that shows no ghosts.
    case plain
    /// 74HC138 decoders with pairs of transistors (4953, 9926): nothing discharges a row that was turned off.
    case hc138 = "74hc138"
    /// Decoders that discharge rows: RUC7258, TC7258 and the like.
    case discharging
    /// Shift registers: SM5266P, SM5368, DP32020A and the like.
    case shifting

    /// The dark time before the row address changes, in ns.
    package var darkGap: Int64 {
        switch self {
        case .plain: 0
        case .hc138: 1_000
        case .discharging, .shifting: 200
        }
    }

    /// The dark time after the row address has changed, in ns.
    package var settle: Int64 {
        switch self {
        case .plain: 0
        case .hc138: 1_000
        case .discharging: 200
        case .shifting: 500
        }
    }
}
