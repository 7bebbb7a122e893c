import CGPIOLines
import PanelDrivers

/// The light account of a port, at one address for its life.
///
/// The refresh thread alone uses it.
struct LightAccount: ~Copyable {
    /// The account.
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

    /// What was counted so far.
    var counters: LightCounters {
        var counters = LightCounters()
        counters.overlong = address.pointee.overlong
        counters.repaid = address.pointee.repaid
        counters.forgiven = address.pointee.forgiven
        return counters
    }
}
