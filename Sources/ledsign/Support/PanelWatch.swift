import HardwareInterfaces
import LinuxHardware
import Timelines

/// Those that make a panel dark when this process cannot, for as long as a sign is shown: also when its device is closed and
/// opened again.
final class PanelWatch {
    /// How long a MAX7219 panel may be without a word of its owner: it keeps its picture by itself, and is told each second.
    static let silenceOfChips = Nanoseconds.milliseconds(2_500)

    /// How long a HUB75 panel may be without one: it is only lit while it is refreshed, and burns where that stands still.
    static func silenceOfScan(period: Int64) -> Nanoseconds { max(.milliseconds(50), Nanoseconds(2 * period)) }

    private let hasGuardian: Bool
    private var failDark: FailDark?
    private var refreshThread: Int32?
    private var respawn: Instant?
    /// What they share with the thread that drives the panel, one and the same for ever; nil before the first device.
    private(set) var shared: RefreshWatch?
    /// Why nobody watches, if nobody does.
    private(set) var problem: String?

    /// - Parameter hasGuardian: false leaves the process alone with its signal handlers.
    init(hasGuardian: Bool) {
        self.hasGuardian = hasGuardian
    }

    /// Watches over a device that was opened; what watched before has to be ended first.
    func begin(_ plan: DarkPlan, silence: Nanoseconds) throws -> RefreshWatch {
        let failDark = try FailDark(plan: plan, silence: silence, hasGuardian: hasGuardian)
        self.failDark = failDark
        if let refreshThread { failDark.refreshThread(is: refreshThread) }
        shared = failDark.watch
        return failDark.watch
    }

    /// Names the thread that refreshes the panel.
    func refreshThread(is thread: Int32) {
        refreshThread = thread
        failDark?.refreshThread(is: thread)
    }

    /// What can be read when the guardian has news.
    var descriptors: [Int32] { failDark?.guardianDescriptor.map { [$0] } ?? [] }

    /// Takes the guardian's news, and starts another one in place of one that died; returns when to call it again.
    func step(at now: Instant) -> Instant {
        guard let failDark else { return .distantFuture }
        if failDark.takeNews() == .died { respawn = now }
        guard let due = respawn else { return .distantFuture }
        guard now >= due else { return due }
        do {
            try failDark.respawn()
            respawn = nil
            problem = nil
            return .distantFuture
        } catch {
            problem = "nobody watches over the panel: \(error)"
            let next = now + .seconds(1)
            respawn = next
            return next
        }
    }

    /// Makes the panel dark without the thread that drives it; returns whether the device took it.
    func darken() -> Bool { failDark?.darken() ?? false }

    /// Ends the watching, after the panel was made dark, or closed.
    func end() {
        failDark?.end()
        failDark = nil
        respawn = nil
    }
}
