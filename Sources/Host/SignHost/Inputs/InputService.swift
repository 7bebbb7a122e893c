import LinuxHardware
import LinuxSystem
import PanelDrivers
import SignFiles
import SignPlayback
import Timelines

/// Lets the knobs and buttons of a sign file steer the sign: one reader for each GPIO chip.
package final class InputService: SignService {
    private var readers: [InputReader] = []
    private var isPaused: Set<String?> = []
    private var sign: Sign?

    /// Takes the lines.
    ///
    /// - Parameter warn: reports lines that cannot be opened; the sign continues without them.
    init(_ settings: InputSettings, warn: (String) -> Void) {
        let chips = settings.buttons.map(\.line.chip) + (settings.encoder.map { [$0.chip] } ?? [])
        for chip in Set(chips).sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
            do {
                readers.append(try Self.reader(settings, chip: chip))
            } catch {
                warn("knobs and buttons are disabled: \(error)")
            }
        }
    }

    private static func reader(_ settings: InputSettings, chip: String?) throws -> InputReader {
        let encoder = settings.encoder.flatMap { $0.chip == chip ? $0 : nil }
        let buttons = settings.buttons.filter { $0.line.chip == chip }
        // An encoder is never debounced: bounces cancel out, and fast turns would be lost.
        let inputs = (encoder.map { [$0.a, $0.b] } ?? []).map { GPIOEdgeLines.Input($0.gpioLine, bias: .pullUp) }
        let contacts = buttons.map { button in
            GPIOEdgeLines.Input(
                button.line.line.gpioLine, bias: button.isActiveHigh ? .pullDown : .pullUp, debounce: settings.bounce)
        }
        return try InputReader(
            try GPIOEdgeLines(chip: chip, inputs + contacts), encoder: encoder, buttons: buttons,
            bounce: settings.bounce)
    }

    package var descriptors: [Int32] { readers.map(\.descriptor) }

    package func begin(_ sign: Sign, at start: Instant) { self.sign = sign }

    package func take(_ event: ServiceEvent, at instant: Instant) -> Bool {
        guard case .readable(let descriptor) = event, let sign else { return true }
        for reader in readers where reader.descriptor == descriptor {
            for event in reader.take(at: instant) { perform(event, on: sign, at: instant) }
        }
        sign.problems.inputs = readers.compactMap(\.problem).first
        return true
    }

    /// Does what knobs and buttons ask for; ignores what cannot be done now.
    package func perform(_ event: InputDecoder.Event, on sign: Sign, at instant: Instant) {
        do throws(ControlError) {
            switch event {
            case .drag(let step): try sign.drag(step, at: instant)
            case .press(let action, let zone):
                sign.count(action)
                _ = try command(of: action, zone).perform(on: sign, at: instant)
                if action == .pause, isPaused.remove(zone) == nil { isPaused.insert(zone) }
            }
        } catch {
            return
        }
    }

    /// A second press of a pause button resumes.
    private func command(of action: InputSettings.Action, _ zone: String?) -> SignCommand {
        switch action {
        case .next: .next(zone: zone)
        case .acknowledge: .acknowledge(zone: zone)
        case .pause: isPaused.contains(zone) ? .resume(zone: zone) : .pause(zone: zone)
        }
    }
}

extension LineAddress.Line {
    /// The line in the form of the hardware layer.
    var gpioLine: GPIOLine {
        switch self {
        case .number(let number): .offset(number)
        case .name(let name): .name(name)
        }
    }
}

/// Reads buttons and a rotary encoder, step by step, on the content thread.
package final class InputReader {
    /// Becomes readable when `take` is to be called.
    package var descriptor: Int32 { polls.descriptor }
    /// Why knobs and buttons do not work any more; nil if there is no problem.
    package private(set) var problem: String?
    private let source: any EdgeSource
    private let polls: PollSet
    private var decoder: InputDecoder

    /// Starts to listen.
    ///
    /// - Parameter bounce: how long buttons may bounce, if the kernel does not debounce.
    package init(
        _ source: any EdgeSource, encoder: InputSettings.Encoder?, buttons: [InputSettings.Button],
        bounce: Nanoseconds = InputSettings.defaultBounce
    ) throws {
        self.source = source
        decoder = InputDecoder(
            encoder: encoder, buttons: buttons, levels: try source.levels(),
            bounce: source.isDebounced ? .zero : bounce)
        polls = try PollSet()
        guard polls.watch(source.descriptor) else { throw SystemCallError("epoll_ctl") }
    }

    /// What has been done with knobs and buttons since the last call.
    package func take(at instant: Instant) -> [InputDecoder.Event] {
        var events: [InputDecoder.Event] = []
        do throws(HardwareError) {
            for edge in try source.takeEdges() { events += decoder.feed(edge) }
        } catch {
            // The chip is gone; it would stay readable.
            polls.watch(source.descriptor, reads: false)
            problem = "knobs and buttons have stopped working: \(error)"
        }
        events += decoder.wake(at: instant)
        polls.wake(at: decoder.due)
        return events
    }
}
