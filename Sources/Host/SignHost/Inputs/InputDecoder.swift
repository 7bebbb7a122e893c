import PanelDrivers
import SignFiles
import SignPlayback
import Timelines

/// Converts edges of buttons and a rotary encoder to actions on the sign (behaviours D1 to D3); a pure state machine.
package struct InputDecoder {
    /// What the user does.
    package enum Event: Hashable, Sendable {
        /// Turns the knob.
        case drag(DragStep)
        /// Presses a button.
        case press(InputSettings.Action, zone: String?)
    }

    /// How long after the last step the knob counts as released.
    package static let holdTime = Nanoseconds.milliseconds(300)
    /// The longest time between two steps of one turn of the knob.
    package static let flickTime = Nanoseconds.milliseconds(500)

    private let encoder: InputSettings.Encoder?
    private let buttons: [InputSettings.Button]
    /// The input of the first button; those before it are the encoder's two lines.
    private let firstButton: Int
    private var levels: UInt64
    private var quadrature: QuadratureDecoder?
    private var contacts: [EdgeDebounce]
    /// The pixels since the drag began; nil while there is no drag.
    private var dragged: Int?
    private var lastStep: Instant?

    /// Starts with the current levels.
    ///
    /// - Parameters:
    ///   - encoder: its lines are inputs 0 and 1; without one the buttons begin at 0.
    ///   - levels: bit i is input i.
    ///   - bounce: how long buttons may bounce; zero if the kernel debounces.
    package init(
        encoder: InputSettings.Encoder? = nil, buttons: [InputSettings.Button] = [], levels: UInt64, bounce: Nanoseconds
    ) {
        let first = encoder == nil ? 0 : 2
        (self.encoder, self.buttons, self.levels, firstButton) = (encoder, buttons, levels, first)
        quadrature = encoder.map {
            QuadratureDecoder(changesPerStep: $0.changesPerStep, a: Self.bit(0, of: levels), b: Self.bit(1, of: levels))
        }
        contacts = buttons.indices.map { EdgeDebounce(period: bounce, isHigh: Self.bit(first + $0, of: levels)) }
    }

    private static func bit(_ input: Int, of levels: UInt64) -> Bool { levels >> UInt64(input) & 1 == 1 }

    // MARK: Time

    /// When something is due without a change of a line; nil for never.
    package var due: Instant? {
        let letGo = dragged == nil ? nil : lastStep.map { $0 + Self.holdTime }
        return ([letGo] + contacts.map(\.due)).compactMap { $0 }.min()
    }

    /// Does what is due at an instant.
    package mutating func wake(at instant: Instant) -> [Event] {
        var events: [Event] = []
        for number in contacts.indices where contacts[number].due.map({ $0 <= instant }) ?? false {
            if contacts[number].settle(at: instant) { events += pressed(number) }
        }
        if dragged != nil, let lastStep, instant - lastStep >= Self.holdTime {
            dragged = nil
            events.append(.drag(.release(zone: encoder?.zone, velocity: 0)))
        }
        return events
    }

    // MARK: Changes

    /// Handles a change of an input; changes come in order of time.
    package mutating func feed(_ edge: LineEdge) -> [Event] {
        guard (0..<64).contains(edge.input) else { return [] }
        let events = wake(at: edge.time)
        levels = levels & ~(1 << UInt64(edge.input)) | (edge.isHigh ? 1 << UInt64(edge.input) : 0)
        if edge.input < firstButton { return events + turned(at: edge.time) }
        let number = edge.input - firstButton
        guard buttons.indices.contains(number), contacts[number].feed(isHigh: edge.isHigh, at: edge.time) else {
            return events
        }
        return events + pressed(number)
    }

    private func pressed(_ number: Int) -> [Event] {
        let button = buttons[number]
        return contacts[number].isHigh == button.isActiveHigh ? [.press(button.action, zone: button.zone)] : []
    }

    private mutating func turned(at instant: Instant) -> [Event] {
        guard let encoder, let step = quadrature?.feed(a: Self.bit(0, of: levels), b: Self.bit(1, of: levels)),
            step != 0
        else { return [] }
        let pixels = step * min(max(encoder.pixelsPerStep, -DragStep.maximum), DragStep.maximum)
        defer { lastStep = instant }
        if encoder.flicks {
            let velocity = lastStep.flatMap { Self.velocity(pixels, in: instant - $0) }
            return [
                .drag(.begin(zone: encoder.zone)), .drag(.move(zone: encoder.zone, pixels: pixels)),
                .drag(.release(zone: encoder.zone, velocity: velocity)),
            ]
        }
        let start: [Event] = dragged == nil ? [.drag(.begin(zone: encoder.zone))] : []
        let distance = (dragged ?? 0) + pixels
        dragged = distance
        return start + [.drag(.move(zone: encoder.zone, pixels: distance))]
    }

    /// The speed of this many pixels in a time; nil if the time is too long for one turn of the knob.
    private static func velocity(_ pixels: Int, in time: Nanoseconds) -> Int? {
        guard time <= flickTime else { return nil }
        let velocity = Int64(pixels) * 1_000_000_000 / max(time.count, 1_000_000)
        return Int(min(max(velocity, -Int64(DragStep.maximum)), Int64(DragStep.maximum)))
    }
}

/// Debounces one contact by timestamps, if the kernel does not; a pure state machine.
///
/// The first change counts at once; then the contact is ignored for a while, after which its level counts.
package struct EdgeDebounce: Hashable, Sendable {
    /// How long the contact may bounce.
    package let period: Nanoseconds
    /// The stable level.
    package private(set) var isHigh: Bool
    private var raw: Bool
    private var deafUntil: Instant?

    /// Starts with the current level.
    package init(period: Nanoseconds, isHigh: Bool) {
        self.period = max(period, .zero)
        self.isHigh = isHigh
        raw = isHigh
    }

    /// When the contact has to be looked at even if it does not change; nil for never.
    package var due: Instant? { raw == isHigh ? nil : deafUntil }

    /// Handles a change; returns whether the stable level changed.
    package mutating func feed(isHigh level: Bool, at instant: Instant) -> Bool {
        let before = isHigh
        // What was to be looked at in between.
        _ = settle(at: instant)
        raw = level
        _ = settle(at: instant)
        return isHigh != before
    }

    /// Looks at the contact when it is due; returns whether the level that counts has changed.
    package mutating func settle(at instant: Instant) -> Bool {
        let start = deafUntil ?? instant
        guard instant >= start else { return false }
        guard raw != isHigh else {
            deafUntil = nil
            return false
        }
        isHigh = raw
        deafUntil = start + period
        return true
    }
}
