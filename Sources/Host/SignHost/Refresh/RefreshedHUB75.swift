import PanelDrivers
import Timelines

/// HUB75 panels on a port, as the refresh thread drives them.
///
/// Its pictures are the programs of a dither cycle, which the content side encodes. The player sets the chips up again by
/// itself, and refreshes are counted instead of traffic.
package struct RefreshedHUB75<Port: ScanPort & ~Copyable>: RefreshedPanel, ~Copyable {
    /// What plays the programs.
    package var player: HUB75Player<Port>
    private let lightOfPort: (borrowing Port) -> LightCounters

    /// Creates the panel, which does not play yet.
    ///
    /// - Parameter light: what the port has recorded of pulses that were too long; must not allocate or lock.
    package init(
        player: consuming HUB75Player<Port>,
        light: @escaping (borrowing Port) -> LightCounters = { _ in LightCounters() }
    ) {
        self.player = player
        lightOfPort = light
    }

    /// Darkens the panels and sets their driver chips up.
    package mutating func start(at instant: Instant) throws { try player.start(at: instant) }
    /// Does nothing: the next refresh shows it.
    package mutating func show(_ picture: borrowing [ScanProgram], at instant: Instant) throws {}
    /// Plays one program.
    package mutating func refresh(_ picture: borrowing [ScanProgram], at instant: Instant) throws {
        try player.refresh(picture, at: instant)
    }
    /// True: the panels are dark without refreshes.
    package var needsRefresh: Bool { true }
    /// Plays the program that makes the panels dark.
    package mutating func stop() throws { try player.stop() }
    /// What the port has recorded.
    package var light: LightCounters { lightOfPort(player.port) }
}
