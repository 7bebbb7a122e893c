import CFailDark
import PanelDrivers

/// How a signal handler or the guardian makes a device dark.
///
/// Ports and devices make it; it is valid while they exist.
package struct DarkPlan: Sendable {
    /// A store to a register.
    struct Store: Hashable, Sendable {
        let offset: UInt32
        let value: UInt32
        /// The bits that change; where it has not all of them, the register is read first.
        var mask: UInt32 = ~0

        /// Makes the store.
        func make(read: (_ offset: Int) -> UInt32, write: (_ offset: Int, _ value: UInt32) -> Void) {
            let kept = mask == ~0 ? 0 : read(Int(offset)) & ~mask
            write(Int(offset), kept | value)
        }
    }

    /// The head of a packet of a black picture.
    struct Head: Hashable, Sendable {
        let bytes: [UInt8]
        /// How many zeros follow it.
        let zeros: Int
        /// The group that it is for; 0 for the receiver.
        let group: UInt32
    }

    /// What makes the panel dark.
    enum Action: Sendable {
        /// The lines at rest.
        case lines
        /// Stores to registers at an address of this process; `path`, `place` and `length` are how they are mapped.
        case registers(address: UInt, path: String, place: Int, length: Int, stores: [Store])
        /// Transfers to an SPI device file.
        case spi(descriptor: Int32, path: String, clockRate: UInt32, stop: SPIMessage, perCall: Int)
        /// Transfers on the lines: clock, data, chip select.
        case bitBang(clockRate: UInt32, stop: SPIMessage)
        /// Output enable, which the state machine that the plan's file is keeps high.
        case stateMachine(line: Int)
        /// Black pictures through the socket that the plan's file is; `port` is that of groups, and `sequencePlace` where the heads
        /// have a number that has to change, or 0.
        case datagrams(heads: [Head], port: UInt16, sequencePlace: Int)
        /// Black pictures on a new connection of the socket that the plan's file is, each a request: its head, and how many zeros follow.
        case requests(head: [UInt8], zeros: Int)
    }

    /// Whether the panel stays dark when its lines are released.
    package var isKept: Bool { lines?.are_kept ?? true }

    /// Lines that a request of the kernel holds, and that the guardian keeps.
    let lines: fail_dark_lines?
    let action: Action
    /// A file that the guardian keeps open until the panel is dark, so that the kernel continues with what it does for it; nil for none.
    var file: Int32?

    /// Writes the plan to the memory that signal handlers and the guardian read.
    func install() throws(HardwareError) {
        if var lines { try Self.check(fail_dark_plan_lines(&lines)) }
        if let file { try Self.check(fail_dark_plan_file(file)) }
        switch action {
        case .lines: break
        case .registers(let address, let path, let place, let length, let stores):
            let registers = UnsafeMutablePointer<UInt32>(bitPattern: address)
            try Self.check(
                fail_dark_plan_registers(
                    registers, path, UInt64(place), UInt64(length), stores.map(\.offset), stores.map(\.value),
                    stores.map(\.mask), UInt32(stores.count)))
        case .spi(let descriptor, let path, let clockRate, let stop, let perCall):
            let result = stop.withBytes { bytes in
                fail_dark_plan_spi(
                    descriptor, path, clockRate, bytes.baseAddress, UInt32(stop.transferLength),
                    UInt32(stop.transfers), UInt32(perCall))
            }
            try Self.check(result)
        case .bitBang(let clockRate, let stop):
            let result = stop.withBytes { bytes in
                fail_dark_plan_bit_bang(
                    clockRate, bytes.baseAddress, UInt32(stop.transferLength), UInt32(stop.transfers))
            }
            try Self.check(result)
        case .stateMachine(let line): try Self.check(fail_dark_plan_state_machine(UInt32(line)))
        case .datagrams(let heads, let port, let sequencePlace):
            try Self.check(fail_dark_plan_datagrams(port, UInt32(sequencePlace)))
            for head in heads {
                try Self.check(
                    fail_dark_plan_datagram(
                        head.bytes, UInt32(head.bytes.count), UInt32(clamping: head.zeros), head.group))
            }
        case .requests(let head, let zeros):
            try Self.check(fail_dark_plan_requests(head, UInt32(head.count), UInt32(clamping: zeros)))
        }
    }

    /// The name of a chip between processes that pass lines to each other; empty if the file is missing.
    static func chipName(ofFile path: String) -> String {
        var name = [CChar](repeating: 0, count: 64)
        guard fail_dark_chip_name(path, &name) == 0 else { return "" }
        return name.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    private static func check(_ result: Int32) throws(HardwareError) {
        if result != 0 { throw HardwareError.failDark("make a plan for") }
    }
}
