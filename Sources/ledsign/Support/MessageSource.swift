import Marquee
import PixelGraphics
import Timelines

/// The message of `show`, whose text a feed changes.
final class MessageSource: SignSource {
    private let message: MessageContent
    private let feed: TextFeed
    private let start: Instant
    private let cycles: Int?
    let brightness: Brightness
    private(set) var problem: String?

    /// - Parameter cycles: after how many cycles of the message it ends; nil for never.
    init(_ message: MessageContent, feed: TextFeed, brightness: Brightness, start: Instant, cycles: Int?) {
        self.message = message
        self.feed = feed
        self.brightness = brightness
        self.start = start
        self.cycles = cycles
    }

    var content: any Content { message }
    var marquee: Marquee? { message.marquee }
    var descriptors: [Int32] { feed.descriptors }

    /// The end of the message's cycles.
    var end: Instant? {
        guard let cycles else { return nil }
        return message.end ?? stillEnd(cycles: cycles)
    }

    /// Shows the newest text; one that cannot be shown leaves the old one.
    func takeNews(at instant: Instant) {
        do {
            guard let text = try feed.takeNewest(at: instant) else { return }
            var next = message.message
            next.text = text
            try message.replace(next, swap: .seam, at: instant)
            problem = nil
        } catch {
            problem = "the old text stays: \(error)"
        }
    }

    /// A text that stands still has no cycles: each one counts as the time it takes to read.
    private func stillEnd(cycles: Int) -> Instant? {
        guard let marquee = message.marquee, !marquee.isMoving || hasNoSpeed else { return nil }
        let time = message.message.pageTime ?? Message.readingTime(letters: message.message.text.count)
        return start + Nanoseconds(Int64(clamping: Int128(time.count) * Int128(cycles)))
    }

    private var hasNoSpeed: Bool {
        guard case .speed(let speed) = message.message.motion.pace else { return false }
        return speed.isZero
    }
}
