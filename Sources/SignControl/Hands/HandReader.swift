import HardwareInterfaces
import Timelines

/// Lets buttons and a rotary encoder steer a sign, step by step, on the content thread.
public final class HandReader {
    /// Becomes readable when `step` is to be called.
    public var descriptor: Int32 { polls.descriptor }
    /// Why the hands are not heard any more; nil where all is well.
    public private(set) var problem: String?
    private let source: any EdgeSource
    private let polls: PollSet
    private var decoder: HandDecoder
    private var isPaused: Set<String?> = []
    private weak var controls: (any SignControls)?

    /// How long a contact may bounce where the sign file does not say it.
    public static let usualBounce = Nanoseconds.milliseconds(5)

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - bounce: how long buttons may bounce, where the kernel does not take bounces out.
    ///   - controls: the sign, which is not kept alive.
    public init(
        _ source: any EdgeSource, encoder: HandDecoder.Encoder?, buttons: [HandDecoder.Button],
        bounce: Nanoseconds = usualBounce, controls: any SignControls
    ) throws {
        self.source = source
        self.controls = controls
        decoder = HandDecoder(
            encoder: encoder, buttons: buttons, levels: try source.levels(),
            bounce: source.isDebounced ? .zero : bounce)
        polls = try PollSet()
        guard polls.watch(source.descriptor) else { throw SystemCallError("epoll_ctl") }
    }

    /// Does what was turned and pressed.
    public func step(at instant: Instant) {
        var events: [HandDecoder.Event] = []
        do throws(HardwareError) {
            for edge in try source.takeEdges() { events += decoder.feed(edge) }
        } catch {
            // The chip is gone; it would be readable for ever.
            polls.watch(source.descriptor, reads: false)
            problem = "buttons and knobs are not heard any more: \(error)"
        }
        events += decoder.wake(at: instant)
        for event in events { perform(event, at: instant) }
        polls.wake(at: decoder.due)
    }

    /// A hand that asks for what cannot be done now asks for nothing.
    private func perform(_ event: HandDecoder.Event, at instant: Instant) {
        guard let controls else { return }
        do throws(ControlRefusal) {
            switch event {
            case .beginDrag(let zone): try controls.beginDrag(zone: zone, at: instant)
            case .drag(let pixels, let zone): try controls.drag(by: pixels, zone: zone, at: instant)
            case .release(let velocity, let zone): try controls.release(velocity: velocity, zone: zone, at: instant)
            case .press(let action, let zone): try press(action, zone, controls, at: instant)
            }
        } catch {
            return
        }
    }

    private func press(
        _ action: HandDecoder.Action, _ zone: String?, _ controls: any SignControls, at instant: Instant
    ) throws(ControlRefusal) {
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
