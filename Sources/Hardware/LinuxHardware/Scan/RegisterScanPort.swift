import CGPIOLines
import Glibc
import PanelDrivers

/// Lines of a Raspberry Pi that play scan programs by stores to the registers of its GPIO block.
///
/// The lines are requested from the kernel first, so a clash is an error and other programs cannot take them. A word is one store,
/// but for high lines of which some are below 32: these are in another register of BCM chips. Lines of which the port
/// does not know keep their levels whatever the program says, because no register is written as a whole.
package struct RegisterScanPort: ScanPort, ~Copyable {
    /// Stores cannot fail.
    package typealias Failure = Never

    /// The kind of registers.
    package let block: GPIOBlock
    /// The device file through which they are reached.
    package var path: String { mapping.path }
    /// The time of one store in picoseconds, as it was measured by harmless ones when the port was opened.
    package let measuredStorePicoseconds: Int64
    /// The time of reading the clock in nanoseconds, as it was measured then; of an RP1 a third of what it takes to begin and
    /// end a pulse by the clock.
    package let clockTime: Int64
    /// What refreshes are planned with.
    private let measured: MeasuredWrite
    private let outputs: GPIOOutputLines
    private let lines: ScanLines
    private let mapping: RegisterMapping
    private let account: Pinned<linux_scan_account>
    private let calibration: Pinned<linux_scan_calibration>
    /// What the pads of an RP1 were before.
    private let pads: [UInt32]
    /// Those of a BCM chip; nil where they stay as they are.
    private let bcmPads: BCMPads?
    private var manner: linux_scan_manner

    /// Takes the lines of this machine, of an RP1 0 to 27; the panel is dark from the first instant.
    ///
    /// - Parameters:
    ///   - slowdown: harmless writes after each write, those of padding too, 0 or more, or -1 for a barrier in place of them; nil for what the
    ///     machine usually wants.
    ///   - pads: those of the lines; nil for the usual ones.
    ///   - sleep: in which waits the processor is given away.
    /// - Throws: an error that names the fix, before anything is written to a register: a machine that is not known,
    ///   a line that is in use, registers that cannot be mapped.
    package init(
        lines: ScanLines, slowdown: Int? = nil, pads wanted: LinePads? = nil, sleep: ScanSleep = .betweenPulses
    ) throws(HardwareError) {
        let (block, chip) = try Self.machine()
        if block == .rp1, let strength = wanted?.strength, !LinePads.strengthsOfRP1.contains(strength) {
            throw HardwareError(
                operation: "set the drive strength of", path: chip.label, code: EINVAL,
                reason: "a Raspberry Pi 5 has 2, 4, 8 and 12 mA, not \(strength) mA",
                fix: "change drive_strength in the board file")
        }
        try lines.check(upTo: block.lastLine, of: chip)
        let outputs = try GPIOOutputLines(lines, on: chip)
        let mapping = try RegisterMapping(block)
        if let wanted, block != .rp1 {
            bcmPads = try BCMPads(wanted, of: lines.outputs, block: block)
        } else {
            bcmPads = nil
        }
        // As the kernel left them, but where it did not mean these registers.
        Self.darken(lines, block: block, mapping: mapping)
        pads = block == .rp1 ? RP1Outputs.pads(lines.outputs, read: { mapping.read($0) }) : []
        if block == .rp1 {
            RP1Outputs.prepare(
                lines.outputs, outputEnable: lines.outputEnable, pads: wanted ?? LinePads(),
                read: { mapping.read($0) },
                write: { mapping.write($0, $1) })
        }
        // Until the governor and the core's clocks have settled.
        linux_scan_warm_up(Self.warmUp)
        let count = linux_scan_use_counter()
        let store = Self.measureStore(mapping, block)
        let slowdown = min(max(slowdown ?? block.defaultSlowdown, -1), 1_000)
        let clock = linux_scan_time_clock()
        let slowed = Int64(max(slowdown, 0)) * store / 1_000
        let completion = Self.measureCompletion(mapping, block)
        let lead = completion + clock + slowed
        measured = Self.plannedWrite(
            block, slowdown: Int32(slowdown), store: store,
            write: Self.measureWrite(mapping, block, slowdown: Int32(slowdown)))
        // Of an RP1, stores may be under way before a pulse.
        let posted = block == .rp1 ? Self.maximumPosted : 0
        let shortWait = max(
            count > 0 ? max(Self.shortWaitOfCounter, 16 * count) : Self.shortWait, 4 * clock,
            block == .rp1 ? 2 * lead : 0)
        self.block = block
        self.outputs = outputs
        self.lines = lines
        self.mapping = mapping
        account = Pinned(linux_scan_account(tolerance: Self.tolerance))
        calibration = Pinned(
            linux_scan_calibration(
                store: store, completion: completion, clock: clock, slowdown: Int32(slowdown), maximumPosted: posted,
                tolerance: Self.tolerance))
        measuredStorePicoseconds = store
        // A pulse with a shift under it waits for the mark, the shift, and one more reading.
        clockTime = block == .rp1 ? (lead + clock + 2) / 3 : clock
        manner = linux_scan_manner(
            slowdown: Int32(slowdown),
            short_wait: UInt32(clamping: shortWait),
            // The first program takes these from the calibration.
            store_rate: 0,
            lead: 0,
            fine: 0,
            mark_gap: 0,
            mark_margin: sleep.pulseMargin(jitter: block.sleepJitter),
            start_margin: sleep.gapMargin(jitter: block.sleepJitter),
            heartbeats: nil,
            abandon: nil,
            dark_offset: 0,
            dark_value: 0,
            account: account.address,
            calibration: calibration.address)
        block.drive(UInt64(1) << UInt64(lines.outputEnable), register: block.setRegister) { offset, value in
            (manner.dark_offset, manner.dark_value) = (UInt32(offset), value)
        }
    }

    deinit {
        Self.darken(lines, block: block, mapping: mapping)
        RP1Outputs.restore(
            pads, of: lines.outputs, read: { mapping.read($0) }, write: { mapping.write($0, $1) })
    }

    /// Shared with the signal handlers and the guardian, which make the panel dark in place of this process; nil without them.
    ///
    /// Every mark of a program beats, and nothing more is played when the process is dying.
    package var watch: RefreshWatch? {
        didSet {
            manner.heartbeats = watch?.heartbeatAddress
            manner.abandon = watch?.abandonAddress
        }
    }

    /// How the panel is made dark in place of this process: by stores, and by the lines' request, which others inherit
    /// so that the lines stay outputs.
    ///
    /// - Throws: where the descriptor of the request is not known.
    package func darkPlan() throws(HardwareError) -> DarkPlan {
        var stores: [DarkPlan.Store] = []
        Self.darken(lines, block: block) { offset, value in
            stores.append(DarkPlan.Store(offset: UInt32(offset), value: value))
        }
        return DarkPlan(
            lines: try outputs.darkLines(restLevels: lines.restLevels),
            action: .registers(
                address: UInt(bitPattern: mapping.registers), path: mapping.path, place: mapping.place,
                length: mapping.length, stores: stores))
    }

    /// The pulses of light that were too long, and what became of their excess.
    package var light: LightCounters {
        var counters = account.address.pointee.counters
        counters.recalibrations = calibration.address.pointee.changed
        return counters
    }

    /// The harmless writes after each write, as they were asked for; -1 for a barrier instead.
    package var slowdown: Int { Int(calibration.address.pointee.least_slowdown) }

    /// The estimated time of a write with its harmless writes, in nanoseconds, a multiple of 10.
    package var writeTime: Int64 { block.writeTime(slowdown: slowdown) }

    /// What refreshes are planned with: the times that were measured when the port was opened.
    package var timing: PortTiming {
        var timing = PortTiming(kind: block == .rp1 ? .rp1 : .bcm, writeTime: writeTime)
        (timing.clockTime, timing.measured) = (clockTime, measured)
        return timing
    }

    /// The picoseconds that a write takes at least, by further harmless writes where stores are too fast; from the next
    /// program on.
    package var leastWrite: Int64 {
        get { calibration.address.pointee.least_write }
        nonmutating set { calibration.address.pointee.setLeastWrite(newValue) }
    }

    /// Waits in pulses shorter than this, or than four readings of the clock, are counted in stores; the second one where the
    /// processor's counter is the clock, which then also has to count 16 times in it.
    private static let shortWait: Int64 = 1_000
    private static let shortWaitOfCounter: Int64 = 300
    /// For how long the processor is kept busy before anything is measured, in nanoseconds.
    private static let warmUp: Int64 = 100_000_000

    /// Pulses that the clock times are too long from this excess on, in nanoseconds: an interrupt takes longer.
    private static let tolerance: Int64 = 1_000

    /// The most stores that are under way to an RP1.
    private static let maximumPosted: Int64 = 160

    /// Plays a program by stores to the registers; does not allocate and makes no system call but for sleeping.
    ///
    /// Words that only other kinds of registers know do nothing: those for high lines on an RP1, and those that invert
    /// lines on the other chips.
    package mutating func play(_ program: borrowing ScanProgram) {
        let count = min(max(program.count, 0), program.storage.count)
        // The process is dying, and a refresh without pauses must not get in the way.
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
    package func darken() {
        Self.darken(lines, block: block, mapping: mapping)
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
    static func machine() throws(HardwareError) -> (GPIOBlock, GPIOChip) {
        let chip = try GPIOChip.find(label: nil)
        let model = MachineFiles.here.word("/proc/device-tree/model")
        guard let model, let block = GPIOBlock(model: model), block.chipLabel == chip.label else {
            throw HardwareError(
                operation: "drive the registers of", path: model ?? "this machine", code: ENODEV,
                reason: model.map { "they are unknown for \($0) with the GPIO chip \(chip.label)" }
                    ?? "/proc/device-tree/model does not name the model",
                fix: "set `port: gpiod` in the board file, which is slower and works on any Linux machine")
        }
        return (block, chip)
    }
}

/// What is measured when registers are opened; harmless stores of zero all of it.
extension RegisterScanPort {
    /// Measures the time of a store, by the quickest of some batches that are longer than what is buffered on the way.
    private static func measureStore(_ mapping: borrowing RegisterMapping, _ block: GPIOBlock) -> Int64 {
        let stores: UInt32 = 1_024
        let least = least { linux_scan_time_stores(mapping.registers, block.clearRegister, stores) }
        return max(least * 1_000 / Int64(stores), 100)
    }

    /// The shortest of eight times.
    private static func least(_ time: () -> Int64) -> Int64 { (0..<8).reduce(.max) { least, _ in min(least, time()) } }

    /// Measures the time until a store has arrived, in nanoseconds; for an RP1 the time there and back, by a load.
    ///
    /// A pulse that the clock times is longer than its wait by this, the store that ends it being under way as long after
    /// a mark that was read on arrival, and by one reading of the clock: half of it for the mark, half for the end.
    private static func measureCompletion(_ mapping: borrowing RegisterMapping, _ block: GPIOBlock) -> Int64 {
        let stores: UInt32 = 64
        let least = least {
            block == .rp1
                ? linux_scan_time_read_stores(mapping.registers, block.clearRegister, RP1Outputs.levels, stores)
                : linux_scan_time_completed_stores(mapping.registers, block.clearRegister, stores)
        }
        return least / Int64(stores)
    }

    /// Measures the time of a write as programs make them, in picoseconds: reading the words takes time, too, and so do
    /// barriers.
    private static func measureWrite(_ mapping: borrowing RegisterMapping, _ block: GPIOBlock, slowdown: Int32) -> Int64
    {
        let pairs = [ScanWord(.clearLow, 0).rawValue, ScanWord(.setLow, 0).rawValue]
        let words = (0..<1_024).flatMap { _ in pairs }
        var manner = linux_scan_manner()
        manner.slowdown = slowdown
        let least = least {
            let start = linux_scan_now()
            switch block {
            case .rp1: linux_scan_play_rp1(mapping.registers, words, words.count, &manner)
            case .bcm2837, .bcm2711: linux_scan_play_bcm(mapping.registers, words, words.count, &manner)
            }
            return linux_scan_now() - start
        }
        return least * 1_000 / Int64(words.count)
    }

    /// What is planned with: a machine on which stores take longer than four times what is known of it is not the real one,
    /// or was disturbed.
    private static func plannedWrite(_ block: GPIOBlock, slowdown: Int32, store: Int64, write: Int64) -> MeasuredWrite {
        let stores = Int64(max(slowdown, 0)) + 1
        let store = min(store, 4 * block.storePicoseconds)
        return MeasuredWrite(
            store: store, stores: stores,
            write: max(min(write, 4 * stores * block.storePicoseconds), store * stores))
    }
}
