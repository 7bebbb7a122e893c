import PixelGraphics

/// HUB75 panels on a display engine, with what encodes and what writes: shows a frame until the next one.
///
/// Where one thread encodes and another writes, they use a `ScanOutEncoder` and a `ScanOutWriter` of their own.
package struct ScanOutPanel<Port: ScanOutPort & ~Copyable>: ~Copyable {
    /// What scans the pictures out.
    package var port: Port
    /// Where the refreshes lie in them.
    package var plan: ScanOutPlan { encoder.plan }
    private var encoder: ScanOutEncoder
    private var writer: ScanOutWriter
    private var picture: ScanOutPicture
    private var limiter: CurrentLimiter?

    /// Creates the panels; nothing is drawn yet.
    ///
    /// - Parameter limiter: keeps the current below a budget, or nil.
    package init(plan: ScanOutPlan, port: consuming Port, limiter: CurrentLimiter? = nil) {
        self.port = port
        encoder = ScanOutEncoder(plan)
        writer = ScanOutWriter(plan)
        picture = ScanOutPicture(plan)
        self.limiter = limiter
    }

    /// Draws a frame and flips to it, darker where it would draw more current than it may; does not allocate.
    ///
    /// Only where the port is not flipping.
    package mutating func show(_ frame: consuming Frame) throws(Port.Failure) {
        if limiter != nil, let brightness = limiter?.brightness(of: frame) { frame.brightness = brightness }
        encoder.encode(frame, into: &picture)
        try Self.draw(picture, with: &writer, on: &port)
        try port.flip()
    }

    /// Makes the panels dark.
    package mutating func stop() throws(Port.Failure) {
        writer.forget()
        try port.stop()
    }

    private static func draw(
        _ picture: ScanOutPicture, with writer: inout ScanOutWriter, on port: inout Port
    ) throws(Port.Failure) {
        try port.draw { pixels, stride in writer.write(picture, into: pixels, stride: stride) }
    }
}
