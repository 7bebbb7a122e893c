import LiveValues
import PixelGraphics
import Settings

/// Something that is wrong with a text with tags and fields, and where.
package struct MarkupProblem: Equatable, Sendable {
    /// What can be wrong with a text with tags and fields.
    package enum Reason: Error, Equatable, Sendable {
        /// A `<` without its `>`.
        case unclosedTag
        /// A `{` without its `}`.
        case unclosedField
        /// Nothing between `<` and `>`.
        case emptyTag
        /// An unknown tag, which is not a colour either.
        case unknownTag(String, nearest: String?)
        /// A value within a tag, where none can stand.
        case fieldInTag(String)
        /// A tag without the value that it needs.
        case missingValue(tag: String, expected: String)
        /// A tag with another value than it can have.
        case wrongValue(tag: String, expected: String, found: String)
        /// An invalid colour.
        case color(ColorError)
        case unknownIcon(String, nearest: String?)
        /// An end tag without an opening tag.
        case nothingToEnd(String)
        /// An end tag for another tag than the innermost one.
        case wrongEnd(found: String, open: String)
        /// Tags within tags within tags.
        case tooDeep(limit: Int)
        /// More tags and fields than a text may have.
        case tooMany(limit: Int)
        /// A field that cannot be read.
        case field(String)
        /// An invalid format or instant of a time; why, in the words of the layer that reads times.
        case time(String)
        /// A tag that changes the speed, where a key says already how the text moves.
        case speedTag(key: String)
        /// A font or image that is missing or unreadable; why, in the words of the layer that found it.
        case resource(String)
    }

    package let reason: Reason
    /// The number of characters (Unicode scalars) of the text before it.
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension MarkupProblem.Reason: CustomStringConvertible {
    /// What is wrong, what is expected, and what to do about it.
    package var description: String {
        switch self {
        case .unclosedTag: "this < has no closing >; write << for a plain <"
        case .unclosedField: "this { has no closing }; write {{ for a plain {"
        case .emptyTag: "empty tag; write << for a plain <"
        case .unknownTag(let name, let nearest):
            "unknown tag or colour \(ShownText.quoted(name))\(ShownText.suggestion(nearest)); tags are colours and "
                + MarkupTag.names.joined(separator: ", ") + "; write << for a plain <"
        case .fieldInTag(let tag):
            "no values are possible in tags such as <\(ShownText.shortened(tag))>; use a condition with tags instead, such as "
                + "{weather ? = sunny: icon=sun, else: icon=cloud}"
        case .missingValue(let tag, let expected): "<\(tag)=...> needs \(expected)"
        case .wrongValue(let tag, let expected, let found):
            "<\(tag)=...> needs \(expected), not \(ShownText.quoted(found))"
        case .color(let error): "\(error)"
        case .unknownIcon(let name, let nearest):
            "unknown icon \(ShownText.quoted(name))\(ShownText.suggestion(nearest))"
        case .nothingToEnd(let name): "</\(ShownText.shortened(name))> has no opening tag"
        case .wrongEnd(let found, let open):
            "</\(ShownText.shortened(found))> cannot close <\(ShownText.shortened(open))>, which is the innermost open tag; "
                + "write </> for it first"
        case .tooDeep(let limit): "tags are nested too deep; the limit is \(limit) levels"
        case .tooMany(let limit): "too many tags and fields; the limit is \(limit)"
        case .speedTag(let key):
            "<speed> needs a text that moves at a constant speed, but \"\(key)\" already sets how it moves; remove one of them"
        case .field(let words), .time(let words), .resource(let words): words
        }
    }
}
