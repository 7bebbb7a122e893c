import CLinuxSystem
import PanelDrivers
import Timelines

// Unchecked: every number is atomic; only the refresh thread writes, any thread reads.

/// The counters as the refresh thread writes them: numbers that others read at any time, without locks.
///
/// A snapshot that is taken meanwhile may hold the newest of one number and the last but one of another.
final class CounterMemory: @unchecked Sendable {
    /// A number.
    enum Field: Int, CaseIterable {
        case shown, skipped, refreshes, refreshTime, errors, reopenings, worst, messages, bytes, healings, lost
        // Those of `DarkeningCause`, in its order.
        case error, stall, guardian
        case overlong, repaid, forgiven, recalibrations
    }

    // Asking for all cases allocates.
    private static let fieldCount = Field.allCases.count
    private static let size = fieldCount + LatenessHistogram.bucketCount
    private let numbers: UnsafeMutablePointer<Int64>

    init() {
        numbers = .allocate(capacity: Self.size)
        numbers.initialize(repeating: 0, count: Self.size)
    }

    deinit { numbers.deallocate() }

    // MARK: The refresh thread

    func add(_ count: Int64, to field: Field) { sign_number_add(numbers + field.rawValue, count) }

    func record(lateness: Nanoseconds) {
        sign_number_add(numbers + Self.fieldCount + LatenessHistogram.bucket(of: lateness), 1)
        let worst = numbers + Field.worst.rawValue
        if lateness.count > sign_number_load(worst) { sign_number_store(worst, lateness.count) }
    }

    func record(_ cause: DarkeningCause) { sign_number_add(numbers + Field.error.rawValue + cause.rawValue, 1) }

    func record(_ traffic: PanelTraffic) {
        sign_number_store(numbers + Field.messages.rawValue, Int64(traffic.messages))
        sign_number_store(numbers + Field.bytes.rawValue, Int64(traffic.bytes))
        sign_number_store(numbers + Field.healings.rawValue, Int64(traffic.healings))
        sign_number_store(numbers + Field.lost.rawValue, Int64(traffic.lost))
    }

    func add(_ light: LightCounters) {
        add(light.overlong, to: .overlong)
        add(light.repaid, to: .repaid)
        add(light.forgiven, to: .forgiven)
        add(light.recalibrations, to: .recalibrations)
    }

    // MARK: Anybody

    /// The pictures that were shown; does not allocate.
    var shown: Int { Int(self[.shown]) }

    /// What the refresh thread has counted so far; pictures that were never drawn are counted elsewhere.
    var snapshot: RunCounters {
        var counters = RunCounters()
        counters.shown = Int(self[.shown])
        counters.skipped = Int(self[.skipped])
        counters.refreshes = Int(self[.refreshes])
        counters.refreshTime = Nanoseconds(self[.refreshTime])
        counters.errors = Int(self[.errors])
        counters.reopenings = Int(self[.reopenings])
        counters.lateness.worst = Nanoseconds(self[.worst])
        for bucket in 0..<LatenessHistogram.bucketCount {
            counters.lateness.counts[bucket] = sign_number_load(numbers + Self.fieldCount + bucket)
        }
        counters.darkenings = [Field.error, .stall, .guardian].map { Int(self[$0]) }
        counters.traffic.messages = Int(self[.messages])
        counters.traffic.bytes = Int(self[.bytes])
        counters.traffic.healings = Int(self[.healings])
        counters.traffic.lost = Int(self[.lost])
        counters.light.overlong = self[.overlong]
        counters.light.repaid = self[.repaid]
        counters.light.forgiven = self[.forgiven]
        counters.light.recalibrations = self[.recalibrations]
        return counters
    }

    private subscript(field: Field) -> Int64 { sign_number_load(numbers + field.rawValue) }
}
