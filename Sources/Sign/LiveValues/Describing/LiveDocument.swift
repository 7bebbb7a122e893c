/// A document that other targets decode: a calendar, an image.
package struct LiveDocument: Sendable {
    /// Its bytes, as they came.
    package let bytes: [UInt8]
    /// What the reader decoded; nil without a reader, and for kinds that it does not decode.
    package let content: (any Sendable)?

    /// Describes a document.
    package init(bytes: [UInt8], content: (any Sendable)? = nil) {
        (self.bytes, self.content) = (bytes, content)
    }
}

extension LiveDocument: Hashable {
    /// Whether the bytes are the same, from which all else is made.
    package static func == (first: LiveDocument, second: LiveDocument) -> Bool { first.bytes == second.bytes }

    /// Hashes the bytes.
    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Decodes documents as they come, on the thread that asks for them.
///
/// If it refuses a document the last good copy stays, also in the cache folder.
package struct LiveDocumentReader: Sendable {
    /// What a source's bytes decode to; nil if they stay as they are.
    package typealias Body = @Sendable (_ source: LiveSource, _ bytes: [UInt8]) -> Result<(any Sendable)?, LiveError>

    private let body: Body

    /// Describes a reader.
    package init(_ body: @escaping Body) {
        self.body = body
    }

    /// Returns what a source's bytes decode to; nil if they stay as they are.
    package func read(_ source: LiveSource, _ bytes: [UInt8]) -> Result<(any Sendable)?, LiveError> {
        body(source, bytes)
    }
}
