import LiveValues
import Marquee
import SignFiles

/// A part as it stands in a list for one of the elements that it is repeated for.
struct RepeatedPart {
    let part: SignPart
    /// What makes it, with the values of the element.
    let maker: MessageMaker
    /// What identifies it in the list.
    let key: String
    /// Whether it comes before a group of elements.
    var isHead = false
}

extension MessageMaker {
    /// The parts for the elements that a part is repeated for, with the heads of groups; itself if it is not repeated.
    ///
    /// One for a list without a value or without elements is a text that says so, or there is none.
    func elements(of part: SignPart) -> [RepeatedPart] {
        guard let each = part.box.each else { return [RepeatedPart(part: part, maker: self, key: "")] }
        let elements = each.elements(in: scope)
        if let text = scope.staleText(of: each.field) ?? (elements.isEmpty ? each.field.empty : nil) {
            var message = SignMessage(text)
            message.look = part.look ?? SignLook()
            let isShown = !text.isEmpty && hold(part.conditions.filter { isSource($0.name) })
            return isShown ? [RepeatedPart(part: SignPart(.text(message)), maker: self, key: "")] : []
        }
        var template = part
        template.box.each = nil
        var repeated: [RepeatedPart] = []
        var groups: Set<String> = []
        var group: String?
        for (scope, step) in elements {
            var maker = self
            (maker.element, maker.elementPath) = (scope, elementPath + [step])
            guard maker.hold(part.conditions) else { continue }
            if let by = each.by {
                let text = values.styled(by, resources: MarkupResources(), of: scope).plainText
                // A group that comes a second time is known by its first element, too.
                let key = groups.insert(text).inserted ? "by \(text)" : "by \(text) \(step.key)"
                if text != group { repeated += maker.heads(each.head, named: text, key: key) }
                group = text
            }
            repeated.append(RepeatedPart(part: template, maker: maker, key: step.key))
        }
        return repeated
    }

    /// Whether conditions hold, with the values of the element.
    func hold(_ conditions: [ValueCondition]) -> Bool { values.conditions.hold(conditions, of: elementPath) }

    /// Whether a name is that of a source, not only of a value of elements.
    private func isSource(_ name: String) -> Bool {
        values.scope.readings[name] != nil || file.fields.contains { $0.name == name }
    }

    /// The parts before a group of elements, made with the values of its first one.
    private func heads(_ parts: [SignPart], named text: String, key: String) -> [RepeatedPart] {
        var maker = self
        maker.element = element?.adding("by", text)
        return parts.enumerated().filter { maker.hold($0.element.conditions) }.map { number, part in
            RepeatedPart(part: part, maker: maker, key: "\(key)/\(number)", isHead: true)
        }
    }
}
