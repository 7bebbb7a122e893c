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
