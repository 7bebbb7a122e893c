/// The light account in words: what a row has been lit for too long, and what its pulses give back.
struct PlainAccount: Equatable {
    struct Debt: Equatable {
        var owed: Int64 = 0
        var length: Int64 = 0
        var refreshes: Int64 = 0
    }

    var tolerance: Int64 = 0
    var debts = [Debt](repeating: Debt(), count: 32)
    var overlong: Int64 = 0
    var repaid: Int64 = 0
    var forgiven: Int64 = 0
    /// What pulses of the debt's length, and all others, lose of each nanosecond, as a fraction.
    private var own: (part: Int64, whole: Int64) = (0, 1)
    private var others: (part: Int64, whole: Int64) = (0, 1)
    private var ownLength: Int64 = -1

    static func == (left: Self, right: Self) -> Bool {
        left.debts == right.debts && left.overlong == right.overlong && left.repaid == right.repaid
            && left.forgiven == right.forgiven
    }

    /// Begins a row that will have these pulses.
    mutating func begin(row: Int, pulses: [Int64], period: Int64) {
        (own, others, ownLength) = ((0, 1), (0, 1), -1)
        guard row < 32, debts[row].owed > 0 else { return }
        var debt = debts[row]
        func most(_ pulses: [Int64]) -> Int64 {
            let sum = pulses.reduce(0, +)
            return sum - sum / 8
        }
        func refreshes(in time: Int64) -> Int64 { max(1, time / max(period, 1)) }
        let same = pulses.filter { $0 == debt.length }
        let different = pulses.filter { $0 != debt.length }
        let mostInAll = (most(same) + most(different)) * refreshes(in: 48_000_000)
        let kept = debt.refreshes >= refreshes(in: 60_000_000) ? 0 : min(debt.owed, mostInAll)
        forgiven += debt.owed - kept
        debt.owed = kept
        let left = max(1, 16_000_000 / max(period, 1) - debt.refreshes)
        debt.refreshes += 1
        let fromSame = min(kept, most(same))
        let fromDifferent = min(
            max(kept - left * most(same), 0), kept - fromSame, most(different))
        own = (fromSame, max(same.reduce(0, +), 1))
        others = (fromDifferent, max(different.reduce(0, +), 1))
        ownLength = debt.length
        debts[row] = debt
    }

    func cut(_ length: Int64) -> Int64 {
        let fraction = length == ownLength ? own : others
        return length * fraction.part / fraction.whole
    }

    mutating func record(row: Int, length: Int64, lit: Int64) {
        guard row < 32 else { return }
        if lit > length + tolerance {
            overlong += 1
            if lit - length >= debts[row].owed { debts[row].length = length }
            debts[row].owed += lit - length
            debts[row].refreshes = 0
        } else if lit < length {
            let paid = min(length - lit, debts[row].owed)
            repaid += paid
            debts[row].owed -= paid
        }
    }
}
