import Marquee
import SignFiles
import Timelines

extension SignTicks {
    /// The ticks of a part that begins at an instant.
    func schedule(start: Instant, time: any LocalTimeSource & Sendable) -> any TickSchedule {
        switch self {
        case .periodic(let from, let every): return PeriodicTicks(from: start + (from ?? every), by: every)
        case .animation(let minimum, let isPaused):
            let grid = RefreshGrid(epoch: start)
            return AnimationTicks(
                grid: RefreshGrid(epoch: start + max(minimum, grid.interval)), minimumInterval: minimum,
                isPaused: isPaused)
        case .wall(let period): return WallTicks(time, period: period, start: start)
        case .list(let times): return ListedTicks(times.map { start + $0 })
        case .cycle(let offsets):
            return CyclicTicks(start: start, offsets: offsets) as (any TickSchedule)? ?? ListedTicks([])
        }
    }
}
