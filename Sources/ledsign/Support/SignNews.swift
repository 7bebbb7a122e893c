import LinuxHardware
import LiveValues
import Schedules
import SignContent
import SignControl
import Timelines

/// What a running sign hears of the world: its sources, its file and the wall clock.
final class SignNews {
    /// What has happened.
    struct Heard {
        var changes: [LiveChange] = []
        var isFileChanged = false
        var isClockSet = false
    }

    private let path: String
    private var hub: LiveHub?
    private var watch: SignControl.FileWatch?
    private let steps = WallClockSteps()

    /// Begins to listen; what cannot be heard is warned of.
    init(_ file: SignFile) {
        path = file.path
        do {
            watch = try SignControl.FileWatch(path: path)
        } catch {
            Messages.warn("changes of \(path) are only seen at SIGHUP: \(error)")
        }
        ask(file.sources + file.imageSources)
    }

    /// Asks some sources from now on.
    func ask(_ sources: [LiveSource]) {
        if let hub {
            hub.replace(sources)
        } else if !sources.isEmpty {
            do {
                hub = try LiveHub(sources, clock: SystemMonotonicClock())
            } catch {
                Messages.warn("\(error)")
            }
        }
    }

    /// What to wait for.
    var descriptors: [Int32] {
        [hub?.descriptor, watch?.descriptor, steps?.descriptor].compactMap { $0 }
    }

    /// Takes what is new.
    func take(at instant: Instant) -> Heard {
        Heard(
            changes: hub?.take() ?? [], isFileChanged: watch?.takeChange(at: instant) ?? false,
            isClockSet: steps?.take() ?? false)
    }

    /// Why images of servers are not shown as they are now; nil where nothing is wrong.
    ///
    /// - Parameter sources: those of the images.
    func problem(of sources: [LiveSource]) -> String? {
        guard !sources.isEmpty, let hub else { return nil }
        let names = Set(sources.map(\.name))
        for status in hub.statuses where names.contains(status.name) {
            if let problem = status.problem { return "\(status.name): \(problem); it is asked for again" }
        }
        return nil
    }

    /// Sets a variable of the file, or takes its value away.
    func set(_ name: String, to value: String?) { hub?.set(name, to: value.map { .text($0) }) }

    /// Why a source gives nothing, by its name; nil where it does.
    func problem(of name: String) -> LiveProblem? { hub?.statuses.first { $0.name == name }?.problem }

    /// Ends all programs that were asked.
    func close() { hub?.close() }

    /// What the sources of a file say, for pictures that are made once.
    static func settled(_ file: SignFile) throws -> [LiveChange] {
        let sources = file.fields + file.imageSources
        guard !sources.isEmpty else { return [] }
        let hub = try LiveHub(sources, clock: SystemMonotonicClock())
        defer { hub.close() }
        hub.settle(within: .seconds(10))
        return hub.take()
    }
}
