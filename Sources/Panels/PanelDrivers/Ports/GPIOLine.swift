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

/// A kind of GPIO registers behind the header of a Raspberry Pi, and how fast it is.
package enum GPIOBlock: CaseIterable, Hashable, Sendable {
    /// Raspberry Pi 2, 3, Zero 2 W, Compute Module 3 and Zero.
    case bcm2837
    /// Raspberry Pi 4, 400, Compute Module 4.
    case bcm2711
    /// Raspberry Pi 5, 500, Compute Module 5: the RP1, behind PCI Express.
    case rp1

    /// Finds the block by the model in the device tree, such as "Raspberry Pi 3 Model B Rev 1.2".
    ///
    /// Nil for boards that are not known, and for those that have no 64-bit processor.
    package init?(model: String) {
        var words = model.split(separator: " ")[...]
        for word in ["Raspberry", "Pi"] where words.popFirst().map(String.init) != word { return nil }
        if words.prefix(2) == ["Compute", "Module"] {
            words = words.dropFirst(2)
            // The Compute Module Zero has the chip of a Zero 2 W.
            if words.first == "0" || words.first == "Zero" {
                self = .bcm2837
                return
            }
        }
        if words.prefix(2) == ["Zero", "2"] { words = words.dropFirst() }
        switch words.first?.prefix(while: \.isNumber) {
        case "2", "3": self = .bcm2837
        case "4", "400": self = .bcm2711
        case "5", "500": self = .rp1
        default: return nil
        }
    }

    /// What the kernel calls the block's GPIO chip.
    package var chipLabel: String {
        switch self {
        case .bcm2837: "pinctrl-bcm2835"
        case .bcm2711: "pinctrl-bcm2711"
        case .rp1: "pinctrl-rp1"
        }
    }

    /// The greatest number of a line that the port drives; of an RP1 only the first bank is on the header.
    package var lastLine: Int {
        switch self {
        case .bcm2837: 53
        case .bcm2711: 55
        case .rp1: 27
        }
    }

    /// The time of one store in picoseconds, where many follow each other.
    ///
    /// Estimates, from published square waves and refresh rates, which differ by a third:
    /// Raspberry Pi 3: 7.6 ns from 65.8 MHz, 11.8 ns from 373 Hz of three chains of 128 columns with slowdown 1.
    /// Raspberry Pi 4: 4 to 5 ns from 131 MHz, 6.6 ns from 412 Hz of the same with slowdown 2. Raspberry Pi 5: 25 ns from
    /// 20 MHz, 32 ns from 15.5 MHz.
    package var storePicoseconds: Int64 {
        switch self {
        case .bcm2837: 10_000
        case .bcm2711: 6_600
        case .rp1: 27_000
        }
    }

    /// The harmless writes after each write that common panels and cables need.
    package var defaultSlowdown: Int {
        switch self {
        case .bcm2837: 1
        case .bcm2711: 2
        // Stores reach it in batches: equal times at the processor are not equal at the lines.
        case .rp1: 1
        }
    }

    /// The time of one write with its harmless writes, in nanoseconds, rounded to a multiple of 10: 20, 20 and 50 with the
    /// usual slowdown.
    package func writeTime(slowdown: Int) -> Int64 {
        let exact = storePicoseconds * (1 + Int64(min(max(slowdown, 0), 1_000)))
        return max((exact + 5_000) / 10_000, 1) * 10
    }

    /// How late a sleep ends at most in 999 of 1000 cases, in nanoseconds.
    package var sleepJitter: Int64 {
        switch self {
        case .bcm2837: 47_000
        case .bcm2711: 22_000
        case .rp1: 12_000
        }
    }
}

/// How strongly the lines of a Raspberry Pi are driven, and how steep their edges are.
///
/// The RP1 has such bits for each line (RP1 Peripherals, 3.1.4), the BCM chips before it for all lines of a bank together (BCM2835 ARM
/// Peripherals, PADS).
package struct LinePads: Hashable, Sendable {
    /// The strengths in mA that any of them has, and those of the RP1.
    package static let strengths = [2, 4, 6, 8, 10, 12, 14, 16]
    package static let strengthsOfRP1 = [2, 4, 8, 12]

    /// One of `strengths`; nil for the usual one: 4 mA on an RP1, which the chips behind short cables take, and what the firmware has set on a
    /// BCM chip.
    package let strength: Int?
    /// Whether edges are fast; nil for the usual ones: fast on an RP1, and what the firmware has set on a BCM chip.
    package let isFast: Bool?

    /// Creates the pads; without arguments the usual ones.
    package init(strength: Int? = nil, isFast: Bool? = nil) {
        (self.strength, self.isFast) = (strength, isFast)
    }
}
