import CGPIOLines
import Glibc
import PanelDrivers

/// A state machine of an RP1, claimed from the kernel, with the program of `PIOProgram` in its memory.
///
/// Calls other than `send` are messages to the RP1's firmware, which take tens of microseconds. When its last copy is closed, the
/// kernel stops the machine; the lines keep their levels.
struct StateMachineFile: ~Copyable, Sendable {
    /// The descriptor of the open file.
    let descriptor: Int32
    /// The machine.
    let machine: UInt32
    /// Where the program is.
    private let origin: Int32

    /// The bytes of a machine's transfers that the kernel reads ahead at most.
    static func bytesAhead(bytesPerRefresh: Int) -> Int {
        Int(linux_pio_maximum_buffers) * RefreshRing.bufferBytes(bytesPerRefresh: bytesPerRefresh)
    }

    /// Opens the device file, loads the program and claims a machine.
    ///
    /// - Throws: an error that names the fix.
    init(_ files: MachineFiles = .here) throws(HardwareError) {
        let path = MachineFiles.stateMachines
        let file = try Self.open(path, files)
        let place = PIOProgram.instructions.withUnsafeBufferPointer {
            linux_pio_load(file, $0.baseAddress, UInt32($0.count))
        }
        guard place >= 0 else {
            let code = errno
            close(file)
            throw HardwareError.loading(path, code: code)
        }
        let machine = linux_pio_claim(file)
        guard machine >= 0 else {
            let code = errno
            close(file)
            throw HardwareError(
                operation: "claim a state machine of", path: path, code: code,
                reason: "other programs have claimed all four",
                fix: "sudo fuser -v \(path) lists the programs that have it open")
        }
        descriptor = file
        origin = place
        self.machine = UInt32(machine)
    }

    deinit { close(descriptor) }

    /// For how long after the machine's start the device may come late, in seconds, and the milliseconds between two looks: with some
    /// kernels the driver waits for the firmware (raspberrypi/linux issue 7211).
    private static let lateness = 60.0
    private static let interval: Int32 = 500

    private static func open(_ path: String, _ files: MachineFiles) throws(HardwareError) -> Int32 {
        while true {
            let file = MachineFiles.open(path)
            if file >= 0 { return file }
            let code = errno
            let uptime = files.word("/proc/uptime").flatMap { Double($0.prefix { $0 != " " }) }
            guard code == ENOENT, files.hasStateMachines, let uptime, uptime < lateness else {
                throw HardwareError.opening(path, code: code, fix: code == ENOENT ? fixOfAbsence(files) : nil)
            }
            poll(nil, 0, interval)
        }
    }

    private static func fixOfAbsence(_ files: MachineFiles) -> String {
        files.hasStateMachines
            ? "update the kernel and the boot EEPROM (sudo apt full-upgrade; sudo rpi-eeprom-update -a) and reboot; "
                + "sudo dmesg | grep -i pio shows what is missing"
            : "only a Raspberry Pi 5 has it: set `port: registers` in the board file"
    }

    /// Stops the machine, and sets it up for lines; it waits for words in the dark once it is started.
    func setUp(outputEnable: Int, clock: Int, divider: Int) throws(HardwareError) {
        let registers = PIOProgram.Configuration(
            outputEnable: outputEnable, clock: clock, divider: divider, origin: Int(origin))
        var configuration = linux_pio_configuration(
            divider: registers.divider, execution: registers.execution, shifting: registers.shifting,
            pins: registers.pins)
        try check(linux_pio_set_up(descriptor, machine, UInt32(origin), &configuration), "set up")
    }

    /// Gives lines their levels in the machine, and makes them its outputs; they show nothing until they are connected.
    func drive(_ levels: UInt32, mask: UInt32) throws(HardwareError) {
        try check(linux_pio_drive(descriptor, machine, levels, mask), "set lines of")
    }

    /// Connects a line to the machine, or to the registers.
    func connect(_ line: Int, isMachine: Bool) throws(HardwareError) {
        let function = isMachine ? linux_pio_function_pio : linux_pio_function_gpio
        try check(linux_pio_connect(descriptor, UInt32(line), UInt32(function)), "connect GPIO \(line) to")
    }

    /// Keeps a line high whatever drives it, or ends that.
    func keepHigh(_ line: Int, _ isKept: Bool) throws(HardwareError) {
        let level = isKept ? linux_pio_override_high : linux_pio_override_none
        try check(linux_pio_override(descriptor, UInt32(line), UInt32(level)), "override GPIO \(line) by")
    }

    /// Starts or stops the machine.
    func enable(_ isEnabled: Bool) throws(HardwareError) {
        try check(linux_pio_enable(descriptor, machine, isEnabled), isEnabled ? "start" : "stop")
    }

    /// Prepares transfers by four buffers of so many bytes; once.
    func prepare(bytes: Int) throws(HardwareError) {
        try check(
            linux_pio_prepare(descriptor, machine, UInt32(bytes), UInt32(linux_pio_maximum_buffers)),
            "prepare transfers to")
    }

    /// Sends words, and waits until the machine has taken them but for its queue.
    ///
    /// - Returns: 0, or the error number.
    func send(_ words: UnsafeBufferPointer<UInt32>) -> Int32 {
        words.isEmpty || linux_pio_send(descriptor, machine, words.baseAddress, UInt32(words.count)) == 0 ? 0 : errno
    }

    private func check(_ result: Int32, _ operation: String) throws(HardwareError) {
        guard result < 0 else { return }
        throw HardwareError(operation: "\(operation) a state machine of", path: MachineFiles.stateMachines, code: errno)
    }
}

/// Errors of state machines.
extension HardwareError {
    fileprivate static func loading(_ path: String, code: Int32) -> HardwareError {
        HardwareError(
            operation: "load a program into", path: path, code: code,
            reason: code == ENOSPC || code == ENOMEM || code == EBUSY
                ? "other programs leave no room for its \(PIOProgram.instructions.count) instructions" : nil,
            fix: "stop the program that drives panels by it, such as Piomatter or rpi-rgb-led-matrix: "
                + "sudo fuser -v \(path) lists those that have it open")
    }

    /// Words that did not reach a machine.
    static func sending(_ code: Int32) -> HardwareError {
        let path = MachineFiles.stateMachines
        switch code {
        case EOPNOTSUPP, ENOTTY, EINVAL:
            return HardwareError(
                operation: "send pictures to", path: path, code: code,
                reason: "this kernel sends 64 KiB at most, with gaps that flicker",
                fix: "update it to 6.6.67 or later: sudo apt full-upgrade, and reboot")
        case ETIMEDOUT:
            return HardwareError(
                operation: "send pictures to", path: path, code: code,
                reason: "the state machine takes no words: another program has stopped it or changed its program",
                fix: "stop that program; sudo fuser -v \(path) lists those that have it open")
        default: return HardwareError(operation: "send pictures to", path: path, code: code)
        }
    }
}
