/// A document that other targets decode: a calendar, an image.
package struct LiveDocument: Sendable {
    /// The bytes that all documents may have together, 32 MiB: they stay in memory.
    static let maximumTotal = 32 << 20

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

    /// Takes a step of decoding, of some milliseconds at most, because other sources wait for it.
    ///
    /// Returns what the bytes decode to with the last step, and nil before.
    package typealias Step = () -> Result<(any Sendable)?, LiveError>?

    private let steps: @Sendable (LiveSource, [UInt8]) -> Step

    /// Describes a reader that decodes in steps.
    package init(steps: @escaping @Sendable (_ source: LiveSource, _ bytes: [UInt8]) -> Step) {
        self.steps = steps
    }

    /// Describes a reader that decodes at once.
    package init(_ body: @escaping Body) {
        steps = { source, bytes in { body(source, bytes) } }
    }

    /// Begins to decode a source's bytes.
    package func begin(_ source: LiveSource, _ bytes: [UInt8]) -> Step { steps(source, bytes) }

    /// Returns what a source's bytes decode to, with all steps at once; nil if they stay as they are.
    package func read(_ source: LiveSource, _ bytes: [UInt8]) -> Result<(any Sendable)?, LiveError> {
        let step = begin(source, bytes)
        while true { if let result = step() { return result } }
    }
}
