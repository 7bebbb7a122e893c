/// What is written to the registers of a GPIO block around programs: by their start, and when the panel goes dark.
///
/// BCM2837 and BCM2711: BCM2835 ARM Peripherals, chapter 6; RP1: RP1 Peripherals, chapter 3.
extension GPIOBlock {
    /// The register whose zeros change nothing, and that sets lines low by ones.
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

/// What makes lines of an RP1 outputs that its registers of fast access drive.
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
    static let settingDirections = 0x12004

    /// The place of a line's CTRL register.
    static func control(of line: Int) -> Int { 8 * line + 4 }
    /// The place of the register of a line's pad.
    static func pad(of line: Int) -> Int { 0x20004 + 4 * line }

    /// Makes the lines outputs, where they are not.
    static func prepare(
        _ lines: [Int], read: (_ offset: Int) -> UInt32, write: (_ offset: Int, _ value: UInt32) -> Void
    ) {
        let directions = read(Self.directions)
        for line in lines {
            let bit = UInt32(1) << UInt32(line)
            if directions & bit == 0 { write(settingDirections, bit) }
            let pad = read(pad(of: line))
            if pad & outputDisable != 0 { write(Self.pad(of: line), pad & ~outputDisable) }
            let control = read(control(of: line))
            if control & controlMask != function { write(Self.control(of: line), control & ~controlMask | function) }
        }
    }
}
