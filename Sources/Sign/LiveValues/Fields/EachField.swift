import Settings

/// A field that repeats a template for the elements of a list: `each departures where line = 12 max 3: {line} {due}`.
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
    /// What has to be true of the values of elements that are shown.
    package let filters: [ValueCondition]
    /// What is repeated, with markup and fields of its own.
    package let template: String
    /// The number of characters before the template, from the first one behind the brace.
    package let templateOffset: Int

    /// The options that a repetition has.
    package static let options = ["max", "separator", "where", "sort", "descending", "empty"]
    /// The elements that are shown by default, and at most.
    package static let maximumElements = 1_000
    /// What ends a line in a template.
    private static let lineEnd: [Unicode.Scalar] = ["\\", "n"]
    /// How deep repetitions may stand in others.
    package static let maximumLevels = 4

    init(_ scanner: inout FieldScanner, fields: [String]?) throws(TextError) {
        scanner.skipBlanks()
        (name, nameOffset, path) = try ValueField.reference(&scanner, fields: fields)
        let options = try Options(&scanner, end: ":", named: Self.options)
        scanner.advance()
        if let next = scanner.peek, FieldScanner.isBlank(next) { scanner.advance() }
        templateOffset = scanner.offset
        let (given, endsLine) = Self.withoutLineEnd(scanner.take { _ in true })
        template = given
        guard !template.isEmpty else { throw scanner.expected("what is repeated behind the colon, such as {line}") }
        (maximum, empty, order, isDescending) = (options.maximum, options.empty, options.order, options.isDescending)
        filters = options.filters
        // Rows that end their lines themselves are parted by these line ends.
        separator = options.separator ?? (endsLine ? "\n" : " ")
    }

    /// Reads a list whose elements are repeated as parts, not as text: `departures max 4 sort due empty "no buses"`.
    ///
    /// - Parameters:
    ///   - fields: the names that fields may have; nil for any.
    ///   - elements: the names that its elements may have, by the name of the list and the way to it; nil for any.
    package init(
        list text: String, fields: [String]?, elements: (String, ValuePath) -> [String]? = { _, _ in nil }
    ) throws(TextError) {
        var scanner = FieldScanner(text)
        scanner.skipBlanks()
        (name, nameOffset, path) = try ValueField.reference(&scanner, fields: fields)
        let options = try Options(
            &scanner, end: nil, named: Self.options.filter { $0 != "separator" }, elements: elements(name, path),
            fields: fields)
        (maximum, empty, order, isDescending) = (
            options.maximum ?? Self.maximumParts, options.empty, options.order, options.isDescending
        )
        filters = options.filters
        (separator, template, templateOffset) = ("", "", scanner.offset)
    }

    /// Checks that a way from an element begins with a name that elements have.
    package static func check(_ path: ValuePath, among names: [String], at place: Int) throws(TextError) {
        guard case .name(let name)? = path.steps.first else { return }
        try check(name, among: names, at: place)
    }

    private static func check(_ name: String, among names: [String], at place: Int) throws(TextError) {
        guard !names.contains(name) else { return }
        let nearest = NearestName.find(name, among: names)
        throw TextError(
            "the elements of this list have no \(LiveText.quoted(name))\(ShownText.suggestion(nearest)); they have "
                + names.joined(separator: ", "), at: place)
    }

    /// The elements that are repeated as parts by default.
    package static let maximumParts = 100

    /// What stands behind the name of the list.
    private struct Options {
        var maximum: Int?
        var separator: String?
        var empty = ""
        var order: ValuePath?
        var isDescending = false
        var filters: [ValueCondition] = []

        /// Reads options up to a character, or to the end.
        ///
        /// - Parameters:
        ///   - elements: the names that elements may have; nil for any.
        ///   - fields: the other names that conditions may use; nil for any.
        init(
            _ scanner: inout FieldScanner, end: Unicode.Scalar?, named names: [String], elements: [String]? = nil,
            fields: [String]? = nil
        ) throws(TextError) {
            let list = names.joined(separator: ", ")
            scanner.skipBlanks()
            while scanner.peek != end {
                let start = scanner.offset
                guard let word = scanner.name() else {
                    throw scanner.expected(end == nil ? list : "a colon before what is repeated, or \(list)")
                }
                scanner.skipBlanks()
                guard names.contains(word) else {
                    let nearest = NearestName.find(word, among: names)
                    throw TextError(
                        "a repetition has no option \(LiveText.quoted(word))\(ShownText.suggestion(nearest)); it has "
                            + "\(list)\(end == nil ? "" : ", and a colon before what is repeated")", at: start)
                }
                let place = scanner.offset
                try read(word, &scanner, end: end, named: names)
                if let elements, let fields, word == "where", let name = filters.last?.name {
                    try EachField.check(name, among: elements + ["item", "index"] + fields, at: place)
                }
                if let elements, word == "sort", let order { try EachField.check(order, among: elements, at: place) }
                scanner.skipBlanks()
            }
        }

        private mutating func read(
            _ word: String, _ scanner: inout FieldScanner, end: Unicode.Scalar?, named names: [String]
        ) throws(TextError) {
            switch word {
            case "max":
                guard let count = scanner.integer(in: 1...EachField.maximumElements) else {
                    throw scanner.expected("a number of elements from 1 to \(EachField.maximumElements)")
                }
                maximum = count
            case "separator": separator = LiveText.cleanPart(try scanner.quotedText(), keepsLines: true)
            case "empty": empty = LiveText.cleanPart(try scanner.quotedText(), keepsLines: true)
            case "descending": isDescending = true
            case "where":
                let place = scanner.offset
                filters.append(try ValueCondition(&scanner, upTo: names, or: end))
                guard filters.count <= ValueCondition.maximum else {
                    throw TextError("a list has at most \(ValueCondition.maximum) conditions", at: place)
                }
            default:
                var path = ValuePath([.name(try scanner.key())])
                try path.readSteps(&scanner)
                order = path
            }
        }
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
