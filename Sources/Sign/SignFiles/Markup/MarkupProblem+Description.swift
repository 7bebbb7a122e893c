import LiveValues
import Settings

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
        case .field(let reason): reason.description
        case .speedTag(let key):
            "<speed> needs a text that moves at a constant speed, but \"\(key)\" already sets how it moves; remove one of them"
        case .time(let words), .resource(let words): words
        }
    }
}
