import PixelGraphics
import SignHost
import Timelines

/// Passes the frames of a sign on to the viewers of its page, while there are some.
package final class LivePictureOutput: FrameOutput {
    private let frames: LiveFrames
    private let mailbox: SignMailbox
    private var number: UInt32 = 0
    private var next = Instant.zero

    /// The time between two frames.
    private static let interval = Nanoseconds(1_000_000_000 / 30)

    /// - Parameter mailbox: that of the server, which says whether there are viewers and learns of each frame.
    package init(_ frames: LiveFrames, _ mailbox: SignMailbox) {
        (self.frames, self.mailbox) = (frames, mailbox)
    }

    package func demand(at instant: Instant) -> FrameDemand {
        guard mailbox.isWatched else { return .never }
        return next <= instant ? .now : .from(next)
    }

    package func show(_ frame: Frame, at instant: Instant) {
        number &+= 1
        next = instant + Self.interval
        frames.publish(frame, number: number, at: instant)
        mailbox.news.raise()
    }
}
