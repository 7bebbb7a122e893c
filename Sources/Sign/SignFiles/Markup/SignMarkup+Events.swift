import LiveValues

extension SignMarkup {
    /// The names that texts use for what they say of an event.
    package static let eventNames = ["summary", "location", "description", "start", "end"]
    /// Between the events of a calendar that are under way at the same time.
    private static let separator = "   "

    /// Reads the text of a message that shows a calendar: one that names what events have, such as `{summary}`, is shown
    /// once for each event that is under way.
    ///
    /// - Parameter fields: the names of the fields that there are, the calendar's among them; nil takes every name.
    static func parse(
        _ text: String, calendar: String, fields: [String]?
    ) -> (markup: SignMarkup, problems: [MarkupProblem]) {
        let known = fields.map { $0 + eventNames + ["item", "index"] }
        let (whole, found) = parse(text, fields: known)
        let isOfEvents = whole.pieces.contains { piece in
            guard case .field(.value(let field)) = piece.content else { return false }
            return eventNames.contains(field.name) && !(fields ?? []).contains(field.name)
        }
        guard isOfEvents, found.isEmpty else { return (whole, found) }
        let head = "{each \(calendar) separator \"\(separator)\": "
        let (markup, problems) = parse(head + text + "}", fields: fields)
        let (before, length) = (head.unicodeScalars.count, text.unicodeScalars.count)
        return (markup, problems.map { MarkupProblem($0.reason, at: min(max($0.offset - before, 0), length)) })
    }
}
