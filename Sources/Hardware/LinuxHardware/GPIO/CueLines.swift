import CFailDark
import PanelDrivers

/// Output lines for buzzers, bells and relays, at rest from the start.
///
/// In programs with a ``FailDark``, fatal signals bring them to rest. Released lines keep their levels, so drive them
/// to rest first.
package final class CueLines {
    private var lines: GPIOOutputLines
    private let number: Int32

    /// Takes lines.
    ///
    /// - Parameters:
    ///   - label: the label of the chip; nil for the header chip of any Raspberry Pi.
    ///   - lines: 1 to 64 lines, each once.
    ///   - restLevels: the levels at rest; bit i is line i.
    /// - Throws: an error that names the fix: the labels that there are, the holder of a line, the group to join.
    package init(chip label: String? = nil, lines: [GPIOLine], restLevels: UInt64) throws(HardwareError) {
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
    ///
    /// Does nothing after a fatal signal, which has brought them to rest.
    package func drive(_ levels: UInt64, mask: UInt64) -> String? {
        guard !fail_dark_is_resting() else { return nil }
        do throws(HardwareError) {
            try lines.set(levels, mask: mask)
            // The signal may have come in between, on another thread.
            if fail_dark_is_resting() { fail_dark_rest() }
            return nil
        } catch {
            return error.description
        }
    }
}
