import ArgumentParser
import Marquee
import PixelGraphics
import Timelines

/// A length of time on the command line.
struct DurationArgument: ExpressibleByArgument {
    let time: Nanoseconds

    init?(argument: String) {
        guard let time = Nanoseconds(parsing: argument) else { return nil }
        self.time = time
    }

    var defaultValueDescription: String { time.text }
}

/// A speed on the command line.
struct SpeedArgument: ExpressibleByArgument {
    let speed: Speed

    init?(argument: String) {
        guard let speed = Speed(decimal: argument) else { return nil }
        self.speed = speed
    }

    init(_ speed: Speed) {
        self.speed = speed
    }

    var defaultValueDescription: String { "\(speed.numerator)" }
}

/// A colour on the command line; wrong ones get the colour reader's own words.
struct ColorArgument: ExpressibleByArgument {
    let color: Color?
    let problem: String

    init?(argument: String) {
        do {
            color = try Color(parsing: argument)
            problem = ""
        } catch {
            color = nil
            problem = "\(error)"
        }
    }

    /// The colour, or a validation error that says what is wrong.
    func value() throws -> Color {
        guard let color else { throw ValidationError(problem) }
        return color
    }
}

/// An easing on the command line: a name, or `bezier(x1,y1,x2,y2)`.
struct EasingArgument: ExpressibleByArgument {
    let easing: Easing

    init?(argument: String) {
        let named: [String: Easing] = [
            "linear": .linear, "ease-in": .easeIn, "ease-out": .easeOut, "ease-in-out": .easeInOut,
        ]
        if let easing = named[argument.lowercased()] {
            self.easing = easing
            return
        }
        guard argument.hasPrefix("bezier("), argument.hasSuffix(")") else { return nil }
        let numbers = argument.dropFirst(7).dropLast().split(separator: ",", omittingEmptySubsequences: false)
            .map { Speed(decimal: $0.filter { $0 != " " }) }
        guard numbers.count == 4, !numbers.contains(where: { $0 == nil }) else { return nil }
        let thousandths = numbers.compactMap { $0 }.map { Int($0.numerator * 1000 / $0.denominator) }
        guard (0...1000).contains(thousandths[0]), (0...1000).contains(thousandths[2]) else { return nil }
        easing = .cubicBezier(
            CubicBezier(thousandths: thousandths[0], thousandths[1], thousandths[2], thousandths[3]))
    }

    static var allValueStrings: [String] { ["linear", "ease-in", "ease-out", "ease-in-out", "bezier(x1,y1,x2,y2)"] }
}

extension Direction: ExpressibleByArgument {}
extension ScrollPolicy: ExpressibleByArgument {}
extension HorizontalAlignment: ExpressibleByArgument {}
extension VerticalAlignment: ExpressibleByArgument {}
extension MotionRendering: ExpressibleByArgument {}
extension Overflow: ExpressibleByArgument {}
