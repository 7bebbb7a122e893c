import PixelGraphics
import Settings

/// The lines of a multiplexing table as they are written: `0-3: 15-8`.
///
/// A line gives one or more rows of the tile, from the top. Before the colon stand the rows of the matrix in which they
/// lie, behind it the columns of their pixels from left to right: single numbers, or runs such as `15-8`, which count
/// down where the first number is the greater one. `0-3:` are four rows of the tile, in the rows 0, 1, 2 and 3. Where the
/// pixels of one row lie in several rows of the matrix, the line continues with `ROWS:` and columns. `#` begins a comment.
struct MultiplexingLines {
    /// The rows and columns that a table may name.
    static let rows = 0...63
    static let columns = 0...8191
    /// The problems that are listed: a text that is no table has thousands.
    private static let maximumProblems = 20

    /// A place in the text: the line, and the characters before it in its line.
    struct Place {
        let line: Int
        let offset: Int
    }

    /// Numbers that follow each other, up or down.
    struct Run {
        let first: Int
        let last: Int
        let place: Place

        var count: Int { abs(last - first) + 1 }
        subscript(index: Int) -> Int { first <= last ? first + index : first - index }
    }

    /// The rows of the tile that one line gives: the pixels that lie in the same rows of the matrix are a part.
    struct Line {
        var parts: [(rows: Run, columns: [Run])]
        let place: Place
        var height: Int { parts[0].rows.count }
        var width: Int { parts.flatMap(\.columns).reduce(0) { $0 + $1.count } }
    }

    /// The lines with something in them.
    private(set) var lines: [Line] = []
    /// What is wrong with single lines.
    private(set) var problems: [(reason: MultiplexingReason, place: Place)] = []

    /// The extent of the tile.
    var size: Size { Size(width: lines.first?.width ?? 0, height: lines.reduce(0) { $0 + $1.height }) }

    /// The place in the matrix of every pixel of the tile, row by row, and where it stands in the text.
    var pixels: [(place: Point, origin: Place)] {
        lines.flatMap { line in
            (0..<line.height).flatMap { row in
                line.parts.flatMap { part in
                    part.columns.flatMap { run in
                        (0..<run.count).map { (Point(x: run[$0], y: part.rows[row]), run.place) }
                    }
                }
            }
        }
    }

    /// Reads a table; of what cannot be read the first part of each line is recorded.
    init(_ text: String) {
        for (number, line) in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        {
            read(Array(line), number)
            if problems.count == Self.maximumProblems { break }
        }
    }

    private mutating func read(_ scalars: [Unicode.Scalar], _ number: Int) {
        var line: Line?
        for (offset, word) in Self.words(scalars) {
            let place = Place(line: number, offset: offset)
            let isRows = word.hasSuffix(":")
            let range = isRows ? Self.rows : Self.columns
            guard let run = Self.run(isRows ? String(word.dropLast()) : word, in: range, place) else {
                return problems.append((.unreadable(word), place))
            }
            if isRows {
                if let first = line?.height, first != run.count {
                    return problems.append((.otherNumberOfRows(run.count, first: first), place))
                }
                if line == nil { line = Line(parts: [], place: place) }
                line?.parts.append((run, []))
            } else if let last = line?.parts.indices.last {
                line?.parts[last].columns.append(run)
            } else {
                return problems.append((.columnsWithoutRow(word), place))
            }
        }
        guard let line else { return }
        if let first = lines.first?.width, first != line.width {
            return problems.append((.otherNumberOfPixels(line.width, first: first), line.place))
        }
        lines.append(line)
    }

    /// Returns the words of a line with their offsets; a colon ends a word.
    private static func words(_ line: [Unicode.Scalar]) -> [(offset: Int, word: String)] {
        var words: [(offset: Int, word: String)] = []
        var isInside = false
        for (offset, scalar) in line.enumerated() {
            if scalar == "#" { break }
            if scalar == " " || scalar == "\t" {
                isInside = false
                continue
            }
            if !isInside { words.append((offset, "")) }
            words[words.count - 1].word.unicodeScalars.append(scalar)
            isInside = scalar != ":"
        }
        return words
    }

    /// Reads a number, or two with a hyphen between them.
    private static func run(_ word: String, in range: ClosedRange<Int>, _ place: Place) -> Run? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false).map { part -> Int? in
            let number: BoardFields.Outcome<Int> = DecimalNumber.parse(String(part), in: range)
            return if case .value(let value) = number { value } else { nil }
        }
        guard parts.count <= 2, let first = parts[0], let last = parts[parts.count - 1] else { return nil }
        return Run(first: first, last: last, place: place)
    }
}
