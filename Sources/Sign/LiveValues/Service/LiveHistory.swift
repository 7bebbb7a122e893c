import Timelines

/// The numbers of a source over a time: 240 slots of equal length, each the mean of the numbers that came in it.
struct LiveHistory: Sendable {
    /// The slots that it has.
    static let slotCount: Int64 = 240

    /// The length of a slot.
    let slot: Nanoseconds
    /// The slots that have numbers, by their numbers since zero, the oldest first.
    private var sums: [(slot: Int64, sum: LiveNumber, count: Int)] = []
    /// The newest slot when the values were last taken.
    private var taken: Int64?

    /// Begins without numbers.
    init(over length: Nanoseconds) {
        slot = Nanoseconds(max(1, length.count / Self.slotCount))
    }

    private func number(of instant: Instant) -> Int64 {
        let (quotient, rest) = instant.nanoseconds.quotientAndRemainder(dividingBy: slot.count)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// Takes a number that came at an instant, no earlier than the last one; one with which the sum is too large is left out.
    mutating func add(_ number: LiveNumber, at instant: Instant) {
        let current = self.number(of: instant)
        guard let last = sums.last, last.slot >= current else {
            sums.removeAll { $0.slot <= current - Self.slotCount }
            return sums.append((current, number, 1))
        }
        guard let sum = last.sum.plus(number) else { return }
        sums[sums.count - 1] = (last.slot, sum, last.count + 1)
    }

    /// The means of the slots up to an instant, the newest last; an empty text for a slot without numbers.
    func values(at instant: Instant) -> LiveValue {
        let first = number(of: instant) - Self.slotCount + 1
        var values = [LiveValue](repeating: .text(""), count: Int(Self.slotCount))
        for (slot, sum, count) in sums where (first..<first + Self.slotCount).contains(slot) {
            values[Int(slot - first)] = .number(sum.divided(by: count))
        }
        return .list(values)
    }

    /// Notes that the values have been taken, so that the next slot is what changes them.
    mutating func recordTaken(at instant: Instant) { taken = number(of: instant) }

    /// When the values that were taken move on by a slot; nil where there are none.
    var nextChange: Instant? {
        guard let taken, let last = sums.last, last.slot + Self.slotCount > taken else { return nil }
        let (start, overflow) = (taken + 1).multipliedReportingOverflow(by: slot.count)
        return overflow ? nil : Instant(nanoseconds: start)
    }
}
