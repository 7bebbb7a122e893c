import CFreeType
import Synchronization

/// A face of an outline font in one size, whose glyphs are drawn when they are asked for the first time.
///
/// For any thread.
final class OutlineFace: Sendable {
    /// The rows of its capitals: those that were asked for, or the next lower number that its hints allow.
    let capitals: Int
    /// The 64ths of a pixel that an em has.
    let emSize: Int
    /// The rows above the base line, with the dots of an Ä.
    let ascent: Int
    /// The rows below the base line, for the tail of a g.
    let descent: Int
    /// The family.
    let family: String
    /// The family and the style.
    let fullName: String
    /// How the edges of its letters are drawn.
    let edges: LetterEdges
    /// The number of the named style, from 0; nil for the face itself.
    let namedStyle: Int?

    private let wanted: OutlineSize
    private let state: Mutex<State>

    /// What one thread at a time may use.
    private struct State {
        let file: OutlineFile
        /// The glyphs that were asked for, by their numbers.
        var glyphs: [UInt32: Glyph] = [:]
        /// The words of these glyphs.
        var words = 0

        /// The column words of the glyphs that are kept, 4 MiB; then they are drawn again.
        private static let wordLimit = 4 << 17

        /// Draws a glyph and keeps it.
        mutating func draw(_ number: UInt32, _ edges: LetterEdges) -> Glyph {
            let glyph = file.drawn(number, edges) ?? .nothing
            if words + glyph.words.count > Self.wordLimit {
                (glyphs, words) = ([:], 0)
            }
            glyphs[number] = glyph
            words += glyph.words.count
            return glyph
        }
    }

    /// Makes a face of an open file; nil if nothing can be drawn of it.
    ///
    /// O(rows): a size is looked for whose hinted capitals have the rows, or the next lower number of them.
    init?(_ file: sending OutlineFile, size: OutlineSize, edges: LetterEdges = .crisp) {
        guard file.unitsPerEm > 0, let found = OutlineSizes(file: file, edges: edges).find(size),
            file.setSize(found.size)
        else { return nil }
        (self.edges, wanted) = (edges, size)
        (capitals, ascent, descent) = (found.capitals, found.ascent, found.descent)
        emSize = found.size
        family = file.family
        fullName = [file.family, file.style].filter { !$0.isEmpty }.joined(separator: " ")
        namedStyle = file.namedStyle
        state = Mutex(State(file: file))
    }

    /// The number of the glyph of a character; nil if there is none.
    func position(of code: UInt32) -> Int? {
        let glyph = state.withLock { $0.file.glyph(for: code) }
        return glyph == 0 ? nil : Int(glyph)
    }

    /// The glyph of a number, with the code of the character that it is drawn for.
    ///
    /// A glyph that is damaged, or larger than `FontLimits` allow, is blank.
    func glyph(at position: Int, code: UInt32) -> Glyph {
        state.withLock { state in
            let number = UInt32(clamping: position)
            var glyph = state.glyphs[number] ?? state.draw(number, edges)
            glyph.code = code
            return glyph
        }
    }

    /// The same letters with smooth edges; nil if the file cannot be opened again.
    func smooth() -> OutlineFace? {
        guard let copy = state.withLock({ $0.file.copy() }),
            let file = OutlineFile(copy.content, size: copy.size, index: copy.index)
        else { return nil }
        return OutlineFace(file, size: wanted, edges: .smooth)
    }

    /// A table of the file by its tag; nil if there is none.
    func table(_ tag: UInt32) -> [UInt8]? { state.withLock { $0.file.table(tag) } }

    /// The codes of its characters in their order; O(characters).
    func codes(maximum: Int) -> [UInt32] { state.withLock { $0.file.codes(maximum: maximum) } }
}

/// How the letters of an outline font are drawn.
enum LetterEdges: Hashable, Sendable {
    /// Each pixel is lit or dark: hinted by FreeType's own hinter, whose stems are even in every font.
    case crisp
    /// Pixels at the edges are covered in part; only heights are hinted.
    case smooth
}

/// How large the letters of an outline font are.
public enum OutlineSize: Hashable, Sendable {
    /// Capitals of a number of rows.
    case capitals(Int)
    /// The largest letters of which an Ä and a g fit into a number of rows.
    case rows(Int)

    /// The rows that capitals may have.
    package static let capitalRows = 3...256
}

/// Finds sizes in which hinted letters have a number of rows.
///
/// The hinter moves edges to whole rows, which changes the height of letters by jumps: some heights do not exist.
struct OutlineSizes {
    let file: OutlineFile
    let edges: LetterEdges

    /// What a size gives; `size` is in 64ths of a pixel per em.
    struct Found {
        var size: Int
        var capitals: Int
        var ascent: Int
        var descent: Int
    }

    /// The size for the wanted rows, or for the next lower number that exists; nil for a font of which nothing can be drawn.
    func find(_ wanted: OutlineSize) -> Found? {
        switch wanted {
        case .capitals(let rows): return find(capitals: min(max(rows, 1), OutlineSize.capitalRows.upperBound))
        case .rows(let rows):
            // The dots and the tail take about as much as half of a capital.
            var capitals = min(max(rows, OutlineSize.capitalRows.lowerBound), OutlineSize.capitalRows.upperBound)
            var found = find(capitals: capitals)
            while let current = found, current.ascent + current.descent > rows,
                current.capitals > OutlineSize.capitalRows.lowerBound
            {
                let isFar = current.ascent + current.descent > rows + rows / 4
                capitals = min(
                    current.capitals - 1, isFar ? capitals * rows / (current.ascent + current.descent) + 1 : .max)
                found = find(capitals: capitals) ?? found
                if found.map({ $0.capitals >= current.capitals }) ?? true { break }
            }
            return found
        }
    }

    /// The most sizes that are tried: with ordinary fonts the first or one of a few hundred is right, and with bad ones the hinting of a
    /// letter may take half a millisecond.
    private static let maximumAttempts = 1_000

    private func find(capitals wanted: Int) -> Found? {
        let height = file.capitalUnits
        guard height > 0 else { return nil }
        var attempts = 0
        for rows in stride(from: wanted, through: 1, by: -1) where attempts < Self.maximumAttempts {
            if let size = size(capitals: rows, height: height, &attempts), let found = measured(size, capitals: rows) {
                return found
            }
        }
        return nil
    }

    /// The size nearest to the exact one whose capitals have these rows; nil if the hints allow none.
    private func size(capitals rows: Int, height: Int, _ attempts: inout Int) -> Int? {
        let exact = (64 * rows * file.unitsPerEm + height / 2) / height
        guard let capital = file.capital else { return exact }
        // Three quarters of a row to either side.
        let reach = 48 * file.unitsPerEm / height
        for distance in 0...reach {
            guard attempts < Self.maximumAttempts else { return nil }
            for size in distance == 0 ? [exact] : [exact - distance, exact + distance] where size >= 64 {
                attempts += 1
                if file.setSize(size), let extent = file.rows(of: capital, edges), extent.upperBound == rows {
                    return size
                }
            }
        }
        return nil
    }

    private func measured(_ size: Int, capitals: Int) -> Found? {
        guard file.setSize(size) else { return nil }
        let (above, below) = (file.glyph(for: 0xC4), file.glyph(for: 0x67))
        let lines = file.lineRows
        let ascent = above == 0 ? nil : file.rows(of: above, edges)?.upperBound
        let descent = below == 0 ? nil : file.rows(of: below, edges).map { -$0.lowerBound }
        return Found(
            size: size, capitals: capitals, ascent: max(capitals, ascent ?? lines.above),
            descent: max(0, descent ?? lines.below))
    }
}
