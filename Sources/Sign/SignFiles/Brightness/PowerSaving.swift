/// Whether a sign is updated less often to save power.
package enum PowerSaving: String, CaseIterable, Equatable, Sendable {
    /// Once a second while it is dimmed below 20 percent, once a minute while it is dark.
    case auto
    /// Once a minute.
    case always
    /// Never: at every tick.
    case never
}
