/// News of a source.
package struct LiveChange: Hashable, Sendable {
    /// What is new.
    package enum Content: Hashable, Sendable {
        /// What the source says now, or that it says nothing any more.
        case reading(LiveReading)
        /// A document that has come.
        case document(LiveDocument)
    }

    /// The name of the source.
    package let name: String
    /// What is new.
    package let content: Content

    /// Describes news.
    package init(name: String, content: Content) {
        self.name = name
        self.content = content
    }

    /// What the source says; nil for documents.
    package var reading: LiveReading? { if case .reading(let reading) = content { reading } else { nil } }
    /// The document; nil for values.
    package var document: LiveDocument? { if case .document(let document) = content { document } else { nil } }
}
