/// A place in a text file as editors show it.
package struct TextPlace: Hashable, Comparable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// The column in characters (Unicode scalars), from 1.
    package let column: Int

    /// Names a place.
    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// The first character of the file.
    package static let start = TextPlace(line: 1, column: 1)

    package static func < (first: TextPlace, second: TextPlace) -> Bool {
        (first.line, first.column) < (second.line, second.column)
    }
}
