/// In which waits of scan programs the processor is given away; the others read the clock all the time.
///
/// A sleep ends late now and then, by more than the time that is left after it. Between pulses that makes a refresh
/// longer, in a pulse a row brighter, for once.
public enum ScanSleep: CaseIterable, Hashable, Sendable {
    /// In none: steadiest, and one core is busy for ever.
    case never
    /// In waits after the start of the program, in which panels are dark or the time does not matter.
    case betweenPulses
    /// In all waits, those that time a pulse too: nearly no load, and a row brighter now and then.
    case always

    /// The time that is left after a sleep in a pulse, in nanoseconds; negative for no sleep.
    func pulseMargin(jitter: Int64) -> Int64 { self == .always ? jitter : -1 }

    /// The time that is left after a sleep between pulses, in nanoseconds; negative for no sleep.
    func gapMargin(jitter: Int64) -> Int64 { self == .never ? -1 : jitter }
}
