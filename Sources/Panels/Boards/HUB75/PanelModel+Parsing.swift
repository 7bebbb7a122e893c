import PanelDrivers
import PixelGraphics
import Settings

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

    private init?(_ fields: inout BoardFields, name: String) {
        _ = fields.choice("kind", of: [(Self.kind, true)])
        let summary = fields.line("summary", expected: "one line about the panel")
        let columns = fields.integer("columns", in: Self.columns)
        let rows = fields.integer("rows", in: Self.rows)
        let rowPairs = fields.optionalInteger("row_pairs", in: HUB75Matrix.rowPairRange)
        let shiftedColumns = fields.optionalInteger("shifted_columns", in: 8...65_536)
        let traits = PanelTraits(&fields, else: .usual)
        let current = fields.current("current", of: "the white panel", default: nil)
        var matrix: (table: MultiplexingTable?, rowPairs: Int, shiftedColumns: Int)?
        if let columns, let rows, let rowPairs, let shiftedColumns {
            let panel = MultiplexingTable.Panel(
                size: Size(width: columns, height: rows), rowPairs: rowPairs, shiftedColumns: shiftedColumns)
            matrix = Self.matrix(&fields, panel)
        } else {
            fields.accept("multiplexing")
        }
        fields.noteUnknownKeys()
        guard let summary, let columns, let rows, let matrix, let traits, let current else { return nil }
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
                fields.note(
                    .multiplexing(.missing(panel: panel.size, rowPairs: rowPairs, columns: columns)),
                    at: place ?? fields.place(of: "rows"))
                return nil
            }
            return (nil, rowPairs, columns)
        }
        let text = fields.parsed(key, expected: "a table of lines such as \"0-3: 15-8\" behind a bar (|)") {
            .value($0)
        }
        guard let text else { return nil }
        let (result, problems) = MultiplexingTable.read(text, for: panel)
        for (reason, place) in problems {
            fields.note(
                .multiplexing(reason),
                at: place.map { fields.place(of: key, line: $0.line, offset: $0.offset) } ?? fields.place(of: key))
        }
        return result.map { ($0.table, $0.rowPairs, $0.shiftedColumns) }
    }
}
