/// The headers that every answer has.
package struct SecurityHeaders: Sendable {
    private let frames: String

    /// - Parameter embed: the origins that may show the live picture in a frame.
    package init(embed: [String] = []) { frames = embed.isEmpty ? "'none'" : embed.joined(separator: " ") }

    /// The headers of an answer.
    ///
    /// - Parameter isFramed: whether it is the picture, which others may show in a frame.
    package func headers(isFramed: Bool = false) -> [HTTPRequest.Item] {
        [
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
                    + "connect-src 'self'; frame-ancestors \(isFramed ? frames : "'none'"); base-uri 'none'; "
                    + "form-action 'self'"
            ),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "no-referrer"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
    }
}
