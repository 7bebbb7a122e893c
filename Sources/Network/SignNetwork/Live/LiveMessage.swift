import LinuxSystem
import Settings
import SignHost

/// A text that a viewer has sent.
package enum LiveMessage: Hashable, Sendable {
    /// Such as `{"hand":"move","pixels":12}`: a zone of nil is that which the viewer took last, or the whole sign where it takes it.
    case drag(DragStep)
    /// Such as `{"rate":10}`: frames per second.
    case rate(Int)

    /// Reads a text.
    ///
    /// Numbers may have a fraction, as those of pointers have, and are rounded. Unknown names are ignored.
    package init(parsing text: [UInt8]) throws {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: text)
        } catch {
            throw WordedError("the text is not JSON: \(error)")
        }
        if let rate = value["rate"] {
            let rates = LivePacing.rates
            guard let number = rate.integer, let asked = Int(exactly: number), rates.contains(asked) else {
                throw Self.wrongValue(
                    "rate", expected: "a whole number from \(rates.lowerBound) to \(rates.upperBound)",
                    found: rate.typeName)
            }
            self = .rate(asked)
        } else {
            self = .drag(try Self.drag(value))
        }
    }

    private static func drag(_ value: JSONValue) throws -> DragStep {
        let zone = try zone(value)
        switch value["hand"] {
        case .text("begin"): return .begin(zone: zone)
        case .text("move"): return .move(zone: zone, pixels: try number("pixels", value))
        case .text("end"):
            return .release(zone: zone, velocity: value["velocity"] == nil ? 0 : try number("velocity", value))
        case let other?:
            throw Self.wrongValue("hand", expected: "\"begin\", \"move\" or \"end\"", found: other.typeName)
        case nil: throw WordedError("expected an object with \"hand\" or \"rate\", not \(value.typeName)")
        }
    }

    private static func zone(_ value: JSONValue) throws -> String? {
        switch value["zone"] {
        case nil, .null: return nil
        case .text(let name) where VerbField.isName(name): return name
        case let other?: throw Self.wrongValue("zone", expected: "the name of a zone", found: other.typeName)
        }
    }

    private static func number(_ name: String, _ value: JSONValue) throws -> Int {
        guard case .number(let text) = value[name], let number = Double(text), !number.isNaN else {
            throw Self.wrongValue(name, expected: "a number", found: value[name]?.typeName ?? "nothing")
        }
        let maximum = Double(DragStep.maximum)
        return Int(min(max(number, -maximum), maximum).rounded())
    }

    private static func wrongValue(_ name: String, expected: String, found: String) -> WordedError {
        WordedError("\"\(name)\" must be \(expected), not \(found)")
    }

    /// The answer to a viewer whose text is not understood.
    package static func refusal(_ words: String) -> JSONValue {
        ["event": "refused", "error": .text(words)]
    }
}

/// The events that wait until a viewer can take them: of each kind the newest, so that a viewer that reads nothing costs no
/// more than one of each.
package struct LiveEvents: Sendable {
    /// The most kinds; the oldest event gives way.
    package static let maximum = 16

    private var waiting: [(kind: String, text: [UInt8])] = []

    /// Nothing waits.
    package init() {}

    package var isEmpty: Bool { waiting.isEmpty }

    /// Adds an event behind the others, and drops the older one of its kind and zone.
    package mutating func add(_ event: JSONValue) {
        let kind = ["event", "hand", "zone"].map { event[$0]?.text ?? "" }.joined(separator: "\n")
        waiting.removeAll { $0.kind == kind }
        if waiting.count >= Self.maximum { waiting.removeFirst() }
        waiting.append((kind, Array(event.line.utf8)))
    }

    /// Takes the texts of all events, in order.
    package mutating func take() -> [[UInt8]] {
        defer { waiting = [] }
        return waiting.map(\.text)
    }
}
