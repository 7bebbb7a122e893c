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
