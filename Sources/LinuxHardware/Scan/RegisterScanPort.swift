import CLinuxIO
import Glibc
import HardwareInterfaces

/// Lines of a Raspberry Pi that play scan programs by stores to the registers of its GPIO block.
///
/// The lines are requested from the kernel first, so a clash is an error and nobody else gets them. A word is one store,
/// but for high lines of which some are below 32: these are in another register of BCM chips. Lines of which the port
/// knows nothing keep their levels whatever the program says, because no register is written as a whole.
public struct RegisterScanPort: ScanPort, ~Copyable {
    /// Stores cannot fail.
    public typealias Failure = Never

    /// The kind of registers.
    public let block: GPIOBlock
    /// The device file through which they are reached.
    public var path: String { mapping.path }
    /// The time of one store in picoseconds, as it was measured by harmless ones when the port was opened.
    public let measuredStorePicoseconds: Int64
    private let claimed: ClaimedLines
    private let mapping: RegisterMapping
    private var manner: linux_scan_manner

    /// Takes the lines of this machine; the panel is dark from the first instant.
    ///
    /// - Parameters:
    ///   - lines: what is driven, and what is kept as inputs; an RP1 drives the lines 0 to 27.
    ///   - slowdown: harmless writes after each write, those of padding too, 0 or more, or -1 for a barrier in place of them; nil for what the
    ///     machine usually wants.
    ///   - sleep: in which waits the processor is given away.
    /// - Throws: an error that names the cure, before anything is written to a register: a machine that is not known,
    ///   a line that somebody holds, registers that cannot be reached.
    public init(lines: ScanLines, slowdown: Int? = nil, sleep: ScanSleep = .betweenPulses) throws(HardwareError) {
        let (block, chip) = try Self.machine()
        if let line = lines.outputBeyond(block.lastLine) {
            throw HardwareProblem.lineBeyond(line, last: block.lastLine, chip: chip)
        }
        let claimed = try ClaimedLines(lines, on: chip)
        let mapping = try RegisterMapping(block)
        // As the kernel left them, but where it did not mean these registers.
        Self.darken(lines, block: block, mapping: mapping)
        if block == .rp1 {
            RP1Outputs.prepare(lines.outputs, read: { mapping.read($0) }, write: { mapping.write($0, $1) })
        }
        let store = Self.measureStore(mapping, block)
        let lead = Self.measureLead(mapping, block)
        self.block = block
        self.claimed = claimed
        self.mapping = mapping
        measuredStorePicoseconds = store
        manner = linux_scan_manner(
            slowdown: Int32(min(max(slowdown ?? block.usualSlowdown, -1), 1_000)),
            short_wait: Self.shortWait,
            store_rate: UInt64(1_000 << 20 / store),
            lead: lead,
            mark_margin: sleep.pulseMargin(jitter: block.sleepJitter),
            start_margin: sleep.gapMargin(jitter: block.sleepJitter),
            beats: nil,
            abandon: nil,
            dark_offset: 0,
            dark_value: 0)
        block.drive(UInt64(1) << UInt64(lines.outputEnable), register: block.setRegister) { offset, value in
            (manner.dark_offset, manner.dark_value) = (UInt32(offset), value)
        }
    }

    deinit {
        Self.darken(claimed.lines, block: block, mapping: mapping)
    }

    /// Shared with those that make the panel dark in place of this process; nil without them.
    ///
    /// Every mark of a program beats, and nothing more is played when the process is dying.
    public var watch: RefreshWatch? {
        didSet {
            manner.beats = watch?.beatsAddress
            manner.abandon = watch?.abandonAddress
        }
    }

    /// How the panel is made dark in place of this process: by stores, and by the lines' request, which others inherit
    /// so that the lines stay outputs.
    ///
    /// - Throws: where the descriptor of the request is not known.
    public func darkPlan() throws(HardwareError) -> DarkPlan {
        guard let lines = claimed.outputs.darkLines(restLevels: claimed.lines.restLevels) else {
            throw HardwareProblem.unknownRequest(path)
        }
        var stores: [DarkPlan.Store] = []
        Self.darken(claimed.lines, block: block) { offset, value in
            stores.append(DarkPlan.Store(offset: UInt32(offset), value: value))
        }
        return DarkPlan(
            lines: lines,
            action: .registers(
                address: UInt(bitPattern: mapping.registers), path: mapping.path, place: mapping.place,
                length: mapping.length, stores: stores))
    }

    /// The number of harmless writes after each write; -1 for a barrier in place of them.
    public var slowdown: Int { Int(manner.slowdown) }

    /// The estimated time of a write with its harmless writes, in nanoseconds, a multiple of 10.
    public var writeTime: Int64 { block.writeTime(slowdown: slowdown) }

    /// Waits in pulses shorter than this are counted in stores: reading the clock is off by up to 50 ns.
    private static let shortWait: UInt32 = 1_000

    /// Measures the time of a store, by the quickest of some batches that are longer than what is buffered on the way.
    private static func measureStore(_ mapping: borrowing RegisterMapping, _ block: GPIOBlock) -> Int64 {
        let stores: UInt32 = 1_024
        var least = Int64.max
        for _ in 0..<8 {
            least = min(least, linux_scan_time_stores(mapping.registers, block.clearRegister, stores))
        }
        return max(least * 1_000 / Int64(stores), 100)
    }

    /// Measures by how much a pulse that the clock times is longer than its wait, in nanoseconds.
    ///
    /// The mark is read when its store is known to have arrived, and the store that ends the pulse is under way as long;
    /// reading the mark, half a round of the wait and leaving it are half a reading of the clock each.
    private static func measureLead(_ mapping: borrowing RegisterMapping, _ block: GPIOBlock) -> Int64 {
        let stores: UInt32 = 64
        var least = Int64.max
        for _ in 0..<8 {
            least = min(least, linux_scan_time_completed_stores(mapping.registers, block.clearRegister, stores))
        }
        return least / Int64(stores) + linux_scan_time_clock() * 3 / 2
    }

    /// Plays a program by stores to the registers; allocates nothing and makes no call of the kernel but for sleeping.
    ///
    /// Words that only other kinds of registers know do nothing: those for high lines on an RP1, and those that invert
    /// lines on the other chips.
    public mutating func play(_ program: borrowing ScanProgram) {
        let count = min(max(program.count, 0), program.storage.count)
        // The process is dying, and whoever refreshes the panel without a pause is not to be in the way.
        if let watch, watch.isAbandoned { poll(nil, 0, 10) }
        program.storage.withUnsafeBufferPointer { words in
            guard let first = words.baseAddress else { return }
            switch block {
            case .rp1: linux_scan_play_rp1(mapping.registers, first, count, &manner)
            case .bcm2837, .bcm2711: linux_scan_play_bcm(mapping.registers, first, count, &manner)
            }
        }
    }

    /// Turns the panel dark at once, and puts all lines to rest; the next program lights it again.
    public func darken() {
        Self.darken(claimed.lines, block: block, mapping: mapping)
    }

    private static func darken(_ lines: ScanLines, block: GPIOBlock, mapping: borrowing RegisterMapping) {
        darken(lines, block: block) { linux_scan_write(mapping.registers, $0, $1) }
    }

    /// The stores that turn a panel dark and put all lines to rest: output enable first.
    private static func darken(
        _ lines: ScanLines, block: GPIOBlock, _ write: (_ offset: Int, _ value: UInt32) -> Void
    ) {
        let enable = UInt64(1) << UInt64(lines.outputEnable)
        var others: UInt64 = 0
        for index in lines.outputs.indices { others |= UInt64(1) << UInt64(lines.outputs[index]) }
        block.drive(enable, register: block.setRegister, write)
        block.drive(others & ~enable, register: block.clearRegister, write)
    }

    /// What this machine is, by its model and by the chip behind its header.
    private static func machine() throws(HardwareError) -> (GPIOBlock, GPIOChip) {
        let chip = try GPIOChip.find(label: nil)
        let model = SystemFacts.model
        guard let model, let block = GPIOBlock(model: model), block.chipLabel == chip.label else {
            throw HardwareProblem.unknownMachine(model: model, chip: chip)
        }
        return (block, chip)
    }
}
