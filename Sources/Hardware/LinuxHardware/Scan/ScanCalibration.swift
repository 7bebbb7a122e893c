import CGPIOLines
import PanelDrivers

/// A value at one address for its life, for loops in C; the refresh thread alone uses it.
struct Pinned<Value>: ~Copyable {
    let address: UnsafeMutablePointer<Value>

    init(_ value: Value) {
        address = .allocate(capacity: 1)
        address.initialize(to: value)
    }

    deinit { address.deallocate() }
}

/// What a store and a reading of the clock take on this machine, measured again while programs are played.
extension linux_scan_calibration {
    /// Creates a calibration whose first program begins with what was measured when the port was opened: the picoseconds of a store,
    /// the nanoseconds until it has arrived, and those of reading the clock.
    ///
    /// It is measured again every 100 ms, and after a second even where no gap is long enough. A pulse that begins late by no more
    /// than `tolerance` nanoseconds is not suspicious.
    init(store: Int64, completion: Int64, clock: Int64, slowdown: Int32, maximumPosted: Int64, tolerance: Int64) {
        self.init()
        (interval, timeout) = (100_000_000, 1_000_000_000)
        (self.tolerance, maximum_posted) = (tolerance, maximumPosted)
        (used, self.store) = (store, store)
        (next_completion, next_clock) = (completion, clock)
        (next_store, least_slowdown) = (store, slowdown)
    }

    /// Lets writes take some picoseconds at least from the next program on.
    mutating func setLeastWrite(_ picoseconds: Int64) {
        least_write = picoseconds
        if next_store == 0 { next_store = used }
    }
}

/// The light account of a port.
extension linux_scan_account {
    /// Creates an account without debts; pulses that are too long by no more than `tolerance` nanoseconds are not counted.
    init(tolerance: Int64) {
        self.init()
        self.tolerance = tolerance
    }

    var counters: LightCounters {
        var counters = LightCounters()
        (counters.overlong, counters.repaid, counters.forgiven) = (overlong, repaid, forgiven)
        return counters
    }
}

/// The waits of scan programs in which the thread sleeps; in the others it polls the clock.
///
/// A sleep ends late now and then, by more than the time that is left after it. Between pulses that makes a refresh
/// longer, in a pulse a row brighter, for once.
package enum ScanSleep: CaseIterable, Hashable, Sendable {
    /// In no wait: the steadiest refresh, but one core is always busy.
    case never
    /// In waits at the start of the program, where panels are dark or the time does not matter.
    case betweenPulses
    /// In all waits, even those that time a pulse: almost no load, but rows are sometimes brighter.
    case always

    /// The time that is left after a sleep in a pulse, in nanoseconds; negative for no sleep.
    func pulseMargin(jitter: Int64) -> Int64 { self == .always ? jitter : -1 }

    /// The time that is left after a sleep between pulses, in nanoseconds; negative for no sleep.
    func gapMargin(jitter: Int64) -> Int64 { self == .never ? -1 : jitter }
}
