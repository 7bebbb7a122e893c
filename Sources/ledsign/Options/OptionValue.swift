import ArgumentParser
import Marquee
import PixelGraphics
import SignContent
import Timelines

/// Readers of option values: what is wrong with a value is said together with what is expected.
enum OptionValue {
    /// A length of time.
    static func time(_ text: String) throws -> Nanoseconds {
        guard let time = Nanoseconds(parsing: text) else {
            throw ValidationError("expected a time of up to 292 years such as 1.5s, 300ms, 2m, 1h or 90 (seconds)")
        }
        return time
    }

    /// A length of time that has one.
    static func positiveTime(_ text: String) throws -> Nanoseconds {
        let time = try time(text)
        guard time > .zero else { throw ValidationError("expected more than no time") }
        return time
    }

    /// A speed.
    static func speed(_ text: String) throws -> Speed {
        guard let speed = Speed(decimal: text) else {
            throw ValidationError(
                "expected pixels per second such as 30 or 12.5, up to \(Speed.limit) and with up to six decimals")
        }
        return speed
    }

    /// A colour; wrong ones get the colour reader's own words.
    static func color(_ text: String) throws -> Color {
        do {
            return try Color(parsing: text)
        } catch {
            throw ValidationError("\(error)")
        }
    }

    /// The names of the easings, as the help and the shell's completion show them.
    static let easings = EasingName.forms

    /// An easing: a name, or `bezier(x1,y1,x2,y2)`.
    static func easing(_ text: String) throws -> Easing {
        switch EasingName.read(text) {
        case .easing(let easing): return easing
        case .unknown: throw ValidationError("expected one of \(easings.joined(separator: ", "))")
        case .timesOutOfRange: throw ValidationError("x1 and x2 are times, and have to be 0 to 1")
        }
    }
}
