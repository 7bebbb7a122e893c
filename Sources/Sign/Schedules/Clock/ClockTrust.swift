/// Which clock a sign trusts (`clock` in sign files and in the configuration file).
package enum ClockTrust: String, CaseIterable, Hashable, Sendable {
    /// One that a time service has set; until then schedules wait and clocks show `--:--`.
    case synchronised
    /// The system's clock as it is, for example one with a battery on a machine without a network.
    case trusted
}
