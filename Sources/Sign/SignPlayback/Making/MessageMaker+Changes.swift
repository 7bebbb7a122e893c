import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// When what messages show changes by the time alone.
extension MessageMaker {
    /// When times in the texts of a message, or moving values in it, next change what it shows on an area of a size; nil for
    /// never.
    ///
    /// O(parts that show times or moving values, those of each element counted).
    func nextChange(of message: SignMessage, size: Size) -> Instant? {
        let texts = message.parts == nil ? message.texts : []
        let own = nextChange(of: texts)
        let moved = values.nextMove(of: texts, colors: message.look.colorFields.all, size: size, in: scope)
        return (message.parts ?? []).reduce(own.earlier(moved)) { $0.earlier(nextChange(of: $1, size: size)) }
    }

    private func nextChange(of texts: [SignMessage]) -> Instant? {
        texts.reduce(nil) { $0.earlier(values.nextChange(of: $1, in: scope)) }
    }

    /// The same of a part, with the values of each element that it is repeated for.
    private func nextChange(of part: SignPart, size: Size) -> Instant? {
        guard part.box.each != nil || hold(part.conditions), values.mayMove || part.showsTimes else { return nil }
        var first: Instant?
        if let each = part.box.each, let by = each.by {
            for (element, _) in each.elements(in: scope) {
                first = first.earlier(values.nextChange(of: by, in: element))
                first = first.earlier(values.nextMove(of: [by], colors: [], size: size, in: element))
            }
        }
        for repeated in elements(of: part) {
            let (part, maker) = (repeated.part(of: part), repeated.maker)
            var bar: SignBar?
            if case .bar(let given) = part.content { bar = given }
            first = first.earlier(maker.nextChange(of: part.texts))
            first = first.earlier(
                values.nextMove(of: part.texts, colors: part.colorValues, bar: bar, size: size, in: maker.scope))
            for inner in part.inner { first = first.earlier(maker.nextChange(of: inner, size: size)) }
        }
        return first
    }
}

extension SignPart {
    /// Whether times are in its texts, or in those within it.
    fileprivate var showsTimes: Bool {
        texts.contains { !$0.markup.times.isEmpty } || inner.contains(where: \.showsTimes)
    }
}
