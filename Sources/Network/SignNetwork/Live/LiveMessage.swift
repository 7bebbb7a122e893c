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
    package init(parsing text: [UInt8]) throws(LiveMessageError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: text) } catch { throw .notJSON(error) }
        if let rate = value["rate"] {
            let rates = LivePacing.rates
            guard let number = rate.integer, let asked = Int(exactly: number), rates.contains(asked) else {
                throw .wrongValue(
                    "rate", expected: "a whole number from \(rates.lowerBound) to \(rates.upperBound)",
                    found: rate.typeName)
            }
            self = .rate(asked)
        } else {
            self = .drag(try Self.drag(value))
        }
    }

    private static func drag(_ value: JSONValue) throws(LiveMessageError) -> DragStep {
        let zone = try zone(value)
        switch value["hand"] {
        case .text("begin"): return .begin(zone: zone)
        case .text("move"): return .move(zone: zone, pixels: try number("pixels", value))
        case .text("end"):
            return .release(zone: zone, velocity: value["velocity"] == nil ? 0 : try number("velocity", value))
        case let other?:
            throw .wrongValue("hand", expected: "\"begin\", \"move\" or \"end\"", found: other.typeName)
        case nil: throw .unknown(found: value.typeName)
        }
    }

    private static func zone(_ value: JSONValue) throws(LiveMessageError) -> String? {
        switch value["zone"] {
        case nil, .null: return nil
        case .text(let name) where (1...ControlCommand.maximumNameLength).contains(name.count): return name
        case let other?: throw .wrongValue("zone", expected: "the name of a zone", found: other.typeName)
        }
    }

    private static func number(_ name: String, _ value: JSONValue) throws(LiveMessageError) -> Int {
        guard case .number(let text) = value[name], let number = Double(text), !number.isNaN else {
            throw .wrongValue(name, expected: "a number", found: value[name]?.typeName ?? "nothing")
        }
        let maximum = Double(DragStep.maximum)
        return Int(min(max(number, -maximum), maximum).rounded())
    }
}

/// Why a text of a viewer is not understood.
package enum LiveMessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not JSON.
    case notJSON(JSONError)
    /// It has neither `hand` nor `rate`.
    case unknown(found: String)
    /// A member has a value that it does not accept.
    case wrongValue(String, expected: String, found: String)

    /// What was given, and what was expected.
    package var description: String {
        switch self {
        case .notJSON(let fault): "the text is not JSON: \(fault)"
        case .unknown(let found): "expected an object with \"hand\" or \"rate\", not \(found)"
        case .wrongValue(let name, let expected, let found): "\"\(name)\" must be \(expected), not \(found)"
        }
    }

    /// The answer to the viewer.
    package var event: JSONValue {
        .object([JSONMember("event", .text("refused")), JSONMember("error", .text(description))])
    }
}
