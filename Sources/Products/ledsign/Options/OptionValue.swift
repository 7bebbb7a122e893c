import ArgumentParser
import Foundation
import ImageFiles
import Marquee
import PixelProtocols
import Schedules
import Settings
import SignFiles
import SignHost
import Timelines

// Parsers of option values; their errors say what is expected.

extension Nanoseconds {
    /// Reads a time.
    init(option text: String) throws {
        guard let time = Nanoseconds(parsing: text) else {
            throw ValidationError("expected a time of up to 292 years such as 1.5s, 300ms, 2m, 1h or 90 (seconds)")
        }
        self = time
    }

    /// Reads a time greater than 0.
    init(positiveOption text: String) throws {
        try self.init(option: text)
        guard self > .zero else { throw ValidationError("expected a time greater than 0") }
    }
}

extension WallTime {
    /// Reads a date and time of ISO 8601; without an offset it is UTC.
    init(option text: String) throws {
        let forms = [
            "yyyy-MM-dd'T'HH:mm:ssZZZZZ", "yyyy-MM-dd'T'HH:mmZZZZZ", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm",
        ]
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.isLenient = false
        for form in forms {
            formatter.dateFormat = form
            guard let date = formatter.date(from: text) else { continue }
            self.init(seconds: Int64(clamping: Int128(date.timeIntervalSince1970.rounded())))
            guard isInCalendar else { throw ValidationError("expected a date and time from 1678 to 2261") }
            return
        }
        throw ValidationError(
            "expected a date and time such as 2026-12-24T18:00, 2026-12-24T18:00:30Z or ...T18:00+01:00")
    }
}

extension JSONValue {
    /// Reads the value of a key of a message, or of a sign, as a sign file has it.
    static func option(_ key: String, isOfSign: Bool = false) -> @Sendable (String) throws -> JSONValue {
        { text in
            let value = Int(text).map { JSONValue.integer($0) } ?? .text(text)
            let keys = [JSONMember(key, value)]
            do throws(SignError) {
                _ = try isOfSign ? SignFile(message: [], keys) : SignFile(message: keys)
                return value
            } catch {
                throw ValidationError("\(error)")
            }
        }
    }
}

/// Refuses a number of an option outside of a range.
func check(_ option: String, _ number: Int, in range: ClosedRange<Int>) throws {
    guard !range.contains(number) else { return }
    throw ValidationError("\(option) must be \(range.lowerBound) to \(range.upperBound), not \(number)")
}

// Options and completions that several commands have.

extension Option {
    /// An option with a time, such as `--for`.
    init(
        _ help: String, time name: NameSpecification,
        as read: @escaping @Sendable (String) throws -> Nanoseconds = Nanoseconds.init(positiveOption:)
    ) where Value == Nanoseconds? {
        self.init(name: name, parsing: .unconditional, help: ArgumentHelp(help, valueName: "time"), transform: read)
    }

    /// An option that may be left out; `value` is what the help calls its value.
    init<Given: ExpressibleByArgument>(
        _ help: String, value: String, name: NameSpecification = .long, parsing: SingleValueParsingStrategy = .next,
        completion: CompletionKind? = nil
    ) where Value == Given? {
        self.init(name: name, parsing: parsing, help: ArgumentHelp(help, valueName: value), completion: completion)
    }
}

extension CompletionKind {
    static var signFiles: CompletionKind { .file(extensions: ["yaml", "yml"]) }
    static var fonts: CompletionKind { .custom { _, _, _ in FontCatalog.completions() } }
    static var boards: CompletionKind {
        .custom { _, _, _ in (try? BoardResolver.library().names()) ?? [] }
    }
}

extension PixelProtocol: ExpressibleByArgument {}

extension Direction: ExpressibleByArgument {}
extension ScrollPolicy: ExpressibleByArgument {}
extension HorizontalAlignment: ExpressibleByArgument {}
extension VerticalAlignment: ExpressibleByArgument {}
extension MotionRendering: ExpressibleByArgument {}
extension Overflow: ExpressibleByArgument {}
extension PanelStyle: ExpressibleByArgument {}
