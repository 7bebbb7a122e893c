/// Which clock a sign goes by (`clock` of sign files and of the configuration file).
public enum ClockTrust: String, CaseIterable, Hashable, Sendable {
    /// One that a time service has set; until then schedules wait and clocks show `--:--`.
    case synchronised
    /// The system's clock as it is, such as one with a battery on a machine without a network.
    case trusted
}
