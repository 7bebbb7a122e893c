import CScanRecorder
import HardwareInterfaces

/// The C loops of the product, or broken ones, with stores that are written down.
struct RecordedLoop {
    let kind: RegisterKind
    /// In which way the loop is broken; 0 for the product's.
    var fault = 0
    var slowdown = 0
    var shortWait: UInt32 = 0
    var storeRate: UInt64 = 0
    var lead: Int64 = 0
    var markMargin: Int64 = -1
    var startMargin: Int64 = -1
    var time: Int64 = 0
    var writeTime: Int64 = 20
    var readTime: Int64 = 7
    var sleepDelay: Int64 = 0

    static let faults = Int(scan_recorder_faults)
    static func name(ofFault fault: Int) -> String { String(cString: scan_recorder_fault(Int32(fault))) }

    /// Plays a program; nil where a store goes to a register that is none of those for the levels of lines.
    func play(_ words: [ScanWord], mostEvents: Int = 4_000) -> [TimedEvent]? {
        var entries = [scan_recorder_entry](repeating: scan_recorder_entry(), count: mostEvents)
        let count = entries.withUnsafeMutableBufferPointer { entries in
            var recorder = scan_recorder(
                entries: entries.baseAddress, capacity: entries.count, count: 0, time: time, write_time: writeTime,
                read_time: readTime, sleep_delay: sleepDelay)
            var manner = scan_recorder_manner(
                slowdown: Int32(slowdown), short_wait: shortWait, store_rate: storeRate, lead: lead,
                mark_margin: markMargin, start_margin: startMargin)
            scan_recorder_play(
                &recorder, kind == .rp1 ? 1 : 0, Int32(fault), words.map(\.rawValue), words.count, &manner)
            return recorder.count
        }
        var events: [TimedEvent] = []
        for entry in entries.prefix(count) {
            guard let event = event(entry) else { return nil }
            events.append(TimedEvent(event: event, time: entry.time))
        }
        return count <= mostEvents ? events : nil
    }

    /// What a store does, from the tables of the registers (BCM2835 ARM Peripherals 6.1, RP1 Peripherals 3.3).
    private func event(_ entry: scan_recorder_entry) -> ScanEvent? {
        func lines(from first: Int) -> Set<Int> {
            Set((0..<32).filter { entry.value >> UInt32($0) & 1 == 1 }.map { first + $0 })
        }
        switch (Int(entry.offset), kind) {
        case (scan_recorder_barrier, _): return .barrier
        case (scan_recorder_sleep, _): return .sleep
        case (0x1C, .bcm), (0x12000, .rp1): return .write(rising: lines(from: 0))
        case (0x20, .bcm): return .write(rising: lines(from: 32))
        case (0x28, .bcm), (0x13000, .rp1): return .write(falling: lines(from: 0))
        case (0x2C, .bcm): return .write(falling: lines(from: 32))
        case (0x11000, .rp1): return .write(inverted: lines(from: 0))
        default: return nil
        }
    }
}
