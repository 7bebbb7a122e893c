import Timelines

extension SignMessage {
    /// What is wrong with speed, cycle and hold together; nil where they fit together.
    ///
    /// - Parameter line: the line of the first one of speed and cycle.
    package func paceConflict(otherLine line: Int = 1) -> SignReason? {
        guard let cycle else { return nil }
        guard speed == nil else { return .speedAndCycle(otherLine: line) }
        // A text that goes back and forth pauses at both ends.
        let hold = hold ?? .zero
        let pauses = hold.count.multipliedReportingOverflow(by: bounces ? 2 : 1)
        guard pauses.overflow || pauses.partialValue >= cycle.count else { return nil }
        return .cycleWithinPauses(cycle: cycle, hold: hold, bounces: bounces)
    }
}
