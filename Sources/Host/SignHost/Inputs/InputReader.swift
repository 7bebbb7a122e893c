import LinuxSystem
import PanelDrivers
import SignFiles
import SignPlayback
import Timelines

/// Connects buttons and a rotary encoder to a sign, step by step, on the content thread.
package final class InputReader {
    /// Becomes readable when `step` is to be called.
    package var descriptor: Int32 { polls.descriptor }
    /// Why knobs and buttons do not work any more; nil if there is no problem.
    package private(set) var problem: String?
    private let source: any EdgeSource
    private let polls: PollSet
    private var decoder: InputDecoder
    private var isPaused: Set<String?> = []
    private weak var controls: (any SignControls)?

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - bounce: how long buttons may bounce, if the kernel does not debounce.
    ///   - controls: the sign, which is not kept alive.
    package init(
        _ source: any EdgeSource, encoder: InputDecoder.Encoder?, buttons: [InputDecoder.Button],
        bounce: Nanoseconds = InputSettings.usualBounce, controls: any SignControls
    ) throws {
        self.source = source
        self.controls = controls
        decoder = InputDecoder(
            encoder: encoder, buttons: buttons, levels: try source.levels(),
            bounce: source.isDebounced ? .zero : bounce)
        polls = try PollSet()
        guard polls.watch(source.descriptor) else { throw SystemCallError("epoll_ctl") }
    }

    /// Performs the actions of knobs and buttons.
    package func step(at instant: Instant) {
        var events: [InputDecoder.Event] = []
        do throws(HardwareError) {
            for edge in try source.takeEdges() { events += decoder.feed(edge) }
        } catch {
            // The chip is gone; it would stay readable.
            polls.watch(source.descriptor, reads: false)
            problem = "knobs and buttons do not work any more: \(error)"
        }
        events += decoder.wake(at: instant)
        for event in events { perform(event, at: instant) }
        polls.wake(at: decoder.due)
    }

    /// Ignores what cannot be done now.
    private func perform(_ event: InputDecoder.Event, at instant: Instant) {
        guard let controls else { return }
        do throws(ControlError) {
            switch event {
            case .drag(let step): try controls.drag(step, at: instant)
            case .press(let action, let zone): try press(action, zone, controls, at: instant)
            }
        } catch {
            return
        }
    }

    private func press(
        _ action: InputSettings.Action, _ zone: String?, _ controls: any SignControls, at instant: Instant
    ) throws(ControlError) {
        controls.notePress(action)
        switch action {
        case .next: try controls.next(zone: zone, at: instant)
        case .acknowledge: try controls.acknowledge(zone: zone, at: instant)
        case .pause:
            if isPaused.remove(zone) != nil { return try controls.resume(zone: zone, at: instant) }
            try controls.pause(zone: zone, at: instant)
            isPaused.insert(zone)
        }
    }
}
