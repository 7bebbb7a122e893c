import LinuxHardware
import SignContent
import SignControl
import Timelines

/// The knobs and buttons of a sign file: one reader for each GPIO chip.
final class HandDesk {
    private var readers: [HandReader] = []

    /// Takes the lines.
    ///
    /// - Parameter warn: is told what cannot be had; the sign goes on without it.
    init(_ settings: HandSettings?, controls: any SignControls, warn: (String) -> Void) {
        guard let settings else { return }
        let chips = settings.buttons.map(\.line.chip) + (settings.encoder.map { [$0.chip] } ?? [])
        for chip in Set(chips).sorted(by: { ($0 ?? "") < ($1 ?? "") }) {
            do {
                readers.append(try Self.reader(settings, chip: chip, controls: controls))
            } catch {
                warn("knobs and buttons are not heard: \(error)")
            }
        }
    }

    private static func reader(
        _ settings: HandSettings, chip: String?, controls: any SignControls
    ) throws -> HandReader {
        var inputs: [GPIOEdgeLines.Input] = []
        var encoder: HandDecoder.Encoder?
        if let given = settings.encoder, given.chip == chip {
            // Never debounced: bounces add up to nothing, and fast turns would be lost.
            inputs += [given.a, given.b].map { GPIOEdgeLines.Input($0.gpioLine, bias: .pullUp) }
            encoder = HandDecoder.Encoder(
                a: 0, b: 1, pixelsPerStep: given.pixelsPerStep,
                resolution: QuadratureDecoder.Resolution(rawValue: given.changesPerStep) ?? .fullCycle,
                turning: given.turning == .flick ? .flick : .drag, zone: given.zone)
        }
        var buttons: [HandDecoder.Button] = []
        for button in settings.buttons where button.line.chip == chip {
            buttons.append(
                HandDecoder.Button(
                    input: inputs.count, isActiveHigh: button.active == .high, action: action(button.action),
                    zone: button.zone))
            inputs.append(
                GPIOEdgeLines.Input(
                    button.line.line.gpioLine, bias: button.active == .high ? .pullDown : .pullUp,
                    debounce: settings.bounce))
        }
        return try HandReader(
            try GPIOEdgeLines(chip: chip, inputs), encoder: encoder, buttons: buttons, bounce: settings.bounce,
            controls: controls)
    }

    private static func action(_ action: HandSettings.Action) -> HandDecoder.Action {
        switch action {
        case .pause: .pause
        case .next: .next
        case .acknowledge: .acknowledge
        }
    }

    /// What to wait for.
    var descriptors: [Int32] { readers.map(\.descriptor) }

    /// Does what was turned and pressed.
    func step(at instant: Instant) {
        for reader in readers { reader.step(at: instant) }
    }

    /// Why hands are not heard any more; nil where all is well.
    var problem: String? { readers.compactMap(\.problem).first }
}
