import CFailDark
import Glibc
import PanelDrivers

/// Requests for lines that a guardian may hold for a panel whose owner is gone.
extension GPIOChip {
    /// The consumer name of lines that this program holds.
    static let consumer = "ledsign"
    /// How often lines that this program holds are asked for, and how long a guardian has to give them back.
    private static let attempts = 15
    private static let milliseconds: Int32 = 20
    private static let mostMillisecondsOfAnswer: Int32 = 1_000

    /// Requests lines; if a guardian holds some of them, asks for them and requests them again.
    ///
    /// A guardian that makes a panel dark at this moment is waited for; so is an owner that is ending, for 0.3 s.
    func request(
        _ lines: [GPIOLine], offsets: [UInt32], by request: () -> OpaquePointer?
    ) throws(HardwareError) -> OpaquePointer {
        var attempt = 0
        while true {
            if let lines = request() { return lines }
            let code = errno
            let taken = code == EBUSY ? self.taken(offsets) : []
            attempt += 1
            guard attempt <= Self.attempts, taken.contains(where: { $0.consumer == Self.consumer }) else {
                throw HardwareError.request(of: lines, chip: self, code: code, taken: taken)
            }
            let given = fail_dark_ask_for_lines(
                DarkPlan.Lines.chipName(ofFile: path), offsets, UInt32(offsets.count), Self.mostMillisecondsOfAnswer)
            if given == 0 { poll(nil, 0, Self.milliseconds) }
        }
    }
}
