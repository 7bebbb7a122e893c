import Timelines

/// A line of a GPIO chip, by its number or its name.
public enum GPIOLine: Hashable, Sendable {
    /// The line with that number on the chip, from 0: GPIO 11 of a Raspberry Pi is 11.
    case offset(Int)
    /// The first line that the device tree gives that name, such as `GPIO11` or `SPI_SCLK`.
    case name(String)
}

extension GPIOLine: CustomStringConvertible {
    /// "line 17", or "line GPIO17".
    public var description: String {
        switch self {
        case .offset(let offset): "line \(offset)"
        case .name(let name): "line \(name)"
        }
    }
}

/// The 40-pin header of the Raspberry Pi.
package enum RaspberryPiHeader {
    /// The labels of the GPIO chips behind the header: of a Raspberry Pi 5, a 4, and the models before it.
    package static let chipLabels = ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"]

    /// The pins of GPIO 0 to 27.
    private static let pins = [
        27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33, 8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13,
    ]

    /// Returns the pin of a GPIO number; nil if the header does not have it.
    package static func pin(ofGPIO number: Int) -> Int? {
        pins.indices.contains(number) ? pins[number] : nil
    }
}

/// A bundle of output lines that change together, such as the GPIO lines of one request.
public protocol OutputPort: ~Copyable {
    /// What can go wrong while driving; `Never` for lines that only exist in memory.
    associatedtype Failure: Error

    /// Drives the lines whose bits are set in `mask` to the levels in `levels`; the others keep theirs.
    ///
    /// Bit i is line i of the bundle, in the order in which it was requested. One system call on real ports;
    /// does not allocate there.
    ///
    /// - Precondition: `mask` names lines of the bundle only.
    mutating func set(_ levels: UInt64, mask: UInt64) throws(Failure)
}

/// A change of an input line.
package struct LineEdge: Hashable, Sendable {
    /// Which of the lines that are watched, from 0.
    package var input: Int
    /// Whether the line is high from then on.
    package var isHigh: Bool
    /// When, on CLOCK_MONOTONIC; stamped by the kernel as the interrupt comes.
    package var time: Instant

    /// Describes a change.
    package init(input: Int, isHigh: Bool, time: Instant) {
        self.input = input
        self.isHigh = isHigh
        self.time = time
    }
}

/// Input lines that report their edges: those of a GPIO chip, or scripted ones in tests.
package protocol EdgeSource: AnyObject {
    /// Becomes readable when there are changes to take.
    var descriptor: Int32 { get }

    /// Whether the kernel has taken the bounces out.
    var isDebounced: Bool { get }

    /// The present levels; bit i is input i.
    func levels() throws(HardwareError) -> UInt64

    /// Takes the changes that wait, in the order of time, without waiting for any.
    func takeEdges() throws(HardwareError) -> [LineEdge]
}
