import PixelGraphics

/// Turns frames into the scan programs that make HUB75 panels show them with the fewest writes.
///
/// A program shows one refresh; where low planes are dithered, a cycle has two or four programs, which are played in turn.
/// Every program begins and ends dark, takes `refreshPeriod`, and only expects that CLK, LAT and the colour lines are low,
/// as all programs of this encoder leave them.
///
/// For each row pair of each program either planes with equal bits are shown together, or the picture's distinct times are
/// shown as thresholds, whichever takes fewer shifts; the light of every LED is the sum of the times of its level's shown
/// planes either way. Rows that are dark are not shifted, bits that are in the latch already are not shifted again.
///
/// It does not allocate after `init`.
public struct HUB75Encoder: Sendable {
    /// The matrix of the panels.
    public var matrix: HUB75Matrix { setup.matrix }
    /// How the panel is scanned.
    public var settings: ScanSettings { setup.settings }
    /// The programs of the dither cycle, one for each phase, as `encode(_:)` has written them last.
    public private(set) var programs: [ScanProgram]
    /// Prepares the port and the panel: OE high first, then all other lines low, the chips initialised, all LEDs dark.
    public let startProgram: ScanProgram
    /// Ends the show: OE high first, then all other lines low and all LEDs dark.
    public let stopProgram: ScanProgram
    /// Initialises the chips again, in the dark; play it between two refreshes.
    ///
    /// Chips that need no initialisation are only made dark.
    public let initializationProgram: ScanProgram
    let setup: EncoderSetup
    /// The brightness in percent of the levels in its memory; -1 for none.
    private var brightness = -1
    /// The times at that brightness.
    private var timing: ScanTiming
    /// The memory in which it works, see `EncoderMemory`.
    private var arena: [UInt64]

    /// Prepares an encoder, which starts with programs of a dark panel.
    ///
    /// Programs have room for the worst case: rowPairs * (address + 7 + 11 * (shift + 9)) + 9 words, where shift is
    /// columns * 3 + 2 (5 with high lines, 2 more with padding), and address is 2 for levels on address lines.
    ///
    /// - Parameters:
    ///   - matrix: what is shifted out.
    ///   - map: maps the pixels of the frames to those of the matrix.
    ///   - lines: the GPIO lines of the panel.
    ///   - settings: depth, times, order and quirks.
    ///   - timing: of the port that plays the programs.
    /// - Throws: `HUB75SetupError` with every problem.
    public init(
        matrix: HUB75Matrix, map: PixelMap, lines: HUB75Lines, settings: ScanSettings = ScanSettings(),
        timing: PortTiming
    ) throws(HUB75SetupError) {
        let setup = try EncoderSetup(matrix: matrix, map: map, lines: lines, settings: settings, timing: timing)
        self.setup = setup
        self.timing = setup.timing
        startProgram = setup.startProgram
        stopProgram = setup.stopProgram
        initializationProgram = setup.initializationProgram
        arena = [UInt64](repeating: 0, count: EncoderMemory.bytes(matrix) / 8)
        programs = []
        programs = makePrograms()
        prepareMemory()
        encode(Frame(size: map.visibleSize, format: .rgb))
    }

    /// The time of a refresh in nanoseconds: a constant of matrix, settings and timing, the same for every picture.
    public var refreshPeriod: Int64 { setup.timing.refreshPeriod }

    /// The picoseconds that a write has to take at least, so that CLK is never narrower than it has to be; a port whose
    /// stores have become faster makes further ones.
    package var leastWrite: Int64 { setup.writes.leastWrite }

    /// The time from the start of one row pair to the next, in nanoseconds.
    public var rowSlot: Int64 { setup.timing.rowSlot }

    /// Every GPIO line that the programs drive.
    public var usedLines: [Int] { setup.lines.wires.map(\.line) }

    /// Returns programs with room for everything, one for each phase of the dither cycle.
    public func makePrograms() -> [ScanProgram] {
        (0..<setup.planes.phases).map { _ in ScanProgram(capacity: setup.capacity) }
    }

    /// Encodes a frame into `programs`.
    ///
    /// O(pixels and words); does not allocate unless a copy of `programs` is held elsewhere.
    public mutating func encode(_ frame: Frame) {
        Self.encode(frame, setup: setup, brightness: &brightness, timing: &timing, arena: &arena, into: &programs)
    }

    /// Encodes a frame into programs made by `makePrograms`; programs of another size are replaced.
    ///
    /// O(pixels and words); does not allocate unless copies of the programs are held elsewhere.
    public mutating func encode(_ frame: Frame, into programs: inout [ScanProgram]) {
        var fits = programs.count == setup.planes.phases
        for phase in 0..<programs.count where programs[phase].storage.count < setup.capacity { fits = false }
        if !fits { programs = makePrograms() }
        Self.encode(frame, setup: setup, brightness: &brightness, timing: &timing, arena: &arena, into: &programs)
    }

    private static func encode(
        _ frame: Frame, setup: EncoderSetup, brightness: inout Int, timing: inout ScanTiming, arena: inout [UInt64],
        into programs: inout [ScanProgram]
    ) {
        let isBrightnessNew = frame.brightness.percent != brightness
        if isBrightnessNew {
            brightness = frame.brightness.percent
            timing = setup.timing.dimmed(to: brightness)
        }
        let isDirect = frame.canvas.format == .rgb && frame.canvas.size == setup.visibleSize
        arena.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let memory = EncoderMemory(at: base, matrix: setup.matrix)
            if isBrightnessNew { memory.setBrightness(brightness, timing.dimming) }
            frame.canvas.rgb.pixels.withUnsafeBytes { pixels in
                let pixels = isDirect ? pixels.baseAddress?.assumingMemoryBound(to: UInt32.self) : nil
                programs.withUnsafeMutableBufferPointer { programs in
                    withUnsafePointer(to: memory) { memory in
                        withUnsafePointer(to: timing) { timing in
                            var rows = RowEncoder(setup: setup, timing: timing, memory: memory)
                            locate(programs, memory: memory) { rows.encode(frame.canvas, pixels: pixels) }
                        }
                    }
                    for phase in 0..<programs.count { programs[phase].count = memory.phases[phase].count }
                }
            }
        }
    }

    /// Records where the words of the programs lie, from one phase on, and calls the closure while they do.
    private static func locate(
        _ programs: UnsafeMutableBufferPointer<ScanProgram>, phase: Int = 0, memory: UnsafePointer<EncoderMemory>,
        _ body: () -> Void
    ) {
        guard phase < programs.count else { return body() }
        programs[phase].storage.withUnsafeMutableBufferPointer { words in
            guard let base = words.baseAddress else { return }
            memory.pointee.bases[phase] = base
            locate(programs, phase: phase + 1, memory: memory, body)
        }
    }

    /// Copies the tables that last for the encoder's life into its memory.
    private mutating func prepareMemory() {
        let setup = setup
        arena.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let memory = EncoderMemory(at: base, matrix: setup.matrix)
            memory.forgetPalette()
            for (color, lines) in setup.colorLines.enumerated() {
                memory.chainLevels[color] =
                    color < 64
                    ? ColumnLevels(high: lines.low, clock: setup.shift.clock, colors: setup.shift.colors.low)
                    : ColumnLevels(alsoHigh: lines.low)
                memory.chainHigh[color] = lines.high
            }
        }
    }
}
