import LiveValues
import PixelGraphics
import SettingsFiles

/// What can be wrong with a text with tags and fields.
public enum MarkupFault: Error, Equatable, Sendable {
    /// A `<` without its `>`.
    case unclosedTag
    /// A `{` without its `}`.
    case unclosedField
    /// Nothing between `<` and `>`.
    case emptyTag
    /// A tag that there is not, nor a colour of that name.
    case unknownTag(String, nearest: String?)
    /// A tag without the value that it needs.
    case missingValue(tag: String, expected: String)
    /// A tag with another value than it can have.
    case wrongValue(tag: String, expected: String, found: String)
    /// A colour that is none.
    case color(ColorError)
    /// An icon that there is not.
    case unknownIcon(String, nearest: String?)
    /// An end tag without anything to end.
    case nothingToEnd(String)
    /// An end tag for another tag than the innermost one.
    case wrongEnd(found: String, open: String)
    /// Tags within tags within tags.
    case tooDeep(limit: Int)
    /// More tags and fields than a text may have.
    case tooMany(limit: Int)
    /// A field that cannot be read.
    case field(FieldProblem.Reason)
    /// A form or an instant of a time that there is not; why, in the words of what knows times.
    case time(String)
    /// A tag that changes the speed, where a key says already how the text moves.
    case speedTag(key: String)
    /// A font or picture that cannot be had; why, in the words of the layer that knows.
    case resource(String)
}

extension MarkupFault: CustomStringConvertible {
    /// What is wrong, what is expected, and what to do about it.
    public var description: String {
        switch self {
        case .unclosedTag: "this < has no >; write << for the character itself"
        case .unclosedField: "this { has no }; write {{ for the character itself"
        case .emptyTag: "there is nothing between < and >; write << for the character itself"
        case .unknownTag(let name, let nearest):
            "there is no tag or colour \(ShownText.quoted(name))\(ShownText.suggestion(nearest)); tags are colours and "
                + MarkupTag.names.joined(separator: ", ") + ", and << is the character itself"
        case .missingValue(let tag, let expected): "<\(tag)=...> wants \(expected)"
        case .wrongValue(let tag, let expected, let found):
            "<\(tag)=...> wants \(expected), not \(ShownText.quoted(found))"
        case .color(let error): "\(error)"
        case .unknownIcon(let name, let nearest):
            "there is no icon \(ShownText.quoted(name))\(ShownText.suggestion(nearest))"
        case .nothingToEnd(let name): "</\(ShownText.shortened(name))> ends nothing: no tag is open here"
        case .wrongEnd(let found, let open):
            "</\(ShownText.shortened(found))> cannot end <\(ShownText.shortened(open))>, which is the innermost tag here; "
                + "write </> for it first"
        case .tooDeep(let limit): "tags are within each other at most \(limit) deep"
        case .tooMany(let limit): "a text has at most \(limit) tags and fields"
        case .field(let reason): reason.description
        case .speedTag(let key):
            "<speed> changes the speed of a text that goes round at one, and \"\(key)\" says already how it moves; keep one "
                + "of them"
        case .time(let words), .resource(let words): words
        }
    }
}

/// Something that is wrong with a text with tags and fields, and where.
public struct MarkupProblem: Error, Equatable, Sendable {
    /// What is wrong.
    public let fault: MarkupFault
    /// The number of characters (Unicode scalars) of the text before it.
    public let offset: Int

    /// Names what is wrong and where.
    public init(_ fault: MarkupFault, at offset: Int) {
        self.fault = fault
        self.offset = offset
    }
}
