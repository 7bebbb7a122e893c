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
public struct LiveDocument: Sendable {
    /// Its bytes, as they came.
    public let bytes: [UInt8]
    /// What the hub's reader made of them; nil without a reader, and for kinds that it leaves to others.
    public let content: (any Sendable)?

    /// Describes a document.
    public init(bytes: [UInt8], content: (any Sendable)? = nil) {
        (self.bytes, self.content) = (bytes, content)
    }
}

extension LiveDocument: Hashable {
    /// Whether the bytes are the same, from which all else is made.
    public static func == (first: LiveDocument, second: LiveDocument) -> Bool { first.bytes == second.bytes }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Makes something of documents as they come, on the thread that asks for them.
///
/// What it refuses is no good copy: the one before stays, also in the cache folder.
public struct LiveDocumentReader: Sendable {
    /// What is made of a source's bytes; nil where they stay as they are.
    public typealias Body = @Sendable (_ source: LiveSource, _ bytes: [UInt8]) -> Result<(any Sendable)?, LiveProblem>

    private let body: Body

    /// Describes a reader.
    public init(_ body: @escaping Body) {
        self.body = body
    }

    /// Returns what is made of a source's bytes; nil where they stay as they are.
    public func read(_ source: LiveSource, _ bytes: [UInt8]) -> Result<(any Sendable)?, LiveProblem> {
        body(source, bytes)
    }
}
