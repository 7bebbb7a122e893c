import PixelGraphics

/// One MAX7219: its registers and what its outputs do (data sheet of the MAX7219/MAX7221).
public struct SimulatedMAX7219: Hashable, Sendable {
    /// The digit registers, digit d in byte d; their power-up content is not defined, so that drivers have to write all
    /// of them.
    private var digitRegisters: UInt64 = 0x5A85_36C9_0E71_4DB2
    /// One bit per digit: whether its register is decoded as BCD code B.
    public private(set) var decodeMode: UInt8 = 0
    /// The intensity register, 0 to 15.
    public private(set) var intensity: UInt8 = 0
    /// The highest digit that is shown, 0 to 7.
    public private(set) var scanLimit: UInt8 = 0
    /// Whether the chip is in normal operation rather than in shutdown mode.
    public private(set) var isOn = false
    /// Whether all segments are lit for a test.
    public private(set) var isTesting = false

    /// Creates a chip as it powers up: in shutdown mode, no decoding, one digit, minimum intensity.
    public init() {}

    /// The eight digit registers.
    public var digits: [UInt8] { (0..<8).map { digit($0) } }

    /// Executes a word: D11 to D8 name the register, D7 to D0 are its value, D15 to D12 are ignored.
    ///
    /// Registers 0x0 (no operation), 0xD and 0xE (unused) have no effect. All registers can be written in shutdown mode
    /// and during a test too.
    mutating func obey(_ word: UInt16) {
        let value = UInt8(truncatingIfNeeded: word)
        let register = word >> 8 & 0xF
        switch register {
        case 0x1...0x8:
            let shift = UInt64(8 * (register - 1))
            digitRegisters = digitRegisters & ~(0xFF << shift) | UInt64(value) << shift
        case 0x9: decodeMode = value
        case 0xA: intensity = value & 0xF
        case 0xB: scanLimit = value & 0x7
        case 0xC: isOn = value & 1 == 1
        case 0xF: isTesting = value & 1 == 1
        default: break
        }
    }

    /// The segments that a digit lights now: bit 7 is DP, bits 6 to 0 are A to G.
    func litSegments(digit: Int) -> UInt8 {
        if isTesting { return 0xFF }
        guard isOn, digit <= Int(scanLimit) else { return 0 }
        let value = self.digit(digit)
        guard decodeMode >> UInt8(digit) & 1 == 1 else { return value }
        return value & 0x80 | Self.codeB[Int(value & 0xF)]
    }

    /// The part of the time that a lit segment is driven, in 32nds of its digit's turn: 2n + 1, or 31 in a test.
    public var duty: Int { isTesting ? 31 : 2 * Int(intensity) + 1 }

    /// How bright a lit segment looks: the percentage whose CIE 1931 luminance is nearest to the duty's part of the
    /// fullest one; 0 in shutdown mode.
    public var brightness: Brightness {
        guard isOn || isTesting else { return Brightness(percent: 0) }
        // The luminance of p percent is ((p + 16) / 116)^3; duties are far above its linear foot.
        let light = duty * 116 * 116 * 116
        let nearest = (0...100).min { abs(31 * Self.cube($0 + 16) - light) < abs(31 * Self.cube($1 + 16) - light) }
        return Brightness(percent: nearest ?? 100)
    }

    private func digit(_ digit: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: digitRegisters >> UInt64(8 * digit))
    }

    private static func cube(_ number: Int) -> Int { number * number * number }

    /// The segments of code B: 0 to 9, minus, E, H, L, P and blank.
    private static let codeB: [UInt8] = [
        0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B, 0x01, 0x4F, 0x37, 0x0E, 0x67, 0x00,
    ]
}

/// The shift registers of a chain of MAX7219 chips, bit by bit: each takes a bit at every rising clock edge and puts
/// its oldest one on DOUT, the input of the next, at the falling edge.
///
/// A bit that leaves one register at a falling edge is taken by the next one at the following rise, so all of them
/// together are one long register. Here the bits keep their places in a ring and the registers move over them.
struct MAX7219ShiftRegisters: Sendable {
    /// The bits of all chips, and the one that has left the last chip.
    private var ring: [Bool]
    /// Where the next bit goes.
    private var next = 0
    private var isClockHigh = false
    /// How many bits were ever clocked in, counted up to those that the chips hold.
    private var known = 0

    /// Creates the registers of a number of chips; they hold zeros.
    init(chips: Int) {
        ring = [Bool](repeating: false, count: 16 * chips + 1)
    }

    /// Sets the level of the clock before the first edge.
    mutating func begin(clock: Bool) {
        isClockHigh = clock
    }

    /// Takes a bit into the first chip, and the others' inputs into the others, at a rising clock edge.
    mutating func clockRises(dataIn: Bool) {
        ring[next] = dataIn
        next = next &+ 1 == ring.count ? 0 : next &+ 1
        isClockHigh = true
        if known < ring.count &- 1 { known &+= 1 }
    }

    /// Puts the oldest bit of every chip on its output, at a falling clock edge.
    mutating func clockFalls() {
        isClockHigh = false
    }

    /// The last 16 bits that a chip has taken, the newest in bit 0; chip 0 is the first on the wire.
    func word(chip: Int) -> UInt16 {
        var word: UInt16 = 0
        var age = 16 &* chip &+ 15
        while age >= 16 &* chip {
            word = word << 1 | (bit(age: age) ? 1 : 0)
            age &-= 1
        }
        return word
    }

    /// The level of a chip's DOUT: the oldest bit as it was at the last falling edge, 16 and a half clocks after it was
    /// put on DIN.
    func dataOut(chip: Int) -> Bool { bit(age: 16 &* chip &+ (isClockHigh ? 16 : 15)) }

    /// Whether the last falling edge changed the level that any chip but the last has on its DOUT.
    var dataOutChanged: Bool {
        stride(from: 16, to: ring.count - 1, by: 16).contains { bit(age: $0 - 1) != bit(age: $0) }
    }

    /// How many of a chip's 16 bits were clocked in since the beginning, rather than left from before it.
    func knownBits(chip: Int) -> Int {
        min(max(known &- 16 &* chip, 0), 16)
    }

    /// The bit that was clocked in that many clocks before the newest one.
    private func bit(age: Int) -> Bool {
        let place = next &- 1 &- age
        return ring[place < 0 ? place &+ ring.count : place]
    }
}
