import Boards
import LinuxHardware
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Timelines

/// The wall clock of a running sign: the system's, if it is synchronised or if the sign file or configuration trusts
/// it.
struct SignClock {
    /// The clock; the file sets its trust.
    let wall = SystemWallClock()
    /// The trust where the file does not say: it counts as right when a time service has set it.
    var defaultTrust = ClockTrust.synchronised

    /// Applies a file; returns whether that changes the trust.
    @discardableResult
    func take(_ file: SignFile) -> Bool {
        let trust = file.clock ?? defaultTrust
        defer { wall.trust = trust }
        return wall.trust != trust
    }

    /// The message for a sign that waits for the time.
    static let waiting = """
        schedules and clocks wait until a time service has set the system's clock; to use it as it is, write `clock: trusted` in \
        the sign file
        """

    /// The current trust in the clock, for statistics.
    var state: String {
        if SystemWallClock.isSynchronized { return "synchronised" }
        return wall.trust == .trusted ? "trusted" : "not synchronised"
    }
}

/// The wall clock of content on a panel wall, whose timeline is UTC.
struct PanelWallClock: WallClock {
    /// The system's clock, which knows whether it is synchronised.
    let system: SystemWallClock
    let clock = SystemMonotonicClock()

    func reading(at instant: Instant) -> WallReading {
        WallReading(
            monotonic: instant, wall: WallTime(nanoseconds: instant.nanoseconds),
            isSynchronized: system.reading(at: clock.now).isSynchronized)
    }

    /// The part of a panel wall's content that one sign shows.
    static func window(
        _ player: SignPlayer, _ settings: PanelWallSettings, board: Board, clock: SystemWallClock, start: Instant
    ) -> PanelWallContent {
        let reading = clock.reading(at: start)
        let epoch = PanelWallEpoch(
            wallTime: reading.wall.nanoseconds, at: start, isSynchronized: reading.isSynchronized)
        return PanelWallContent(
            player, size: settings.size, window: settings.window(of: board.size), epoch: epoch)
    }
}
