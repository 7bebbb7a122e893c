import LinuxSystem

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

/// Begins to decode a document, on the thread that asks for it.
///
/// If its steps refuse a document the last good copy stays, also in the cache folder.
package typealias LiveDocumentReader = @Sendable (_ source: LiveSource, _ bytes: [UInt8]) -> LiveDocumentStep

/// Takes a step of decoding, of some milliseconds at most, because other sources wait for it.
///
/// Returns what the bytes decode to with the last step, nil in it if they stay as they are, and nil before.
package typealias LiveDocumentStep = () -> Result<(any Sendable)?, WordedError>?
