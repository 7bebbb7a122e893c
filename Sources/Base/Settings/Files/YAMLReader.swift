import CYAML

/// Makes a tree of a settings file's text from the events of libyaml, each with its place in the file.
///
/// What settings files do without is recorded at what has it, or refused with the whole file: keys after a question mark,
/// a second document, and nesting without end. libyaml itself keeps its levels on the heap, whatever the file.
///
/// The parser and its text live as long as the reader. An event lives until the next one.
final class YAMLReader {
    /// Something that is wrong and where.
    typealias Finding = (reason: SettingsReason, place: TextPlace)

    /// What makes the whole file unreadable.
    struct Findings: Error {
        let all: [Finding]

        init(_ all: [Finding]) { self.all = all }

        init(_ reason: SettingsReason, at place: TextPlace) { all = [(reason, place)] }
    }

    /// How many lists and lists of keys may lie in each other; reading and freeing them takes the stack.
    private static let maximumLevels = 100

    private let source: SettingsText
    private let form: SettingsForm
    private let text: ParsedText
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private var event = yaml_event_t()
    private var levels = 0
    private var brackets = 0
    private var explicitKeys: [Finding] = []
    private var lastQuestionMark: Int?

    /// Reads a file whose characters YAML has.
    ///
    /// - Throws: what makes the whole file unreadable, or its keys after question marks.
    static func read(_ source: SettingsText, form: SettingsForm) throws(Findings) -> SettingsNode {
        let reader = YAMLReader(source, form: form)
        let result: Result<SettingsNode, Findings>
        do throws(Findings) { result = .success(try reader.document()) } catch { result = .failure(error) }
        guard reader.explicitKeys.isEmpty else { throw Findings(reader.explicitKeys) }
        return try result.get()
    }

    private init(_ source: SettingsText, form: SettingsForm) {
        self.source = source
        self.form = form
        text = ParsedText(source.scalars)
        let utf8 = text.utf8
        bytes = .allocate(capacity: utf8.count)
        _ = bytes.initialize(fromContentsOf: utf8)
        guard yaml_parser_initialize(parser) == 1 else { fatalError("out of memory") }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_event_delete(&event)
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    // MARK: - Events

    /// Goes to the next event.
    @discardableResult
    private func advance() throws(Findings) -> yaml_event_type_t {
        yaml_event_delete(&event)
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        return event.type
    }

    /// What stopped the parser.
    private var failure: Findings {
        let offset = text.origin(of: parser.pointee.problem_mark)
        let place = source.place(at: offset)
        let start = source.place(at: text.origin(of: parser.pointee.context_mark))
        switch offset < source.scalars.count ? source.scalars[offset] : nil {
        case "\t": return Findings(.tab, at: place)
        case "?": return Findings(.feature(.explicitKey), at: place)
        default:
            let problem = parser.pointee.problem.map { String(cString: $0) } ?? "out of memory"
            return Findings(.notYAML(source.explained(problem, from: start, at: place)), at: place)
        }
    }

    /// The offsets in the file at which the event begins and ends.
    private var origins: (start: Int, end: Int) {
        (text.origin(of: event.start_mark), text.origin(of: event.end_mark))
    }

    private var place: TextPlace { source.place(at: origins.start) }

    /// What settings files do without and the event begins with.
    ///
    /// An event without characters stands before something else: keys before the first of them, for example.
    private var feature: SettingsReason.Feature? {
        let (start, end) = origins
        guard start < end else { return nil }
        switch source.scalars[start] {
        case "&": return .anchor
        case "!": return .tag
        case "*": return .alias
        default: return nil
        }
    }

    // MARK: - Nodes

    private func document() throws(Findings) -> SettingsNode {
        try advance()
        guard try advance() == YAML_DOCUMENT_START_EVENT else {
            guard form.mayBeEmpty else { throw Findings(.notAMapping, at: .start) }
            return SettingsNode(place: .start, content: .keys([]))
        }
        try advance()
        let root = try node()
        try advance()
        guard try advance() == YAML_STREAM_END_EVENT else { throw Findings(.severalDocuments, at: place) }
        guard case .keys = root.content else { throw Findings(.notAMapping, at: root.place) }
        return root
    }

    /// Makes a node of the event and of those that belong to it; the last of them is the event then.
    private func node() throws(Findings) -> SettingsNode {
        let (place, feature, start) = (place, feature, origins.start)
        let content: SettingsNode.Content
        var (isFlow, last) = (false, start)
        switch event.type {
        case YAML_SEQUENCE_START_EVENT:
            isFlow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
            try open(isFlow: isFlow)
            let elements = try elements()
            (content, last) = (.list(elements), elements.last?.range.upperBound ?? start)
        case YAML_MAPPING_START_EVENT:
            isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
            try open(isFlow: isFlow)
            let entries = try entries()
            last = entries.last.map { max($0.range.upperBound, $0.value.range.upperBound) } ?? start
            content = .keys(entries)
        default: content = scalar
        }
        let isBlock = !isFlow && event.type != YAML_SCALAR_EVENT
        let end = source.end(before: isBlock ? last : origins.end, from: start)
        return SettingsNode(place: place, content: content, feature: feature).at(start..<end, isInBrackets: isFlow)
    }

    /// Counts a list or a list of keys.
    private func open(isFlow: Bool) throws(Findings) {
        levels += 1
        if isFlow { brackets += 1 }
        if let maximum = form.maximumBrackets, brackets > maximum { throw Findings(.feature(.nesting), at: place) }
        guard levels <= Self.maximumLevels else {
            throw Findings(.notYAML("lists are nested more than \(Self.maximumLevels) levels deep"), at: place)
        }
    }

    private func elements() throws(Findings) -> [SettingsNode] {
        var nodes: [SettingsNode] = []
        while try advance() != YAML_SEQUENCE_END_EVENT { nodes.append(try node()) }
        levels -= 1
        return nodes
    }

    private func entries() throws(Findings) -> [SettingsNode.Entry] {
        let (start, end) = origins
        // The question mark of a single key within brackets, [? a: b], is all that its keys begin with.
        var last = start < end && source.scalars[start] == "?" ? start : end
        var entries: [SettingsNode.Entry] = []
        while try advance() != YAML_MAPPING_END_EVENT {
            recordQuestionMark(between: last, and: origins.start)
            entries.append(try entry())
            last = origins.end
        }
        levels -= 1
        return entries
    }

    private func entry() throws(Findings) -> SettingsNode.Entry {
        let (place, range) = (place, origins.start..<origins.end)
        let word = event.type == YAML_SCALAR_EVENT ? scalarText : nil
        let isMergeKey = word == "<<" && event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE
        let key = try node()
        let isNested = word == nil && form.maximumBrackets == nil
        try advance()
        return SettingsNode.Entry(
            key: word ?? key.typeName, place: place,
            feature: key.feature ?? (isMergeKey ? .mergeKey : isNested ? .nesting : nil), value: try node(),
            range: range)
    }

    /// Records what makes a key of anything, between the end of what comes before the key and the key: there are only blanks,
    /// commas and comments beside it.
    private func recordQuestionMark(between start: Int, and end: Int) {
        var isComment = false
        for offset in start..<max(start, end) {
            switch source.scalars[offset] {
            case "#": isComment = true
            case "\n", "\r": isComment = false
            case "?" where !isComment: recordExplicitKey(at: offset)
            default: continue
            }
        }
    }

    /// Records a key after a question mark, if it does not begin another such key: that one is recorded already.
    private func recordExplicitKey(at offset: Int) {
        let isInner = lastQuestionMark.map { source.scalars[($0 + 1)..<offset].allSatisfy { $0 == " " } } ?? false
        lastQuestionMark = offset
        if !isInner { explicitKeys.append((.feature(.explicitKey), source.place(at: offset))) }
    }

    private var scalar: SettingsNode.Content {
        let text = scalarText
        switch event.data.scalar.style {
        case YAML_PLAIN_SCALAR_STYLE:
            return ["", "~", "null", "Null", "NULL"].contains(text) ? .nothing : .text(text, style: .plain)
        case YAML_LITERAL_SCALAR_STYLE: return .text(text, style: .block)
        default: return .text(text, style: .quoted)
        }
    }

    private var scalarText: String {
        let scalar = event.data.scalar
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: Int(scalar.length)), as: UTF8.self)
        let hasEscapes = scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
        return self.text.original(text, at: event.start_mark, hasEscapes: hasEscapes)
    }
}
