import Marquee
import PixelGraphics
import SignFiles
import Timelines

/// Messages whose time is over, and that are still to be seen on their way out.
extension ZonePlayer {
    /// The message that is shown although its time is over, because it is on its way out; nil if there is none.
    ///
    /// It goes by its effect, or by scrolling off where no message follows. What is more urgent takes its place at
    /// once.
    ///
    /// - Parameter eligible: the messages that may be shown.
    func leaving(with eligible: [PlayedMessage], at instant: Instant) -> PlayedMessage? {
        guard let level = shownPriority.flatMap({ levels[$0] }), let content = level.content, level.line.isEmpty else {
            return nil
        }
        let shown = content.shown
        guard !shown.isDone, messages.contains(where: { $0 === shown }), !eligible.contains(where: { $0 === shown })
        else {
            return nil
        }
        let local = content.local(instant)
        if content.goneAt == nil {
            guard let settings = try? maker.settings(shown.message.exit) else {
                return eligible.isEmpty && content.scrollOff(at: local) ? hold(shown, in: level) : nil
            }
            content.effects?.leave(settings, at: local)
        }
        guard let gone = content.goneAt, local < gone else { return nil }
        return hold(shown, in: level)
    }

    /// Keeps a message on until it is gone.
    private func hold(_ message: PlayedMessage, in level: PriorityLevel) -> PlayedMessage? {
        level.localTurnEnd = level.content?.goneAt
        return message
    }

    /// Whether a message is still to be seen on its way out.
    func isLeaving(_ message: PlayedMessage) -> Bool {
        content.map { $0.shown === message && $0.isLeaving } ?? false
    }
}
