import Timelines

/// When pictures are drawn.
package enum PictureTiming {
    /// How long before a change it is drawn at the earliest, unless a source has a lead of its own.
    package static let lead = Nanoseconds.milliseconds(50)
}
