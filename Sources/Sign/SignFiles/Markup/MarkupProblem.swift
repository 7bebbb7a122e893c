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
        case field(FieldProblem.Reason)
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
