import BitmapFonts
import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// What new values do to the parts of a list.
extension ListContent {
    /// What a new value does to a node: what it says itself, or the list around it; nil where nothing may move.
    func change(of node: Node) -> SignChange? {
        part.look?.reducesMotion ?? false ? nil : givenChange(of: node)
    }

    /// The same, however little may move.
    func givenChange(of node: Node) -> SignChange? {
        var node = node
        while true {
            if let change = node.part.box.change { return change }
            guard let owner = node.owner else { return part.box.change ?? outerChange }
            node = owner
        }
    }

    /// The change of a node that is under way after a layout; nil for none.
    func move(
        of node: Node, from old: Placed, to place: Rectangle, _ changedAt: Instant?, at instant: Instant
    ) -> Move? {
        guard let change = change(of: node) else { return nil }
        switch change.kind {
        case .now, .roll, .effect: return nil
        case .flash:
            return changedAt.flatMap {
                instant < $0 + change.time ? Move(from: place.origin, start: $0, change: change) : nil
            }
        case .slide:
            let now = old.move?.place(at: instant, to: old.rectangle.origin) ?? old.rectangle.origin
            if old.rectangle.origin == place.origin {
                return old.move.flatMap { instant < $0.start + $0.change.time ? $0 : nil }
            }
            return Move(from: now, start: instant, change: change)
        }
    }

    /// How a new node comes in: it slides along with what was placed before it, so that they do not overlap; nil for at once.
    func move(of node: Node, to place: Rectangle, behind last: Placed, at instant: Instant) -> Move? {
        guard let change = change(of: node), change.kind == .slide, let move = last.move, move.start == instant else {
            return nil
        }
        let (from, origin) = (move.from, last.rectangle.origin)
        return Move(
            from: Point(x: place.x + from.x - origin.x, y: place.y + from.y - origin.y), start: instant, change: change)
    }

    /// Returns what a node shows in a place; where it looks different now, the new picture takes the place of the old one.
    ///
    /// - Parameter old: where it was before; nil for what is new.
    func changing(
        _ node: Node, in place: Rectangle, from old: Placed?, start: Instant, at instant: Instant
    ) -> Shown? {
        let given = givenChange(of: node)
        let isSeen = change(of: node)?.kind.isTransition ?? false
        // A cue needs to know what looks different, also where it changes at once.
        guard let change = given, isSeen || change.cue != nil, node.part.hasFields, node.list == nil,
            node.owner != nil
        else {
            return content(of: node, place.size, start: start, isPaged: false, at: instant)
        }
        let before = node.shown
        let words = before?.text?.message.text ?? ""
        var look = before?.look
        // Texts have their new values when they are laid out.
        if let text = before?.text, node.message.map({ !$0.looksSame(as: text.message) }) ?? true {
            look = before?.transition?.look(at: instant, letters: text.letterAreas(at: instant))
        }
        guard var made = content(of: node, place.size, start: start, isPaged: false, at: instant) else { return nil }
        let inner = made.transition?.content ?? made.content
        let transition: TransitionContent
        if let known = before?.transition, known.size == made.size {
            transition = known
        } else {
            transition = TransitionContent(inner, size: made.size)
            let origin = old?.rectangle.origin ?? place.origin
            look = look?.placed(made.size, at: Point(x: origin.x - place.x, y: origin.y - place.y))
        }
        let isKnown = before?.isKnown ?? false
        var settings = isKnown && isSeen ? change.effect : nil
        var letters: [Rectangle]?
        if change.kind == .roll, settings != nil {
            letters = made.text?.letterAreas(at: instant).flatMap { new in look?.letters.map { $0 + new } }
            let falls = made.text?.message.text.isFall(from: words) ?? false
            settings?.effect = falls ? .scrollDown : .scrollUp
            if letters == nil { settings = nil }
        }
        let isNew = transition.change(from: look, to: inner, letters: letters, by: settings, at: instant)
        if isNew, isKnown { made.changedAt = instant }
        return Shown(
            content: transition, size: made.size, text: made.text, moving: made.moving, changedAt: made.changedAt,
            isKnown: made.isKnown,
            refreshers: made.refreshers, transition: transition)
    }
}

extension ListContent {
    /// The cues of changes of its parts.
    var changeCues: [PartsContent.CueTrack] {
        let names = Set([part.given].all.compactMap(\.box.change?.cue))
        return names.sorted().map { name in (name, { [calls] after in calls.next(name, after: after) }) }
    }

    /// Calls the cue of a node's change.
    func callCue(of node: Node, at instant: Instant) {
        guard node.list == nil, let cue = givenChange(of: node)?.cue else { return }
        calls.call(cue, at: instant)
    }
}

/// When the cues of changes were called last.
final class ChangeCalls {
    private var calls: [(name: String, instant: Instant)] = []

    /// Calls a cue at an instant, once however many parts change then.
    func call(_ name: String, at instant: Instant) {
        guard !calls.contains(where: { $0 == (name, instant) }) else { return }
        calls.append((name, instant))
        // Who listens asks more often than this many calls come.
        if calls.count > 64 { calls.removeFirst() }
    }

    /// When a cue was first called after an instant; nil for not yet.
    func next(_ name: String, after instant: Instant) -> Instant? {
        calls.first { $0.name == name && $0.instant > instant }?.instant
    }
}

extension SignChange {
    /// The effect by which a new picture takes the place of the old one; nil for another change.
    var effect: EffectSettings? {
        switch kind {
        case .effect(let effect): EffectSettings(effect, duration: time, easing: easing)
        case .roll: EffectSettings(.scrollUp, duration: time, easing: easing)
        case .now, .flash, .slide: nil
        }
    }
}

extension SignChange.Kind {
    /// Whether a new picture takes the place of the old one step by step.
    fileprivate var isTransition: Bool {
        switch self {
        case .roll, .effect: true
        case .now, .flash, .slide: false
        }
    }
}

extension String {
    /// Whether the first number that differs from that of an earlier text is smaller than that.
    fileprivate func isFall(from earlier: String) -> Bool {
        for (mine, other) in zip(numbers, earlier.numbers) where mine != other { return mine < other }
        return false
    }

    /// The numbers in it.
    ///
    /// Digits that a point or comma separates are compared as decimals.
    private var numbers: [WrittenNumber] {
        var found: [WrittenNumber] = []
        var last: Character?
        var isOpen = false
        for (letter, next) in zip(self, dropFirst().map(Optional.some) + [nil]) {
            defer { last = letter }
            let isMark = (letter == "." || letter == ",") && next?.isWholeNumber ?? false
            if let digit = letter.wholeNumberValue, letter.isWholeNumber {
                if !isOpen { found.append(WrittenNumber(isNegative: last == "-" || last == "\u{2212}")) }
                found[found.count - 1].add(digit)
                isOpen = true
            } else if isOpen, isMark, !found[found.count - 1].hasMark {
                found[found.count - 1].hasMark = true
            } else {
                isOpen = false
            }
        }
        return found
    }
}

/// A number as its digits are written, however many these are.
private struct WrittenNumber: Comparable {
    var isNegative: Bool
    var hasMark = false
    private var whole: [Int] = []
    private var decimals: [Int] = []

    init(isNegative: Bool) { self.isNegative = isNegative }

    mutating func add(_ digit: Int) {
        if hasMark { decimals.append(digit) } else if digit > 0 || !whole.isEmpty { whole.append(digit) }
    }

    static func < (left: WrittenNumber, right: WrittenNumber) -> Bool {
        guard left.isNegative == right.isNegative else { return left.isNegative }
        return left.isNegative ? right.isBelow(left) : left.isBelow(right)
    }

    private func isBelow(_ other: WrittenNumber) -> Bool {
        if whole.count != other.whole.count { return whole.count < other.whole.count }
        if whole != other.whole { return whole.lexicographicallyPrecedes(other.whole) }
        return decimals.lexicographicallyPrecedes(other.decimals)
    }
}
