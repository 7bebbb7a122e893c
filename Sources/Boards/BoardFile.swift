import Yams

/// The keys and values of a board file, each with its place.
struct BoardFile {
    /// What stands after a key.
    enum Value {
        /// Words or digits.
        case text(String, isQuoted: Bool)
        /// Nothing at all, `~` or `null`.
        case nothing
        /// Something that is no text, in words.
        case other(form: String)
        /// Something that was already noted as a problem.
        case refused
    }

    /// A key and its value.
    struct Entry {
        let key: String
        let keyPlace: BoardSource.Place
        let value: Value
        let valuePlace: BoardSource.Place
        /// Whether the value is a block of lines after a bar, each as it stands in the file.
        let isBlock: Bool
    }

    /// The entries in the order of the file; of equal keys only the first.
    private(set) var entries: [Entry] = []
    /// Where the first entry begins.
    let start: BoardSource.Place
    /// What was wrong so far.
    private(set) var problems: [BoardProblem] = []
    /// The characters of the file.
    let source: BoardSource
    private let path: String
    /// The lines of the keys so far.
    private var lines: [String: Int] = [:]

    /// Reads a file's entries; notes what is wrong with single ones.
    ///
    /// - Throws: what makes the whole file unreadable.
    init(_ bytes: some Collection<UInt8>, path: String) throws(BoardError) {
        self.path = path
        func error(_ reason: BoardProblem.Reason, _ place: BoardSource.Place) -> BoardError {
            BoardError(problems: [BoardProblem(reason, path: path, place: place)])
        }
        guard bytes.count <= Board.mostBytes else { throw error(.tooLarge(limit: Board.mostBytes), .start) }
        let (source, brokenAt) = BoardSource.decoding(bytes)
        self.source = source
        if let brokenAt { throw error(.notUTF8, brokenAt) }
        let screened = source.screened()
        guard screened.isEmpty else {
            throw BoardError(problems: screened.map { BoardProblem($0.reason, path: path, place: $0.place) }.inOrder)
        }
        var text = BoardYAML(source)
        let pairs: [(key: Node, value: Node)]
        let mark: Mark?
        do throws(BoardYAML.Findings) {
            (pairs, mark) = try text.compose()
        } catch {
            throw BoardError(problems: error.map { BoardProblem($0.reason, path: path, place: $0.place) }.inOrder)
        }
        start = text.place(of: mark)
        // What stands before a key on its line belongs to the key, and is noted with it.
        if let feature = text.feature(at: mark), text.place(of: pairs.first?.key.mark) != start {
            note(.feature(feature), at: start)
        }
        for (key, value) in pairs { add(key, value, of: text) }
    }

    private mutating func add(_ keyNode: Node, _ valueNode: Node, of text: BoardYAML) {
        let keyPlace = text.place(of: keyNode.mark)
        var key = Self.form(of: keyNode)
        if case .scalar(let scalar) = keyNode { key = text.original(scalar.string) }
        var isRefused = false
        for node in [keyNode, valueNode] {
            guard let feature = text.feature(at: node.mark) else { continue }
            note(.feature(feature), at: text.place(of: node.mark))
            isRefused = true
        }
        if key == "<<", text.isPlain(keyNode) {
            note(.feature(.mergeKey), at: keyPlace)
        } else if let firstLine = lines[key] {
            note(.duplicateKey(key, firstLine: firstLine), at: keyPlace)
        } else {
            lines[key] = keyPlace.line
            let value = isRefused ? .refused : Self.value(of: valueNode, text)
            entries.append(
                Entry(
                    key: key, keyPlace: keyPlace, value: value, valuePlace: text.place(of: valueNode.mark),
                    isBlock: valueNode.scalar?.style == .literal))
        }
    }

    private mutating func note(_ reason: BoardProblem.Reason, at place: BoardSource.Place) {
        problems.append(BoardProblem(reason, path: path, place: place))
    }

    private static func value(of node: Node, _ text: BoardYAML) -> Value {
        guard case .scalar(let scalar) = node else { return .other(form: form(of: node)) }
        let isPlain = text.isPlain(node)
        if isPlain, ["", "~", "null", "Null", "NULL"].contains(scalar.string) { return .nothing }
        return .text(text.original(scalar.string), isQuoted: !isPlain)
    }

    /// The form of something that is no text, in words.
    private static func form(of node: Node) -> String {
        switch node {
        case .scalar: "a text"
        case .mapping: "a list of keys"
        case .sequence: "a list"
        case .alias: "an alias"
        }
    }
}
