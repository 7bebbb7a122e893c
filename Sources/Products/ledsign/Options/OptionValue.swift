import ArgumentParser
import ImageFiles
import Marquee
import Settings
import SignFiles
import Timelines

/// Parsers of option values; their errors say what is expected.
enum OptionValue {
    static func time(_ text: String) throws -> Nanoseconds {
        guard let time = Nanoseconds(parsing: text) else {
            throw ValidationError("expected a time of up to 292 years such as 1.5s, 300ms, 2m, 1h or 90 (seconds)")
        }
        return time
    }

    /// A time greater than 0.
    static func positiveTime(_ text: String) throws -> Nanoseconds {
        let time = try time(text)
        guard time > .zero else { throw ValidationError("expected a time greater than 0") }
        return time
    }

    /// Reads the value of a key of a message as a sign file has it.
    static func ofMessage(_ key: String) -> @Sendable (String) throws -> JSONValue {
        { text in
            try OptionValue.checked(key, text) { member throws(SignError) in try SignFile(message: [member]) }
        }
    }

    /// Reads the value of a key of a sign as a sign file has it.
    static func ofSign(_ key: String) -> @Sendable (String) throws -> JSONValue {
        { text in
            try OptionValue.checked(key, text) { member throws(SignError) in try SignFile(message: [], [member]) }
        }
    }

    private static func checked(
        _ key: String, _ text: String, read: (JSONMember) throws(SignError) -> SignFile
    ) throws -> JSONValue {
        let value = Int(text).map { JSONValue.integer($0) } ?? .text(text)
        do throws(SignError) {
            _ = try read(JSONMember(key, value))
            return value
        } catch {
            throw ValidationError("\(error)")
        }
    }
}

extension Direction: ExpressibleByArgument {}
extension ScrollPolicy: ExpressibleByArgument {}
extension HorizontalAlignment: ExpressibleByArgument {}
extension VerticalAlignment: ExpressibleByArgument {}
extension MotionRendering: ExpressibleByArgument {}
extension Overflow: ExpressibleByArgument {}
extension PanelStyle: ExpressibleByArgument {}
