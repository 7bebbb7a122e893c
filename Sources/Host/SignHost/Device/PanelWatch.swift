import LinuxHardware
import PanelDrivers
import Timelines

/// The guardian of a panel, which makes it dark when this process cannot, for as long as a sign is shown: also when its device
/// is closed and opened again.
final class PanelWatch {
    /// A MAX7219 panel keeps its picture by itself, and gets a message each second.
    static let limitsOfChips = FailDark.Limits(interval: .seconds(2), silence: .milliseconds(2_500))

    /// A HUB75 panel is only lit while it is refreshed, and burns if that stops.
    static func limitsOfScan(period: Int64) -> FailDark.Limits {
        FailDark.Limits(interval: .milliseconds(40), silence: max(.milliseconds(60), Nanoseconds(2 * period)))
    }

    /// How long a guardian is waited for before the first device, and when a device is opened again: the sign's other work
    /// stands still meanwhile.
    private static let firstTimeout = Nanoseconds.seconds(30)
    private static let timeout = Nanoseconds.seconds(3)

    private let origin: FailDark.Origin
    private var failDark: FailDark?
    private var refreshThread: Int32?
    /// The count of revisions up to the present guardian.
    private var earlierRevisions = 0
    /// What it shares with the thread that drives the panel, always the same; nil before the first device.
    private(set) var shared: RefreshWatch?
    init(origin: FailDark.Origin) {
        self.origin = origin
    }

    /// Watches an opened device; end the previous watch first.
    func begin(_ plan: DarkPlan, limits: FailDark.Limits) throws -> RefreshWatch {
        let timeout = shared == nil ? Self.firstTimeout : Self.timeout
        let failDark = try FailDark(plan: plan, limits: limits, origin: origin, timeout: timeout)
        replace(by: failDark)
        if let refreshThread { failDark.refreshThread(is: refreshThread) }
        shared = failDark.watch
        return failDark.watch
    }

    /// Whether the panel must be dark, because the guardian was lost and none can be started, as of the last step.
    private(set) var isUnguarded = false

    /// Why there is no guardian; nil while one watches.
    var problem: String? {
        let consequence = isUnguarded ? "the panel is dark, because it has no guardian" : "the panel has no guardian"
        return failDark?.problem.map { "\(consequence): \($0)" }
    }

    /// Why the guardian shares this program's control group although it should not; nil if there is no problem.
    var fallbackReason: String? {
        failDark?.fallbackReason.map { "the guardian runs in the sign's own control group: \($0)" }
    }

    /// Names the thread that refreshes the panel.
    func refreshThread(is thread: Int32) {
        refreshThread = thread
        failDark?.refreshThread(is: thread)
    }

    /// A descriptor that becomes readable when the guardian has sent a message.
    var descriptors: [Int32] { failDark?.descriptors ?? [] }

    /// A number that is another one whenever `descriptors` may be others.
    var descriptorsRevision: Int { earlierRevisions &+ (failDark?.descriptorsRevision ?? 0) }

    /// Handles the guardian's messages and replaces it if it ended or is stopped; returns when to call it again.
    func step(at now: Instant) -> Instant {
        let wake = failDark?.step(at: now) ?? .distantFuture
        isUnguarded = failDark?.isUnguarded(at: now) ?? false
        return wake
    }

    /// Makes the panel dark without the thread that drives it; returns whether the device accepted it.
    func darken() -> Bool { failDark?.darken() ?? false }

    /// Ends the watching, after the panel was made dark, or closed.
    func end() {
        failDark?.end()
        replace(by: nil)
    }

    private func replace(by other: FailDark?) {
        earlierRevisions = descriptorsRevision &+ 1
        failDark = other
    }
}
