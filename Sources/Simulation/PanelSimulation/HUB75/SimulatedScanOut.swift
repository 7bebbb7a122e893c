import PanelDrivers

/// A display engine that only exists in memory: the pictures that it scans out become edges for a listener, at exact times.
///
/// Time continues frame by frame. In what is not visible every line is low, and so it is an edge where lines were high.
package struct SimulatedScanOut<Listener: WireListener>: ScanOutPort {
    /// It never fails.
    package typealias Failure = Never

    /// The listener of the edges.
    package var listener: Listener
    /// How the pictures are scanned out.
    package let mode: ScanOutMode
    /// The time of the next pixel, in nanoseconds.
    package var time: Int64 { start + pixels * 1_000_000 / Int64(mode.pixelClock) }
    /// The lines without a wire that a pixel drove high; bit n is GPIO line n.
    package private(set) var unwiredLines: UInt64 = 0

    private let stride: Int
    private let dark: ScanOutPlan
    /// The two pictures in memory; `current` is scanned out.
    private var shown: [[UInt32]]
    private var current = 0
    private var isPending = false
    /// The wire of each bit of a pixel; -1 for a line without a wire.
    private let wires: [Int]
    private let wiredBits: UInt32
    private let idle: UInt32
    private var levels: UInt32
    private var start: Int64
    /// The pixels since `start`.
    private var pixels: Int64 = 0

    /// Creates an engine whose lines have the idle levels of their wires, which the listener knows already.
    ///
    /// - Parameters:
    ///   - plan: whose mode it has, and whose dark picture it stops with.
    ///   - wireOfLine: the wire of `HUB75Wires` on each GPIO line.
    ///   - padding: the pixels between the end of a line and the beginning of the next one, in memory.
    package init(plan: ScanOutPlan, wireOfLine: [Int: Int], padding: Int = 0, into listener: Listener) {
        mode = plan.mode
        dark = plan
        stride = plan.mode.columns.visible + max(padding, 0)
        shown = [[UInt32]](repeating: [UInt32](repeating: 0, count: stride * plan.mode.lines.visible), count: 2)
        var wires = [Int](repeating: -1, count: 24)
        var (wired, idle) = (UInt32(0), UInt32(0))
        for (line, wire) in wireOfLine where wires.indices.contains(line - 4) {
            wires[line - 4] = wire
            wired |= 1 << UInt32(line - 4)
            if wire == HUB75Wires.outputEnable { idle |= 1 << UInt32(line - 4) }
        }
        (self.wires, wiredBits, self.idle, levels, start) = (wires, wired, idle, idle, 0)
        self.listener = listener
    }

    /// The bits of the picture that is scanned out: bit n of a pixel is the level of GPIO line n + 4.
    package var picture: [UInt32] {
        let pixels = shown[current]
        return (0..<mode.lines.visible).flatMap { line in
            pixels[line * stride..<line * stride + mode.columns.visible]
        }
    }

    /// Whether a picture waits for the beginning of the next frame.
    package func isFlipping() -> Bool { isPending }

    /// Hands out the picture that is not scanned out.
    package mutating func draw(_ body: (_ pixels: UnsafeMutableBufferPointer<UInt32>, _ stride: Int) -> Void) {
        let stride = stride
        shown[1 - current].withUnsafeMutableBufferPointer { body($0, stride) }
    }

    /// Shows the picture that was drawn from the next frame on.
    package mutating func flip() { isPending = true }

    /// Scans a dark picture out.
    package mutating func stop() {
        let plan = dark
        draw { pixels, stride in plan.writeDarkness(to: pixels, stride: stride) }
        flip()
        scan()
        rest(until: time)
    }

    /// Lets the lines have their idle levels until a time, as if the engine stood still; past ones have no effect.
    package mutating func rest(until time: Int64) {
        change(to: idle, at: self.time)
        start = max(self.time, time)
        pixels = 0
    }

    /// Takes the picture over that was flipped to, as at the beginning of a frame.
    package mutating func takePicture() {
        if isPending { current = 1 - current }
        isPending = false
    }

    /// Scans one frame out, with the lines that are not visible at its end.
    package mutating func scan() {
        takePicture()
        let picture = shown[current]
        for line in 0..<mode.lines.visible {
            for column in 0..<mode.columns.visible {
                let pixel = picture[line * stride + column]
                if pixel != levels { change(to: pixel, at: time) }
                pixels += 1
            }
            change(to: 0, at: time)
            pixels += Int64(mode.columns.blank)
        }
        pixels += Int64(mode.lines.blank * mode.columns.total)
    }

    private mutating func change(to pixel: UInt32, at time: Int64) {
        var changes = (levels ^ pixel) & wiredBits
        unwiredLines |= UInt64(pixel & ~wiredBits) << 4
        levels = pixel
        while changes != 0 {
            let bit = changes.trailingZeroBitCount
            listener.edge(on: wires[bit], to: pixel >> UInt32(bit) & 1 == 1, at: time)
            changes &= changes &- 1
        }
    }
}
