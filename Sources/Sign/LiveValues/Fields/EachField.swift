import Settings

/// A field that repeats a template for the elements of a list: `each departures max 3 separator " / ": {line} {due}`.
///
/// In the template, names are those of the element: `{line}` is its value of that name, `{item}` the element itself, and
/// `{index}` its number from 1. A name that the element does not have is that of a field.
package struct EachField: Hashable, Sendable {
    /// The name of the source, or in a template that of a value of the element.
    package let name: String
    /// The number of characters before the name, from the first one behind the brace.
    package let nameOffset: Int
    /// The way from the source's value to the list.
    package let path: ValuePath
    /// The elements that are shown at most; nil for all.
    package let maximum: Int?
    /// What stands between the elements.
    package let separator: String
    /// What stands there for an empty list.
    package let empty: String
    /// By which of their values elements are put in order; nil for the order of the list.
    package let order: ValuePath?
    /// Whether the order is the other way round, the largest first.
    package let isDescending: Bool
    /// What is repeated, with markup and fields of its own.
    package let template: String
    /// The number of characters before the template, from the first one behind the brace.
    package let templateOffset: Int

    /// The options that a repetition has.
    package static let options = ["max", "separator", "sort", "descending", "empty"]
    /// The elements that are shown by default, and at most.
    package static let maximumElements = 1_000
    /// What ends a line in a template.
    private static let lineEnd: [Unicode.Scalar] = ["\\", "n"]
    /// How deep repetitions may stand in others.
    package static let maximumLevels = 4

    init(_ scanner: inout FieldScanner, fields: [String]?) throws(TextError) {
        scanner.skipBlanks()
        (name, nameOffset, path) = try ValueField.reference(&scanner, fields: fields)
        var (maximum, separator, empty) = (Int?.none, String?.none, "")
        var (order, isDescending) = (ValuePath?.none, false)
        scanner.skipBlanks()
        while scanner.peek != ":" {
            let start = scanner.offset
            guard let word = scanner.name() else {
                throw scanner.expected("a colon before what is repeated, or \(Self.options.joined(separator: ", "))")
            }
            scanner.skipBlanks()
            switch word {
            case "max":
                guard let count = scanner.integer(in: 1...Self.maximumElements) else {
                    throw scanner.expected("a number of elements from 1 to \(Self.maximumElements)")
                }
                maximum = count
            case "separator": separator = LiveText.cleanPart(try scanner.quotedText(), keepsLines: true)
            case "empty": empty = LiveText.cleanPart(try scanner.quotedText(), keepsLines: true)
            case "descending": isDescending = true
            case "sort":
                var path = ValuePath([.name(try scanner.key())])
                try path.readSteps(&scanner)
                order = path
            default:
                let nearest = NearestName.find(word, among: Self.options)
                throw TextError(
                    "a repetition has no option \(LiveText.quoted(word))\(ShownText.suggestion(nearest)); it has "
                        + "\(Self.options.joined(separator: ", ")), and a colon before what is repeated", at: start)
            }
            scanner.skipBlanks()
        }
        scanner.advance()
        if let next = scanner.peek, FieldScanner.isBlank(next) { scanner.advance() }
        templateOffset = scanner.offset
        let (given, endsLine) = Self.withoutLineEnd(scanner.take { _ in true })
        template = given
        // Rows that end their lines themselves are parted by these line ends.
        if endsLine { separator = separator ?? "\n" }
        guard !template.isEmpty else { throw scanner.expected("what is repeated behind the colon, such as {line}") }
        (self.maximum, self.separator, self.empty) = (maximum, separator ?? " ", empty)
        (self.order, self.isDescending) = (order, isDescending)
    }

    /// Takes blanks and line ends off the end of a template, and says whether there were line ends: `\n`, or lines of the
    /// text itself.
    private static func withoutLineEnd(_ text: String) -> (template: String, endsLine: Bool) {
        var scalars = text.unicodeScalars
        var endsLine = false
        while let last = scalars.last {
            if FieldScanner.isBlank(last) {
                endsLine = endsLine || last == "\n"
                scalars.removeLast()
            } else if scalars.suffix(2).elementsEqual(lineEnd) {
                endsLine = true
                scalars.removeLast(2)
            } else {
                break
            }
        }
        return (String(scalars), endsLine)
    }
}
