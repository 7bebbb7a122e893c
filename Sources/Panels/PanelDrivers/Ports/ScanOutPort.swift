import Timelines

/// How a display engine scans a picture out: the pixel clock, and what surrounds the visible pixels of a line and a frame.
///
/// A line is the visible pixels, front porch, sync and back porch, in that order; so are the lines of a frame. In all but the
/// visible pixels every data line is low.
package struct ScanOutMode: Hashable, Sendable {
    /// The visible part of a line or a frame, and what follows it, in pixels or in lines.
    package struct Extent: Hashable, Sendable {
        package var visible: Int
        package var frontPorch: Int
        package var sync: Int
        package var backPorch: Int

        package init(visible: Int, frontPorch: Int, sync: Int, backPorch: Int) {
            (self.visible, self.frontPorch, self.sync, self.backPorch) = (visible, frontPorch, sync, backPorch)
        }

        /// All of it.
        package var total: Int { visible + blank }
        /// What is not visible.
        package var blank: Int { frontPorch + sync + backPorch }
    }

    /// The pixel clock in kHz.
    package var pixelClock: Int
    /// The pixels of a line.
    package var columns: Extent
    /// The lines of a frame.
    package var lines: Extent

    package init(pixelClock: Int, columns: Extent, lines: Extent) {
        (self.pixelClock, self.columns, self.lines) = (pixelClock, columns, lines)
    }

    /// The time of one pixel in picoseconds, rounded down.
    package var pixelPicoseconds: Int64 { 1_000_000_000 / Int64(pixelClock) }
    /// The pixels of a frame, with those that are not visible.
    package var framePixels: Int { columns.total * lines.total }
    /// The time of a frame, rounded down to nanoseconds.
    package var frameTime: Nanoseconds { Nanoseconds(Int64(framePixels) * 1_000_000 / Int64(pixelClock)) }
}

/// A display engine with two pictures, of which one is scanned out again and again: the kernel's, or a simulated one.
///
/// Bit n of a pixel is the level of GPIO line n + 4, for n from 0 to 23 (blue is bit 0, red is bit 16 and up).
package protocol ScanOutPort: ~Copyable {
    /// What can go wrong; `Never` for an engine that only exists in memory.
    associatedtype Failure: Error

    /// How the pictures are scanned out.
    var mode: ScanOutMode { get }

    /// Whether a picture that was flipped to is not scanned out yet; the other one must not be drawn until it is.
    mutating func isFlipping() throws(Failure) -> Bool

    /// Hands out the picture that is not scanned out, as it was drawn the last time: only `stop` also writes into it.
    ///
    /// The two pictures stay where they are in memory.
    ///
    /// Does not allocate and takes no lock on real ports.
    ///
    /// - Parameter body: gets the pixels of all visible lines, and how many pixels lie between the beginnings of two lines;
    ///   the pixels are valid until it returns.
    mutating func draw(_ body: (_ pixels: UnsafeMutableBufferPointer<UInt32>, _ stride: Int) -> Void) throws(Failure)

    /// Scans the picture out that was drawn, from the beginning of the next frame on; returns without waiting for it.
    mutating func flip() throws(Failure)

    /// Scans out a dark picture, and returns when the panels are dark.
    mutating func stop() throws(Failure)
}
