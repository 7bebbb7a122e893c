import PixelGraphics
import Settings
import Timelines

/// Something that a recipe has to know, and how an answer is written into the sign file.
package struct RecipeSetting: Sendable {
    /// What an answer may be.
    package enum Kind: String, CaseIterable, Sendable {
        /// Words that are shown; they have no tags and no fields.
        case text
        /// A number, in a range if there is one.
        case number
        /// Letters, digits and some signs: a symbol, the number of a stop.
        case code
        /// An address of a server.
        case url
        /// The path of a file or a folder.
        case path
        case time, color
        /// One of some words.
        case choice
    }

    /// What it is called.
    package let name: String
    package var kind = Kind.text
    /// The answer of those who give none.
    package var value = ""
    /// What it means.
    package var help = ""
    /// The least and the largest number.
    package var range: ClosedRange<Double>?
    /// The words that a choice has.
    package var choices: [String] = []

    /// The board of the sign, which every recipe asks for.
    static let board = RecipeSetting(name: "board", kind: .path, value: "sim-64x32", help: "The board, by name or path")

    private init(name: String, kind: Kind, value: String, help: String) {
        (self.name, self.kind, self.value, self.help) = (name, kind, value, help)
    }

    /// Reads the keys `kind`, `default`, `help`, `range` and `choices`.
    init?(_ name: String, _ fields: inout SignFields) {
        self.name = name
        fields.read("kind", into: &kind)
        help = fields.value("help", as: .oneLine("what the setting means")) ?? ""
        var bounds: [Double] = []
        fields.readList("range", as: .text("the least and the largest number") { Double($0) }, into: &bounds)
        if bounds.count == 2, bounds[0] <= bounds[1] { range = bounds[0]...bounds[1] }
        fields.readList("choices", as: .nonEmpty("words to choose from"), into: &choices)
        value = fields.value("default", as: .text("the answer of those who give none") { $0 }) ?? ""
        do throws(TextError) {
            _ = try written(value)
        } catch {
            fields.record(.markup(error), at: fields.place(of: "default"))
        }
    }

    /// What an answer has to be, in words.
    package var expected: String {
        switch kind {
        case .text: "a text of one line"
        case .number:
            range.map { "a number from \(Self.short($0.lowerBound)) to \(Self.short($0.upperBound))" } ?? "a number"
        case .code: "letters, digits and . _ : / + - without blanks"
        case .url: "an address such as https://example.org/a.json"
        case .path: "a name or a path"
        case .time: "a time such as 10s or 5m"
        case .color: "a colour such as red or #ff8800"
        case .choice: "one of \(choices.joined(separator: ", "))"
        }
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }

    /// The bytes that an answer may have.
    private static let maximumBytes = 1_024

    /// Returns an answer as it stands within a sign file; texts, addresses and paths stand in quotation marks there.
    package func written(_ answer: String) throws(TextError) -> String {
        guard answer.utf8.count <= Self.maximumBytes else {
            throw TextError("\"\(name)\" has at most \(Self.maximumBytes) bytes, not \(answer.utf8.count)")
        }
        guard isRight(answer) else {
            throw TextError("\"\(name)\" is \(expected), not \(ShownText.quoted(answer))")
        }
        let text = kind == .text ? SignMarkup.escaped(answer) : answer
        return text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    private func isRight(_ answer: String) -> Bool {
        let isClean = answer.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isClean else { return false }
        switch kind {
        case .text: return true
        case .number:
            // What Swift reads besides, such as 0x10, is none for YAML and servers.
            guard case .number? = try? JSONValue(parsing: Array(answer.utf8)), let number = Double(answer) else {
                return false
            }
            return number.isFinite && range?.contains(number) ?? true
        case .code:
            return !answer.isEmpty
                && answer.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || "._:/+-".unicodeScalars.contains($0) }
        case .url: return ["http://", "https://"].contains { answer.hasPrefix($0) } && !answer.contains(" ")
        case .path: return !answer.isEmpty
        case .time: return Nanoseconds(parsing: answer) != nil
        case .color: return (try? Color(parsing: answer)) != nil
        case .choice: return choices.contains(answer)
        }
    }
}
