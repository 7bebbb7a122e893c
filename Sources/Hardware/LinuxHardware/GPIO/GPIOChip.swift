import CFailDark
import CGPIOLines
import Glibc
import PanelDrivers

/// A GPIO chip of this machine; found by its label, because numbers differ between kernels.
struct GPIOChip: Equatable, Sendable {
    /// The device file, without symbolic links.
    let path: String
    /// The name of its driver, such as pinctrl-rp1.
    let label: String
    /// The number of lines.
    let lines: Int

    /// Finds the chip with a label; nil means the header chip of any Raspberry Pi.
    static func find(label: String?) throws(HardwareError) -> GPIOChip {
        let (chips, problem) = all()
        for wanted in label.map({ [$0] }) ?? RaspberryPiHeader.chipLabels {
            for chip in chips where chip.label == wanted { return chip }
        }
        // The chip may be among those that cannot be opened.
        throw problem ?? HardwareError.missingChip(label, found: chips)
    }

    /// All chips without duplicates, and the error of the first one that could not be opened.
    private static func all() -> (chips: [GPIOChip], problem: HardwareError?) {
        var chips: [GPIOChip] = []
        var problem: HardwareError?
        var seen: Set<String> = []
        for name in SystemFacts.devices(prefix: "gpiochip") {
            let path = SystemFacts.resolved(name)
            guard seen.insert(path).inserted else { continue }
            var description = gpio_lines_chip()
            if gpio_lines_describe_chip(path, &description) == 0 {
                chips.append(
                    GPIOChip(path: path, label: text(of: description.label), lines: Int(description.lines)))
            } else if errno != ENOTTY {
                problem = problem ?? HardwareError.openingChip(path, code: errno)
            }
        }
        return (chips, problem)
    }

    /// Returns the place of a line on the chip.
    func offset(of line: GPIOLine) throws(HardwareError) -> UInt32 {
        switch line {
        case .offset(let offset):
            guard (0..<lines).contains(offset) else { throw HardwareError.missingLine(line, of: self) }
            return UInt32(offset)
        case .name(let name):
            let offset = gpio_lines_find(path, name)
            if offset >= 0 { return UInt32(offset) }
            let code = errno
            throw code == ENOENT
                ? HardwareError.missingLine(line, of: self) : HardwareError.openingChip(path, code: code)
        }
    }

    /// The lines in use among these, such as "line 17 (GPIO17)", and their holders.
    func taken(_ offsets: [UInt32]) -> [(line: String, consumer: String)] {
        offsets.compactMap { offset in
            var description = gpio_lines_line()
            guard gpio_lines_describe_line(path, offset, &description) == 0, description.is_used else { return nil }
            let name = Self.text(of: description.name)
            return (
                line: "line \(offset)" + (name.isEmpty ? "" : " (\(name))"),
                consumer: Self.text(of: description.consumer)
            )
        }
    }

    /// The text in an array of C characters, which ends with a zero.
    private static func text<Array>(of characters: Array) -> String {
        withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

/// Requests for lines that a guardian may hold for a panel whose owner is gone.
extension GPIOChip {
    /// The consumer name of lines that this program holds.
    static let consumer = "ledsign"
    /// How often lines that this program holds are asked for, and how long a guardian has to give them back.
    private static let attempts = 15
    private static let milliseconds: Int32 = 20
    private static let maximumMillisecondsOfAnswer: Int32 = 1_000

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
                DarkPlan.Lines.chipName(ofFile: path), offsets, UInt32(offsets.count), Self.maximumMillisecondsOfAnswer)
            if given == 0 { poll(nil, 0, Self.milliseconds) }
        }
    }
}
