import LinuxHardware
import SignFiles
import SignPlayback
import Timelines

/// The knobs and buttons of a sign file: one reader for each GPIO chip.
final class InputService {
    private var readers: [InputReader] = []

    /// Takes the lines.
    ///
    /// - Parameter warn: reports lines that cannot be opened; the sign goes on without them.
    init(_ settings: InputSettings?, controls: any SignControls, warn: (String) -> Void) {
        guard let settings else { return }
        let chips = settings.buttons.map(\.line.chip) + (settings.encoder.map { [$0.chip] } ?? [])
        for chip in Set(chips).sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
            do {
                readers.append(try Self.reader(settings, chip: chip, controls: controls))
            } catch {
                warn("knobs and buttons will not work: \(error)")
            }
        }
    }

    private static func reader(
        _ settings: InputSettings, chip: String?, controls: any SignControls
    ) throws -> InputReader {
        var inputs: [GPIOEdgeLines.Input] = []
        var encoder: InputDecoder.Encoder?
        if let given = settings.encoder, given.chip == chip {
            // Never debounced: bounces cancel out, and fast turns would be lost.
            inputs += [given.a, given.b].map { GPIOEdgeLines.Input($0.gpioLine, bias: .pullUp) }
            encoder = InputDecoder.Encoder(
                a: 0, b: 1, pixelsPerStep: given.pixelsPerStep,
                resolution: QuadratureDecoder.Resolution(rawValue: given.changesPerStep) ?? .fullCycle,
                turning: given.turning, zone: given.zone)
        }
        var buttons: [InputDecoder.Button] = []
        for button in settings.buttons where button.line.chip == chip {
            buttons.append(
                InputDecoder.Button(
                    input: inputs.count, isActiveHigh: button.active == .high, action: button.action,
                    zone: button.zone))
            inputs.append(
                GPIOEdgeLines.Input(
                    button.line.line.gpioLine, bias: button.active == .high ? .pullDown : .pullUp,
                    debounce: settings.bounce))
        }
        return try InputReader(
            try GPIOEdgeLines(chip: chip, inputs), encoder: encoder, buttons: buttons, bounce: settings.bounce,
            controls: controls)
    }

    /// What to wait for.
    var descriptors: [Int32] { readers.map(\.descriptor) }

    /// Performs the actions of knobs and buttons.
    func step(at instant: Instant) {
        for reader in readers { reader.step(at: instant) }
    }

    /// Why knobs and buttons do not work any more; nil if there is no problem.
    var problem: String? { readers.compactMap(\.problem).first }
}
