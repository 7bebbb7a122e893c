import CGPIOLines
import Glibc
import PanelDrivers

/// The addresses of a GPIO block's registers, and the values written before programs and when the panel goes dark.
///
/// BCM2837 and BCM2711: BCM2835 ARM Peripherals, chapter 6; RP1: RP1 Peripherals, chapter 3.
extension GPIOBlock {
    /// The address of the registers in the processor's memory.
    var physicalAddress: Int {
        switch self {
        case .bcm2837: 0x3F20_0000
        case .bcm2711: 0xFE20_0000
        case .rp1: 0x1F_000D_0000
        }
    }

    /// The number of bytes to map: registers of BCM chips fill a page, those of an RP1 are in three groups.
    var mappingLength: Int { self == .rp1 ? 0x30000 : 0x1000 }

    /// The device file that maps only these registers.
    var deviceFile: String { self == .rp1 ? "/dev/gpiomem0" : "/dev/gpiomem" }

    /// The register whose ones set lines low, and whose zeros have no effect.
    var clearRegister: Int { self == .rp1 ? 0x13000 : 0x28 }
    /// The register that sets lines high by ones.
    var setRegister: Int { self == .rp1 ? 0x12000 : 0x1C }

    /// Drives lines at once, as far as they are in one bank; bit n is line n.
    func drive(_ lines: UInt64, register: Int, _ write: (_ offset: Int, _ value: UInt32) -> Void) {
        let (first, next) = (UInt32(truncatingIfNeeded: lines), UInt32(truncatingIfNeeded: lines >> 32))
        if first != 0 { write(register, first) }
        if next != 0 { write(register + 4, next) }
    }
}

/// The registers that make lines of an RP1 outputs under SYS_RIO.
///
/// The kernel does so when a line is requested as an output; what it left is only looked at, and written where it is
/// something else.
struct RP1Outputs {
    /// The function that gives a line to the registers of fast access (SYS_RIO).
    static let function: UInt32 = 5
    /// The bits of a CTRL register that hold the function, and those that override the level and the direction.
    static let controlMask: UInt32 = 0x1F | 0xF000
    /// The bit of a pad's register that turns its output off.
    static let outputDisable: UInt32 = 1 << 7
    /// The register that has a one for each output, and the alias that sets its bits.
    static let directions = 0x10004
    /// The register with the levels of the outputs.
    static let levels = 0x10000
    static let settingDirections = 0x12004
    static let clearingDirections = 0x13004

    /// The place of a line's CTRL register.
    static func control(of line: Int) -> Int { 8 * line + 4 }
    /// The place of the register of a line's pad.
    static func pad(of line: Int) -> Int { 0x20004 + 4 * line }

    /// The bits of a pad's register that are set for the panel's sake: the slew rate, the pulls, the drive strength.
    static let padMask: UInt32 = 1 | pullDown | pullUp | 0x30
    private static let pullDown: UInt32 = 1 << 2
    private static let pullUp: UInt32 = 1 << 3
    /// The bits of the slew rate and of the drive strength; reset values have slow edges.
    private static func bits(_ pads: LinePads) -> UInt32 {
        let strength = pads.strength.flatMap { LinePads.strengthsOfRP1.firstIndex(of: $0) } ?? 1
        return (pads.isFast == false ? 0 : 1) | UInt32(strength) << 4
    }

    /// What the lines' pads are now.
    static func pads(_ lines: [Int], read: (_ offset: Int) -> UInt32) -> [UInt32] {
        lines.map { read(pad(of: $0)) }
    }

    /// Gives the lines' pads the bits back that `prepare` changed; their outputs stay on.
    static func restore(
        _ pads: [UInt32], of lines: [Int], read: (_ offset: Int) -> UInt32,
        write: (_ offset: Int, _ value: UInt32) -> Void
    ) {
        for (line, old) in zip(lines, pads) {
            let now = read(pad(of: line))
            if (now ^ old) & padMask != 0 { write(pad(of: line), now & ~padMask | old & padMask) }
        }
    }

    /// Makes the lines outputs, where they are not, with the given pads; an undriven line is pulled to its level at rest.
    static func prepare(
        _ lines: [Int], outputEnable: Int, pads: LinePads, read: (_ offset: Int) -> UInt32,
        write: (_ offset: Int, _ value: UInt32) -> Void
    ) {
        let directions = read(Self.directions)
        for line in lines {
            let bit = UInt32(1) << UInt32(line)
            if directions & bit == 0 { write(settingDirections, bit) }
            let pad = read(pad(of: line))
            let wanted =
                pad & ~(padMask | outputDisable) | bits(pads) | (line == outputEnable ? pullUp : pullDown)
            if pad != wanted { write(Self.pad(of: line), wanted) }
            let control = read(control(of: line))
            if control & controlMask != function { write(Self.control(of: line), control & ~controlMask | function) }
        }
    }
}

/// The pads of the lines of a BCM chip while the value exists: one setting for GPIO 0 to 27, and one for 28 to 45.
///
/// They are in registers that only all of memory shows (BCM2835 ARM Peripherals, PADS control); afterwards they are as before.
struct BCMPads: ~Copyable {
    private let registers: UnsafeMutablePointer<UInt32>
    /// The places of the registers, and what they were before.
    private let old: [(place: Int, value: UInt32)]

    private static let length = 0x1000
    /// The page of the registers is that far before the one of the lines.
    private static let distance = 0x10_0000
    /// The registers of the two banks.
    private static let banks = [(place: 0x2C, lines: 0...27), (place: 0x30, lines: 28...45)]
    /// What a value needs to be taken, the bit of fast edges, that of hysteresis, and the bits of the strength.
    private static let password: UInt32 = 0x5A00_0000
    private static let fast: UInt32 = 1 << 4
    private static let strength: UInt32 = 7
    private static let all: UInt32 = 0x1F

    /// Maps the registers and sets them.
    init(_ pads: LinePads, of lines: [Int], block: GPIOBlock) throws(HardwareError) {
        let path = "/dev/mem"
        let remedy = "remove drive_strength and slew_rate from the board file"
        let descriptor = MachineFiles.open(path, O_SYNC)
        guard descriptor >= 0 else {
            let code = errno
            throw HardwareError(
                operation: "set the drive strength and the slew rate by", path: path, code: code,
                fix: [EACCES, EPERM].contains(code) ? "only root can open it: use sudo, or \(remedy)" : remedy)
        }
        defer { close(descriptor) }
        let place = block.physicalAddress - Self.distance
        let memory = mmap(nil, Self.length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, place)
        guard let memory, memory != MAP_FAILED else {
            let code = errno
            throw HardwareError(
                operation: "map the pads of the GPIO lines by", path: path, code: code,
                fix: code == EPERM
                    ? "add iomem=relaxed to the one line of /boot/firmware/cmdline.txt and reboot, or \(remedy)"
                    : remedy)
        }
        let registers = memory.bindMemory(to: UInt32.self, capacity: Self.length / 4)
        self.registers = registers
        old = Self.banks.filter { bank in lines.contains { bank.lines.contains($0) } }.map {
            ($0.place, linux_scan_read(registers, $0.place) & Self.all)
        }
        for (place, value) in old {
            var wanted = value
            if let strength = pads.strength {
                wanted = wanted & ~Self.strength | UInt32(strength / 2 - 1) & Self.strength
            }
            if let isFast = pads.isFast { wanted = wanted & ~Self.fast | (isFast ? Self.fast : 0) }
            linux_scan_write(registers, place, Self.password | wanted)
        }
    }

    deinit {
        for (place, value) in old { linux_scan_write(registers, place, Self.password | value) }
        munmap(registers, Self.length)
    }
}

/// The registers of a GPIO block in this process's memory, while the value exists.
struct RegisterMapping: ~Copyable {
    /// The first register.
    let registers: UnsafeMutablePointer<UInt32>
    /// The device file that shows them.
    let path: String
    /// Their offset in the file, and the number of mapped bytes.
    let place, length: Int

    /// Maps the registers of a block: through the file for GPIO only, or if it is missing through /dev/mem.
    init(_ block: GPIOBlock) throws(HardwareError) {
        var path = block.deviceFile
        var offset = 0
        // Of all of memory, O_SYNC asks for the part to be mapped without a cache.
        var descriptor = MachineFiles.open(path, O_SYNC)
        let otherKernel = "a kernel of Raspberry Pi OS, which has \(block.deviceFile)"
        let code = descriptor < 0 ? errno : 0
        // A file that the group gpio may not open is open to root, and /dev/mem is open to root only.
        if [ENOENT, ENODEV, ENXIO].contains(code) {
            path = "/dev/mem"
            offset = block.physicalAddress
            descriptor = MachineFiles.open(path, O_SYNC)
            if descriptor < 0 {
                let code = errno
                throw HardwareError(
                    operation: "open", path: "\(block.deviceFile), which is missing, or /dev/mem instead", code: code,
                    fix: [EACCES, EPERM].contains(code)
                        ? "only root can open it: use sudo, or \(otherKernel)" : "use \(otherKernel)")
            }
        } else if code != 0 {
            throw HardwareError.opening(path, code: code)
        }
        defer { close(descriptor) }
        let length = block.mappingLength
        let memory = mmap(nil, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, offset)
        guard let memory, memory != MAP_FAILED else {
            let code = errno
            throw HardwareError(
                operation: "map the GPIO registers of", path: path, code: code,
                fix: path == "/dev/mem" && code == EPERM
                    ? "add iomem=relaxed to the one line of /boot/firmware/cmdline.txt and reboot, or use \(otherKernel)"
                    : nil)
        }
        registers = memory.bindMemory(to: UInt32.self, capacity: length / 4)
        self.path = path
        place = offset
        self.length = length
    }

    deinit {
        munmap(registers, length)
    }

    /// Reads the register at an offset in bytes.
    func read(_ offset: Int) -> UInt32 {
        linux_scan_read(registers, offset)
    }

    /// Writes the register at an offset in bytes.
    func write(_ offset: Int, _ value: UInt32) {
        linux_scan_write(registers, offset, value)
    }

    func make(_ stores: [DarkPlan.Store]) {
        for store in stores { store.make(read: { read($0) }, write: { write($0, $1) }) }
    }
}
