import Settings

/// The version of a file that a client has: the entity tag of its bytes (RFC 9110, section 8.8.3).
package enum SignTag {
    /// What If-Match says of a version.
    package enum Match: Equatable, Sendable {
        /// The request has no such header, so that it might overwrite what it has not seen.
        case missing
        case same
        case other
    }

    /// The tag of a file's bytes, with its quotation marks.
    package static func tag(of bytes: [UInt8]) -> String {
        var hash = StableHash()
        hash.combine(bytes)
        return "\"\(hash.digits)-\(String(bytes.count, radix: 16))\""
    }

    /// Compares the value of If-Match, a list of tags or `*`, with the bytes that there are; weak tags never match.
    package static func match(_ header: String?, _ bytes: [UInt8]) -> Match {
        guard let header else { return .missing }
        // A tag of ours has neither commas nor blanks.
        let tags = header.split { $0 == "," || $0 == " " || $0 == "\t" }.prefix(16)
        guard !tags.isEmpty else { return .missing }
        let tag = tag(of: bytes)
        return tags.contains { $0 == "*" || $0 == tag } ? .same : .other
    }
}
