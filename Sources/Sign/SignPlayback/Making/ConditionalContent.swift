import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Content that is shown only while conditions on values hold; its time continues while it is hidden.
final class ConditionalContent: Content {
    private let content: any Content
    private var isShown: Bool
    private var changes = 0

    init(_ content: any Content, isShown: Bool) { (self.content, self.isShown) = (content, isShown) }

    /// Shows it or not from now on.
    func show(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        changes += 1
    }

    var revision: Int { content.revision &+ changes }

    func draw(at instant: Instant, into frame: inout Frame) {
        if isShown { content.draw(at: instant, into: &frame) }
    }

    func nextChange(after instant: Instant) -> Instant? { isShown ? content.nextChange(after: instant) : nil }
}

extension PartsConstruction {
    /// Content of a part that follows the conditions of the part, where it has any.
    func conditional(_ content: any Content, of part: SignPart) -> any Content {
        let (maker, conditions) = (maker, part.conditions)
        guard !conditions.isEmpty else { return content }
        let shown = ConditionalContent(content, isShown: maker.hold(conditions))
        refreshers.append { _ in shown.show(maker.hold(conditions)) }
        return shown
    }
}
