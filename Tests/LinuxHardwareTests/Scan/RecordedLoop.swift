import CScanRecorder
import PanelDrivers

/// The C loops of the product, or broken ones, with stores that are written down.
struct RecordedLoop {
    let kind: RegisterKind
    /// In which way the loop is broken; 0 for the product's.
    var fault = 0
    var slowdown = 0
    var shortWait: UInt32 = 0
    var storeRate: UInt64 = 0
    var lead: Int64 = 0
    var fine: Int64 = 0
    var markGap: Int64 = 0
    /// The line that lights while it is low; nil without an account.
    var light: Int?
    var account: RecordedAccount?
    /// What measures again, and changes the settings above.
    var calibration: RecordedCalibration?
    /// When the machine stands still, and for how long; those that are over are removed by playing.
    var stalls: [(time: Int64, length: Int64)] = []
    var markMargin: Int64 = -1
    var startMargin: Int64 = -1
    var time: Int64 = 0
    var writeTime: Int64 = 20
    var readTime: Int64 = 7
    var sleepDelay: Int64 = 0
    /// From when on a store takes another time; 0 for never.
    var changeTime: Int64 = 0
    var changedWriteTime: Int64 = 0
    /// How many stores may be under way, and for how long one is; when the last one arrives.
    var maximumPosted: Int64 = 0
    var latency: Int64 = 0
    var arrived: Int64 = 0

    static let faults = Int(scan_recorder_faults)
    static func name(ofFault fault: Int) -> String { String(cString: scan_recorder_fault(Int32(fault))) }

    /// Plays a program; nil where a store goes to a register that is none of those for the levels of lines.
    func play(_ words: [ScanWord], maximumEvents: Int = 4_000) -> [TimedEvent]? {
        var copy = self
        return copy.playOn(words, maximumEvents: maximumEvents)
    }

    /// Plays a program, and goes on from there: in time, with the stalls that are left.
    mutating func playOn(_ words: [ScanWord], maximumEvents: Int = 4_000) -> [TimedEvent]? {
        var entries = [scan_recorder_entry](repeating: scan_recorder_entry(), count: maximumEvents)
        let count = playOn(words.map(\.rawValue), count: words.count, into: &entries)
        var events: [TimedEvent] = []
        events.reserveCapacity(count)
        for entry in entries.prefix(count) {
            guard let event = event(entry) else { return nil }
            events.append(TimedEvent(event: event, time: entry.time))
        }
        return count <= maximumEvents ? events : nil
    }

    /// The same; returns how many things were done, of which the first are in `entries`.
    mutating func playOn(_ words: [UInt32], count: Int, into entries: inout [scan_recorder_entry]) -> Int {
        var manner = manner
        let stalls = stalls.map { scan_recorder_stall(time: $0.time, length: $0.length) }
        var recorder = recorder
        let fault = Int32(fault)
        let isRP1: Int32 = kind == .rp1 ? 1 : 0
        entries.withUnsafeMutableBufferPointer { entries in
            stalls.withUnsafeBufferPointer { stalls in
                (recorder.entries, recorder.capacity) = (entries.baseAddress, entries.count)
                (recorder.stalls, recorder.stall_count) = (stalls.baseAddress, stalls.count)
                scan_recorder_play(&recorder, isRP1, fault, words, count, &manner)
            }
        }
        self.stalls.removeFirst(recorder.next_stall)
        (time, arrived) = (recorder.time, recorder.arrived)
        (slowdown, storeRate) = (Int(manner.slowdown), manner.store_rate)
        (lead, fine, markGap) = (manner.lead, manner.fine, manner.mark_gap)
        return recorder.count
    }

    private var manner: scan_recorder_manner {
        var manner = scan_recorder_manner()
        manner.slowdown = Int32(slowdown)
        (manner.short_wait, manner.store_rate) = (shortWait, storeRate)
        (manner.lead, manner.fine, manner.mark_gap) = (lead, fine, markGap)
        (manner.mark_margin, manner.start_margin) = (markMargin, startMargin)
        if let light { (manner.dark_offset, manner.dark_value) = (kind == .rp1 ? 0x12000 : 0x1C, 1 << UInt32(light)) }
        manner.account = account?.address
        manner.calibration = calibration?.address
        return manner
    }

    private var recorder: scan_recorder {
        var recorder = scan_recorder()
        (recorder.time, recorder.write_time, recorder.read_time) = (time, writeTime, readTime)
        recorder.sleep_delay = sleepDelay
        (recorder.change_time, recorder.changed_write_time) = (changeTime, changedWriteTime)
        (recorder.maximum_posted, recorder.latency, recorder.arrived) = (maximumPosted, latency, arrived)
        return recorder
    }

    /// What a store does, from the tables of the registers (BCM2835 ARM Peripherals 6.1, RP1 Peripherals 3.3).
    private func event(_ entry: scan_recorder_entry) -> ScanEvent? {
        func lines(from first: Int) -> Set<Int> {
            Set((0..<32).filter { entry.value >> UInt32($0) & 1 == 1 }.map { first + $0 })
        }
        switch (Int(entry.offset), kind) {
        case (scan_recorder_barrier, _): return .barrier
        case (scan_recorder_sleep, _): return .sleep
        case (scan_recorder_load, .rp1): return entry.value == 0x10000 ? .load : nil
        case (0x1C, .bcm), (0x12000, .rp1): return .write(rising: lines(from: 0))
        case (0x20, .bcm): return .write(rising: lines(from: 32))
        case (0x28, .bcm), (0x13000, .rp1): return .write(falling: lines(from: 0))
        case (0x2C, .bcm): return .write(falling: lines(from: 32))
        case (0x11000, .rp1): return .write(inverted: lines(from: 0))
        default: return nil
        }
    }
}

/// The light account of the C loops.
final class RecordedAccount {
    let address: UnsafeMutableRawPointer

    init(tolerance: Int64) {
        guard let address = scan_recorder_open_account(tolerance) else { fatalError("no memory") }
        self.address = address
    }

    deinit { scan_recorder_close_account(address) }

    /// What was counted, and the debts.
    var counters: scan_recorder_light { scan_recorder_light_of(address) }
    func debt(ofRow row: Int) -> Int64 { scan_recorder_debt(address, row) }
}

/// The calibration of the C loops.
final class RecordedCalibration {
    let address: UnsafeMutableRawPointer

    init(
        interval: Int64, timeout: Int64, tolerance: Int64, maximumPosted: Int64 = 0, store: Int64,
        leastWrite: Int64 = 0, slowdown: Int
    ) {
        guard
            let address = scan_recorder_open_calibration(
                interval, timeout, tolerance, maximumPosted, store, leastWrite, Int32(slowdown))
        else { fatalError("no memory") }
        self.address = address
    }

    deinit { scan_recorder_close_calibration(address) }

    /// The picoseconds of a store that are used, and what was counted.
    var figures: scan_recorder_figures { scan_recorder_figures_of(address) }
}
