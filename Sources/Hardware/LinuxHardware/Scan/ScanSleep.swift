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
