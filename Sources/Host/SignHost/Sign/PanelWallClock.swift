import Boards
import LinuxHardware
import Marquee
import PixelGraphics
import Schedules
import SignFiles
import SignPlayback
import Timelines

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
