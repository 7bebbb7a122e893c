/// Reads row pairs of frames that are flat for a display engine; see `ScanOutPicture`.
///
/// It does not allocate after `init`.
struct FlatReader: Sendable {
    /// The words of a row pair.
    let words: Int
    /// Whether row pairs of the frame can be flat at all.
    private(set) var canRead = false
    private let canBeFlat: Bool
    private let columns: Int
    /// The planes that are shown in any refresh, as bits of a level.
    private let shown: UInt16
    /// The colour that each lane had last, always one whose channels are off or full, and whether it had any pixel of it.
    private var inks: (upper: UInt32, lower: UInt32) = (0xFF_FFFF, 0xFF_FFFF)
    private var isLit = (upper: false, lower: false)
    /// The code of a column whose two pixels have these colours.
    private var code: UInt8 = 0

    init(_ plan: ScanOutPlan) {
        words = plan.flatWords
        canBeFlat = plan.canBeFlat
        columns = plan.matrix.columns
        shown = UInt16(plan.setup.shown.reduce(0, |))
    }

    /// Begins a frame.
    ///
    /// - Parameter levels: the levels of the 256 values of a channel, 0 to 2047. Below full brightness, no value reaches
    ///   the full level.
    mutating func begin(_ levels: [UInt16]) {
        canRead = false
        guard canBeFlat, levels[255] & shown == shown else { return }
        if code(levels) == nil { inks = (0xFF_FFFF, 0xFF_FFFF) }
        code = code(levels) ?? 0
        canRead = true
    }

    /// Enters the bits of a row pair, and returns the code of a column whose two pixels are lit; `notFlat` where it is not
    /// flat.
    @inline(__always)
    mutating func read(
        _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ levels: [UInt16],
        into bits: UnsafeMutablePointer<UInt64>
    ) -> UInt8 {
        if seemsFlat(upper, inks.upper), readBits(upper, lower, into: bits) { return code }
        guard findInks(upper, lower, levels), readBits(upper, lower, into: bits) else { return ScanOutPicture.notFlat }
        return code
    }

    /// Whether three pixels of a lane are black or of a colour: most pictures are told apart so before all pixels are read.
    @inline(__always)
    private func seemsFlat(_ pixels: UnsafePointer<UInt32>, _ ink: UInt32) -> Bool {
        func isFlat(_ pixel: UInt32) -> Bool { pixel == 0 || pixel == ink }
        return isFlat(pixels[0]) && isFlat(pixels[columns >> 1]) && isFlat(pixels[columns &- 1])
    }

    @inline(__always)
    private mutating func readBits(
        _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, into bits: UnsafeMutablePointer<UInt64>
    ) -> Bool {
        InkBits.read(inks.upper, upper, columns: columns, isLower: false, isLit: &isLit.upper, into: bits)
            && InkBits.read(inks.lower, lower, columns: columns, isLower: true, isLit: &isLit.lower, into: bits)
    }

    /// Looks for the colours of the lanes; false where they are not full, or those that were looked for already.
    private mutating func findInks(
        _ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>, _ levels: [UInt16]
    ) -> Bool {
        let first = InkBits.firstColor(upper, columns: columns)
        guard let upperCode = code(first == 0 ? inks.upper : first, levels) else { return false }
        let second = InkBits.firstColor(lower, columns: columns)
        guard let lowerCode = code(second == 0 ? inks.lower : second, levels) else { return false }
        let last = inks
        if first != 0 { inks.upper = first }
        if second != 0 { inks.lower = second }
        code = Self.code(upperCode, lowerCode)
        return inks != last
    }

    /// The code of the present colours, fourfold as all codes; nil where a channel is neither off nor full.
    private func code(_ levels: [UInt16]) -> UInt8? {
        guard let upper = code(inks.upper, levels), let lower = code(inks.lower, levels) else { return nil }
        return Self.code(upper, lower)
    }

    private static func code(_ upper: UInt8, _ lower: UInt8) -> UInt8 { 4 * (upper | lower << 3) }

    private func code(_ color: UInt32, _ levels: [UInt16]) -> UInt8? {
        guard let red = bit(color >> 16, levels), let green = bit(color >> 8, levels), let blue = bit(color, levels)
        else { return nil }
        return red | green << 1 | blue << 2
    }

    private func bit(_ channel: UInt32, _ levels: [UInt16]) -> UInt8? {
        let level = levels[Int(channel & 0xFF)] & shown
        return level == 0 ? 0 : level == shown ? 1 : nil
    }
}
