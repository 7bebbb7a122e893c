import CFailDark
import HardwareInterfaces

/// Output lines for buzzers, bells and relays, at rest from the beginning on.
///
/// Fatal signals bring them to rest again, in programs that watch over a panel (``FailDark``). Lines stay where they are when they are given back: whoever drives them leaves them at rest.
public final class CueLines {
    private var lines: GPIOOutputLines
    private let number: Int32

    /// Takes lines.
    ///
    /// - Parameters:
    ///   - label: the label of the chip; nil for the header chip of any Raspberry Pi.
    ///   - lines: 1 to 64 lines, each once.
    ///   - restLevels: the levels at rest; bit i is line i.
    /// - Throws: an error that names the cure: the labels that there are, who holds a line, the group to join.
    public init(chip label: String? = nil, lines: [GPIOLine], restLevels: UInt64) throws(HardwareError) {
        self.lines = try GPIOOutputLines(chip: label, lines: lines, levels: restLevels)
        if let plan = self.lines.darkLines(restLevels: restLevels) {
            number = fail_dark_add_resting(
                plan.descriptor, plan.generation, UInt32(plan.offsets.count), plan.restLevels)
        } else {
            number = -1
        }
    }

    deinit { fail_dark_remove_resting(number) }

    /// Drives the lines of a mask; returns why that failed, or nil.
    public func drive(_ levels: UInt64, mask: UInt64) -> String? {
        do throws(HardwareError) {
            try lines.set(levels, mask: mask)
            return nil
        } catch {
            return error.description
        }
    }
}
