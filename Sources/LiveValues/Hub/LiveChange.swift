/// News of a source.
public struct LiveChange: Hashable, Sendable {
    /// What is new.
    public enum Content: Hashable, Sendable {
        /// What the source says now, or that it says nothing any more.
        case reading(LiveReading)
        /// A document that has come.
        case document(LiveDocument)
    }

    /// The name of the source.
    public let name: String
    /// What is new.
    public let content: Content

    /// Describes news.
    public init(name: String, content: Content) {
        self.name = name
        self.content = content
    }

    /// What the source says; nil for documents.
    public var reading: LiveReading? { if case .reading(let reading) = content { reading } else { nil } }
    /// The document; nil for values.
    public var document: LiveDocument? { if case .document(let document) = content { document } else { nil } }
}

/// A document that others read: a calendar, an image.
public struct LiveDocument: Hashable, Sendable {
    /// Its bytes, as they came.
    public let bytes: [UInt8]

    /// Describes a document.
    public init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// How a source does.
public struct LiveStatus: Hashable, Sendable {
    /// The name of the source.
    public let name: String
    /// Why it gave nothing the last time; nil where it did, or has not been asked.
    public let problem: LiveProblem?
}
