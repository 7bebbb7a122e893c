import HardwareInterfaces
import PanelDrivers
import Timelines

/// HUB75 panels on a port, as the refresh thread drives them.
///
/// Its pictures are the programs of a dither cycle, which the content side encodes.
public struct RefreshedHUB75<Port: ScanPort & ~Copyable>: RefreshedPanel, ~Copyable {
    /// What plays the programs.
    public var player: HUB75Player<Port>

    /// Creates the panel; nothing is played yet.
    public init(player: consuming HUB75Player<Port>) {
        self.player = player
    }

    /// Darkens the panels and sets their driver chips up.
    public mutating func start(at instant: Instant) throws { try player.start(at: instant) }
    /// Nothing: the next refresh shows it.
    public mutating func show(_ picture: borrowing [ScanProgram], at instant: Instant) throws {}
    /// Plays one program.
    public mutating func refresh(_ picture: borrowing [ScanProgram], at instant: Instant) throws {
        try player.refresh(picture, at: instant)
    }
    /// True: the panels show nothing by themselves.
    public var needsRefresh: Bool { true }
    /// Never: the player sets the chips up again by itself.
    public var nextHealing: Instant? { nil }
    /// Nothing.
    public mutating func heal(at instant: Instant) throws {}
    /// Plays the program that makes the panels dark.
    public mutating func stop() throws { try player.stop() }
    /// Nothing is counted: refreshes are.
    public var traffic: PanelTraffic { PanelTraffic() }
}
