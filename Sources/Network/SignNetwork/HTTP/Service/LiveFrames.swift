import PixelGraphics
import SignHost
import Timelines

/// Carries frames from the content thread to the server thread: the newest one wins, and neither waits.
package typealias LiveFrames = FrameExchange<LivePicture>

extension FrameExchange where Picture == LivePicture {
    /// Makes the buffers for signs of a size.
    package convenience init(size: Size, isMono: Bool) {
        self.init { LivePicture(size: size, isMono: isMono) }
    }

    /// Passes a frame on, without allocating.
    package func publish(_ frame: Frame, number: UInt32, at instant: Instant) {
        publish(due: instant) { $0.fill(from: frame, due: instant, number: number) }
    }
}
