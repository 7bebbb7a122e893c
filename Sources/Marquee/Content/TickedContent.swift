import PixelGraphics
import Timelines

/// What content that looks anew at ticks gets to know about the present one.
public struct TickContext: Sendable {
    /// The last tick; nil before the first one, when the first picture is drawn all the same.
    public let tick: Tick?
    /// How often it may look anew; hide what this cannot keep true.
    public let cadence: Cadence
}

/// Content that looks anew at the ticks of a schedule and stands still in between.
///
/// The drawing may depend on nothing but the context, and must not allocate after its first call.
public final class TickedContent<Schedule: TickSchedule>: Content {
    /// Draws the picture of a tick.
    public typealias Drawing = (TickContext, inout Frame) -> Void

    /// How often it may look anew; a dimmed or power-saving sign lowers it (``Cadence/init(brightness:savesPower:)``).
    public var cadence: Cadence {
        didSet {
            guard cadence != oldValue else { return }
            ticks = CadencedTicks(schedule, cadence: cadence, epoch: epoch)
            revision += 1
        }
    }
    /// Grows when the cadence changes.
    public private(set) var revision = 0
    private let schedule: Schedule
    private let epoch: Instant
    private var ticks: CadencedTicks<Schedule>
    private let drawing: Drawing

    /// Creates content.
    ///
    /// - Parameter epoch: an instant at which a second (or minute) of the wall clock starts, for lowered cadences.
    public init(
        _ schedule: Schedule, cadence: Cadence = .live, epoch: Instant = .zero, drawing: @escaping Drawing
    ) {
        self.schedule = schedule
        self.epoch = epoch
        self.cadence = cadence
        ticks = CadencedTicks(schedule, cadence: cadence, epoch: epoch)
        self.drawing = drawing
    }

    /// Draws the picture of the last tick.
    public func draw(at instant: Instant, into frame: inout Frame) {
        drawing(TickContext(tick: ticks.latest(at: instant), cadence: cadence), &frame)
    }

    /// Returns the next tick.
    public func nextChange(after instant: Instant) -> Instant? { ticks.next(after: instant) }
}
