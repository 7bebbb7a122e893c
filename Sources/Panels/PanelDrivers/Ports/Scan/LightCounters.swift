/// What a port that times pulses of light by a clock has noted of those that came out too long.
///
/// Their excess is a debt of the row, which the row's next pulses repay by being shorter.
package struct LightCounters: Hashable, Sendable {
    /// The pulses that were too long.
    package var overlong: Int64 = 0
    /// The light that was taken back, in nanoseconds for which a row was lit.
    package var repaid: Int64 = 0
    /// The light that was not taken back, because that would have taken too long, in the same unit.
    package var forgiven: Int64 = 0
    /// How often the time of a store had changed by more than a sixteenth when it was measured again.
    package var recalibrations: Int64 = 0

    /// Creates counters at zero.
    package init() {}

    /// What was counted after an earlier state of the same port; all of it where the port is a new one.
    package func since(_ earlier: LightCounters) -> LightCounters {
        guard overlong >= earlier.overlong, repaid >= earlier.repaid, forgiven >= earlier.forgiven,
            recalibrations >= earlier.recalibrations
        else { return self }
        var result = self
        result.overlong -= earlier.overlong
        result.repaid -= earlier.repaid
        result.forgiven -= earlier.forgiven
        result.recalibrations -= earlier.recalibrations
        return result
    }
}
