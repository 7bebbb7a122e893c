import CGPIOLines
import PanelDrivers

/// What a store and a reading of the clock take on this machine, measured again while programs are played.
///
/// The refresh thread alone uses it.
struct ScanCalibration: ~Copyable {
    let address: UnsafeMutablePointer<linux_scan_calibration>

    /// The nanoseconds between measurements, and after how many more one is made even where no gap is long enough.
    private static let interval: Int64 = 100_000_000
    private static let timeout: Int64 = 1_000_000_000

    /// Creates a calibration whose first program begins with what was measured when the port was opened.
    ///
    /// - Parameters:
    ///   - store: the picoseconds of a store.
    ///   - completion: the nanoseconds until a store has arrived.
    ///   - clock: the nanoseconds of reading the clock.
    ///   - slowdown: the harmless stores after each store at least; -1 for a barrier instead.
    ///   - maximumPosted: how many stores may be under way to the registers.
    ///   - tolerance: by how many nanoseconds a pulse may begin late without being suspicious.
    init(store: Int64, completion: Int64, clock: Int64, slowdown: Int32, maximumPosted: Int64, tolerance: Int64) {
        address = .allocate(capacity: 1)
        address.initialize(to: linux_scan_calibration())
        address.pointee.interval = Self.interval
        address.pointee.timeout = Self.timeout
        address.pointee.tolerance = tolerance
        address.pointee.maximum_posted = maximumPosted
        (address.pointee.used, address.pointee.store) = (store, store)
        (address.pointee.next_completion, address.pointee.next_clock) = (completion, clock)
        (address.pointee.next_store, address.pointee.least_slowdown) = (store, slowdown)
    }

    /// Lets writes take some picoseconds at least from the next program on.
    func setLeastWrite(_ picoseconds: Int64) {
        address.pointee.least_write = picoseconds
        if address.pointee.next_store == 0 { address.pointee.next_store = address.pointee.used }
    }

    deinit { address.deallocate() }
}

/// The light account of a port, at one address for its life.
///
/// The refresh thread alone uses it.
struct LightAccount: ~Copyable {
    let address: UnsafeMutablePointer<linux_scan_account>

    /// Creates an account without debts.
    ///
    /// - Parameter tolerance: pulses that are too long by no more than these nanoseconds are not counted.
    init(tolerance: Int64) {
        address = .allocate(capacity: 1)
        address.initialize(to: linux_scan_account())
        address.pointee.tolerance = tolerance
    }

    deinit { address.deallocate() }

    var counters: LightCounters {
        var counters = LightCounters()
        counters.overlong = address.pointee.overlong
        counters.repaid = address.pointee.repaid
        counters.forgiven = address.pointee.forgiven
        return counters
    }
}
