/// The registers of a MAX7219 or MAX7221, by their address in bits 11 to 8 of a word (data sheet, "register address
/// map").
public enum MAX7219Register: UInt8, CaseIterable, Hashable, Sendable {
    /// Passes data on to the next chip of a chain and does not change this one.
    case noOperation = 0x0
    /// The eight segments of digit 0: bit 7 is DP, bits 6 to 0 are A to G.
    case digit0 = 0x1
    /// The eight segments of digit 1.
    case digit1 = 0x2
    /// The eight segments of digit 2.
    case digit2 = 0x3
    /// The eight segments of digit 3.
    case digit3 = 0x4
    /// The eight segments of digit 4.
    case digit4 = 0x5
    /// The eight segments of digit 5.
    case digit5 = 0x6
    /// The eight segments of digit 6.
    case digit6 = 0x7
    /// The eight segments of digit 7.
    case digit7 = 0x8
    /// One bit per digit: whether it is decoded as BCD code B; 0 for matrices.
    case decodeMode = 0x9
    /// The duty cycle, 0 to 15: (2n + 1) / 32.
    case intensity = 0xA
    /// The highest digit that is shown, 0 to 7; 7 for matrices.
    case scanLimit = 0xB
    /// 0 is off, 1 is normal operation.
    case shutdown = 0xC
    /// 1 lights every segment whatever the other registers say, 0 is normal operation.
    case displayTest = 0xF
}
