import Timelines

/// One word of a scan program: four bits that say what is done, and 28 bits that say with what.
///
/// Lines are numbers of GPIO lines: the low lines are 0 to 27, line n in bit n; the high lines are 28 to 55, line n in bit
/// n - 28. Words that write reach the hardware as one store or one call each; the others only let time pass.
public struct ScanWord: RawRepresentable, Hashable, Sendable {
    /// The word as it lies in memory: the operation in bits 31 to 28.
    public let rawValue: UInt32

    /// Creates a word from its 32 bits; words with unknown operations do nothing.
    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Creates a word; bits of the payload above the 28th are cut off.
    @inlinable
    public init(_ operation: Operation, _ payload: UInt32) {
        rawValue = UInt32(operation.rawValue) << 28 | (payload & 0x0FFF_FFFF)
    }

    /// What a word does.
    public enum Operation: UInt8, CaseIterable, Hashable, Sendable {
        /// No operation.
        case nothing = 0
        /// Drives low lines high.
        case setLow = 1
        /// Drives low lines low.
        case clearLow = 2
        /// Inverts low lines; ports of the Raspberry Pi 5 only.
        case toggleLow = 3
        /// Drives high lines high.
        case setHigh = 4
        /// Drives high lines low.
        case clearHigh = 5
        /// Drives low lines low together with what the next word does: one call of ports where calls are dear.
        case clearLowWithNext = 6
        /// Drives high lines low together with what the next word does.
        case clearHighWithNext = 7
        /// Makes a number of harmless writes, to give slow panels time.
        case pad = 8
        /// Records the time of the write before as the mark.
        case mark = 9
        /// Waits until a number of nanoseconds after the mark; continues at once when that is over.
        case waitAfterMark = 10
        /// Waits until a number of nanoseconds after the start of the program; continues at once when that is over.
        case waitAfterStart = 11
    }

    /// What is done; nil for unknown bits.
    @inlinable
    public var operation: Operation? { Operation(rawValue: UInt8(rawValue >> 28)) }
    /// The lines, the number of writes, or the nanoseconds.
    @inlinable
    public var payload: UInt32 { rawValue & 0x0FFF_FFFF }

    /// The longest time that a word can wait for, in nanoseconds: 268 ms.
    public static let maximumWait: Int64 = 0x0FFF_FFFF
}

/// The words that show one refresh of a panel on a port, in a buffer that is allocated once.
///
/// An encoder fills it for every frame; the refresh plays it again and again.
public struct ScanProgram: Sendable {
    /// The words; only the first `count` count.
    public var storage: [UInt32]
    /// The number of words.
    public var count = 0

    /// Creates an empty program with room for a number of words.
    public init(capacity: Int) {
        storage = [UInt32](repeating: 0, count: max(capacity, 0))
    }

    /// The words, copied.
    public var words: [ScanWord] { storage[..<count].map(ScanWord.init(rawValue:)) }
}

/// Output lines that play scan programs: registers of a GPIO block, lines of the kernel, simulated wires.
public protocol ScanPort: ~Copyable {
    /// What can go wrong while playing; `Never` for lines that only exist in memory.
    associatedtype Failure: Error

    /// Plays a program once, from its first word to its last.
    ///
    /// Does not allocate and takes no lock on real ports. After an error it is unknown which words were played.
    mutating func play(_ program: borrowing ScanProgram) throws(Failure)
}

/// What a port that times pulses of light by a clock has recorded of those that came out too long.
///
/// Their excess is a debt of the row, which the row's next pulses repay by being shorter.
package struct LightCounters: Hashable, Sendable {
    /// The pulses that were too long.
    package var overlong: Int64 = 0
    /// The light that was taken back, in nanoseconds for which a row was lit.
    package var repaid: Int64 = 0
    /// The light that was not taken back, because that would have taken too long, in the same unit.
    package var forgiven: Int64 = 0
    /// How often the time of a store had changed by more than a sixteenth when it was measured again.
    package var recalibrations: Int64 = 0

    /// Creates counters at zero.
    package init() {}

    /// What was counted after an earlier state of the same port; all of it where the port is a new one.
    package func since(_ earlier: LightCounters) -> LightCounters {
        guard overlong >= earlier.overlong, repaid >= earlier.repaid, forgiven >= earlier.forgiven,
            recalibrations >= earlier.recalibrations
        else { return self }
        var result = self
        result.overlong -= earlier.overlong
        result.repaid -= earlier.repaid
        result.forgiven -= earlier.forgiven
        result.recalibrations -= earlier.recalibrations
        return result
    }
}

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
