import LiveValues
import Marquee
import SignFiles

/// A part as it stands in a list for one of the elements that it is repeated for.
struct RepeatedPart {
    /// What of the part it is.
    enum Kind {
        /// The part itself.
        case element
        /// One of the parts before a group of elements, by its number.
        case head(Int)
        /// A text in place of all elements.
        indirect case text(SignPart)
    }

    let kind: Kind
    /// What makes it, with the values of the element.
    let maker: MessageMaker
    /// What identifies it in the list.
    let key: String

    /// What is shown.
    func part(of repeated: SignPart) -> SignPart {
        switch kind {
        case .element:
            var part = repeated
            part.box.each = nil
            return part
        case .head(let number): return repeated.box.each?.head[number] ?? repeated
        case .text(let part): return part
        }
    }
}

extension MessageMaker {
    /// What stands for the elements that a part is repeated for, with the heads of groups; the part itself if it is not repeated.
    ///
    /// One for a list without a value or without elements is a text that says so, or there is none.
    func elements(of part: SignPart) -> [RepeatedPart] {
        guard let each = part.box.each else { return [RepeatedPart(kind: .element, maker: self, key: "")] }
        let elements = each.elements(in: scope)
        if let text = scope.staleText(of: each.field) ?? (elements.isEmpty ? each.field.empty : nil) {
            var message = SignMessage(text)
            message.look = part.look ?? SignLook()
            let isShown = !text.isEmpty && hold(part.conditions.filter { isSource($0.name) })
            return isShown ? [RepeatedPart(kind: .text(SignPart(.text(message))), maker: self, key: "")] : []
        }
        var repeated: [RepeatedPart] = []
        repeated.reserveCapacity(elements.count)
        var groups: Set<String> = []
        var group: String?
        for (scope, step) in elements {
            let maker = MessageMaker(self, element: scope, at: elementPath + [step])
            guard maker.hold(part.conditions) else { continue }
            if let by = each.by {
                let text = values.styled(by, resources: MarkupResources(), of: scope).plainText
                // A group that comes a second time is known by its first element, too.
                let key = groups.insert(text).inserted ? "by \(text)" : "by \(text) \(step.key)"
                if text != group { repeated += maker.heads(each.head, named: text, key: key) }
                group = text
            }
            repeated.append(RepeatedPart(kind: .element, maker: maker, key: step.key))
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
        let maker = MessageMaker(self, element: element?.adding("by", text), at: elementPath)
        return parts.indices.filter { maker.hold(parts[$0].conditions) }.map { number in
            RepeatedPart(kind: .head(number), maker: maker, key: "\(key)/\(number)")
        }
    }
}
