import Boards
import LinuxHardware
import Marquee
import PixelGraphics
import Schedules
import SignContent
import Timelines

/// The wall clock of content that lives on the time line of a wall, which is UTC itself.
struct WallTimeline: WallClock {
    /// Knows whether the clock is right.
    let system: SystemWallClock
    let clock = SystemMonotonicClock()

    func reading(at instant: Instant) -> WallReading {
        WallReading(
            monotonic: instant, wall: WallTime(nanoseconds: instant.nanoseconds),
            isSynchronized: system.reading(at: clock.now).isSynchronized)
    }

    /// What a sign of a size sees of content that is laid out for its wall.
    static func window(
        _ player: SignPlayer, _ settings: WallSettings, board: Board, clock: SystemWallClock, start: Instant
    ) -> WallContent {
        let reading = clock.reading(at: start)
        let epoch = WallEpoch(
            wallTime: reading.wall.nanoseconds, at: start, isSynchronized: reading.isSynchronized)
        return WallContent(
            player, size: settings.size, window: settings.window(of: board.size), epoch: epoch)
    }
}
