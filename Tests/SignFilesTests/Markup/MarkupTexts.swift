import LiveValues
import SignTestSupport
import Testing

@testable import SignFiles

/// Texts with tags and fields as tests write them.
enum MarkupTexts {
    /// Reads a text that has to be right.
    static func read(_ text: String, fields: [String]? = nil) throws -> SignMarkup {
        let (markup, problems) = SignMarkup.parse(text, fields: fields)
        expectEqual(problems, [], "\(text)")
        return markup
    }
}

extension SignMarkup {
    /// The letters alone.
    var letters: String {
        pieces.map { piece in if case .text(let text) = piece.content { text } else { "" } }.joined()
    }
}
