import HardwareInterfaces
import Timelines

/// What buttons and a rotary encoder say, as what a hand does to the sign (behaviours D1 to D3); a pure state machine.
public struct HandDecoder {
    /// What turning the knob does.
    public enum Turning: String, Hashable, Sendable, CaseIterable {
        /// The content is in hand as long as the knob turns, moves by so many pixels a step, and is let go after it.
        case drag
        /// Every step pushes the content, which goes on at the speed of the turning and eases to its own.
        case flick
    }

    /// What a button does.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        /// Lets the sign stand still, or go on.
        case pause
        /// Goes on to the next message.
        case next
        /// Takes note of an urgent message.
        case acknowledge
    }

    /// A rotary encoder.
    public struct Encoder: Hashable, Sendable {
        /// The inputs of its two lines.
        public var a: Int
        /// The inputs of its two lines.
        public var b: Int
        /// How far a step to the right moves the content to the right (down); negative ones turn the direction.
        public var pixelsPerStep: Int
        /// Where it rests.
        public var resolution: QuadratureDecoder.Resolution
        /// What turning does.
        public var turning: Turning
        /// The zone that it moves; nil for the sign.
        public var zone: String?

        /// Describes an encoder.
        public init(
            a: Int, b: Int, pixelsPerStep: Int = 1, resolution: QuadratureDecoder.Resolution = .fullCycle,
            turning: Turning = .drag, zone: String? = nil
        ) {
            (self.a, self.b, self.pixelsPerStep) = (a, b, pixelsPerStep)
            (self.resolution, self.turning, self.zone) = (resolution, turning, zone)
        }
    }

    /// A button.
    public struct Button: Hashable, Sendable {
        /// Its input.
        public var input: Int
        /// Whether its line is high when it is pressed.
        public var isActiveHigh: Bool
        /// What it does.
        public var action: Action
        /// The zone that it is for; nil for the sign.
        public var zone: String?

        /// Describes a button.
        public init(input: Int, isActiveHigh: Bool = false, action: Action, zone: String? = nil) {
            (self.input, self.isActiveHigh, self.action, self.zone) = (input, isActiveHigh, action, zone)
        }
    }

    /// What a hand does.
    public enum Event: Hashable, Sendable {
        /// Takes hold of the content.
        case beginDrag(zone: String?)
        /// Moves it to so many pixels right of (below) where it was taken.
        case drag(pixels: Int, zone: String?)
        /// Lets it go at some pixels per second; nil is the speed it had before.
        case release(velocity: Int?, zone: String?)
        /// Presses a button.
        case press(Action, zone: String?)
    }

    /// How long after the last step the knob counts as let go.
    public static let holdTime = Nanoseconds.milliseconds(300)
    /// The time between two steps up to which they are one turning.
    public static let flickTime = Nanoseconds.milliseconds(500)

    private let encoder: Encoder?
    private let buttons: [Button]
    private var levels: UInt64
    private var quadrature: QuadratureDecoder?
    private var contacts: [EdgeDebounce]
    /// The pixels since the content was taken in hand; nil where it is not.
    private var dragged: Int?
    private var lastStep: Instant?

    /// Begins with the present levels.
    ///
    /// - Parameters:
    ///   - levels: bit i is input i.
    ///   - bounce: how long buttons may bounce; zero where the kernel takes bounces out.
    public init(encoder: Encoder? = nil, buttons: [Button] = [], levels: UInt64, bounce: Nanoseconds) {
        self.encoder = encoder
        self.buttons = buttons
        self.levels = levels
        quadrature = encoder.map { encoder in
            QuadratureDecoder(
                resolution: encoder.resolution, a: Self.bit(encoder.a, of: levels), b: Self.bit(encoder.b, of: levels))
        }
        contacts = buttons.map { EdgeDebounce(period: bounce, isHigh: Self.bit($0.input, of: levels)) }
    }

    /// How many changes of the encoder's lines were missed.
    public var missed: Int { quadrature?.missed ?? 0 }

    private static func bit(_ input: Int, of levels: UInt64) -> Bool {
        (0..<64).contains(input) && levels >> UInt64(input) & 1 == 1
    }

    // MARK: Time

    /// When something is to be done even if nothing changes; nil for never.
    public var due: Instant? {
        let letGo = dragged == nil ? nil : lastStep.map { $0 + Self.holdTime }
        return ([letGo] + contacts.map(\.due)).compactMap { $0 }.min()
    }

    /// Does what is due at an instant.
    public mutating func wake(at instant: Instant) -> [Event] {
        var events: [Event] = []
        for number in contacts.indices where contacts[number].due.map({ $0 <= instant }) ?? false {
            if contacts[number].settle(at: instant) { events += pressed(number) }
        }
        if dragged != nil, let lastStep, instant - lastStep >= Self.holdTime {
            dragged = nil
            events.append(.release(velocity: 0, zone: encoder?.zone))
        }
        return events
    }

    // MARK: Changes

    /// Takes a change of an input; changes come in the order of time.
    public mutating func feed(_ edge: LineEdge) -> [Event] {
        guard (0..<64).contains(edge.input) else { return [] }
        let events = wake(at: edge.time)
        levels = levels & ~(1 << UInt64(edge.input)) | (edge.isHigh ? 1 << UInt64(edge.input) : 0)
        return events + turned(edge) + contacted(edge)
    }

    private mutating func contacted(_ edge: LineEdge) -> [Event] {
        var events: [Event] = []
        for number in buttons.indices where buttons[number].input == edge.input {
            if contacts[number].feed(isHigh: edge.isHigh, at: edge.time) { events += pressed(number) }
        }
        return events
    }

    private func pressed(_ number: Int) -> [Event] {
        let button = buttons[number]
        return contacts[number].isHigh == button.isActiveHigh ? [.press(button.action, zone: button.zone)] : []
    }

    private mutating func turned(_ edge: LineEdge) -> [Event] {
        guard let encoder, edge.input == encoder.a || edge.input == encoder.b else { return [] }
        let step =
            quadrature?.feed(a: Self.bit(encoder.a, of: levels), b: Self.bit(encoder.b, of: levels)) ?? 0
        guard step != 0 else { return [] }
        let pixels = step * min(max(encoder.pixelsPerStep, -ControlCommand.greatestDrag), ControlCommand.greatestDrag)
        defer { lastStep = edge.time }
        switch encoder.turning {
        case .drag:
            let start: [Event] = dragged == nil ? [.beginDrag(zone: encoder.zone)] : []
            let distance = (dragged ?? 0) + pixels
            dragged = distance
            return start + [.drag(pixels: distance, zone: encoder.zone)]
        case .flick:
            let velocity = lastStep.flatMap { Self.velocity(pixels, in: edge.time - $0) }
            return [
                .beginDrag(zone: encoder.zone), .drag(pixels: pixels, zone: encoder.zone),
                .release(velocity: velocity, zone: encoder.zone),
            ]
        }
    }

    /// The speed of so many pixels in a time; nil where that is too long for one turning.
    private static func velocity(_ pixels: Int, in time: Nanoseconds) -> Int? {
        guard time <= flickTime else { return nil }
        let velocity = Int64(pixels) * 1_000_000_000 / max(time.count, 1_000_000)
        return Int(min(max(velocity, -Int64(ControlCommand.greatestDrag)), Int64(ControlCommand.greatestDrag)))
    }
}
