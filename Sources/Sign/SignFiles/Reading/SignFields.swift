import PixelGraphics
import Settings

/// Asks a sign file for keys and records every problem instead of stopping at the first.
package typealias SignFields = SettingsFields<SignReason>

extension SettingsFields<SignReason> {
    /// Returns what `body` makes of the keys; throws everything that is wrong with them.
    mutating func readAll<Value>(_ body: (inout Self) -> Value) throws(SignError) -> Value {
        let value = isReadable ? body(&self) : nil
        guard let value, problems.isEmpty else { throw SignError(problems: problems) }
        return value
    }

    /// Records the keys that exclude a given one; returns whether there are none.
    @discardableResult
    mutating func excludes(_ key: String, _ others: [String]) -> Bool {
        let given = has(key) ? others.filter(has) : []
        for other in given {
            let (first, second) = isBefore(key, other) ? (key, other) : (other, key)
            record(
                .exclusiveKeys(second, other: first, otherLine: keyPlace(of: first)?.line ?? 1),
                at: keyPlace(of: second))
        }
        return given.isEmpty
    }

    /// Records names that were given before.
    mutating func recordRepeatedNames<Part>(
        of parts: [Part], called kind: String, _ name: (Part) -> (name: String?, place: TextPlace?)
    ) {
        var lines: [String: Int] = [:]
        for part in parts {
            guard let (name, place) = name(part) as? (String, TextPlace?) else { continue }
            if let line = lines[name] {
                record(.duplicateName(name, of: kind, firstLine: line), at: place)
            } else {
                lines[name] = place?.line ?? 1
            }
        }
    }

    /// Reads a colour; returns whether nothing is wrong with it.
    @discardableResult
    mutating func read(_ key: String, into color: inout Color) -> Bool {
        read(key, as: colorForm(key), into: &color)
    }

    /// Reads a colour into a variable that may be nil; returns whether nothing is wrong with it.
    @discardableResult
    mutating func read(_ key: String, into color: inout Color?) -> Bool {
        read(key, as: colorForm(key), into: &color)
    }

    private func colorForm(_ key: String) -> ValueForm<Color> {
        isComment(behind: key)
            ? .color("a colour in quotes such as \"#ff0000\", because # begins a comment") : .color()
    }

    /// Reads a place such as `[3, 4]` in thousandths of a pixel; returns whether nothing is wrong with it.
    @discardableResult
    mutating func readPlace(_ key: String, into point: inout Point?) -> Bool {
        let words = "two numbers of pixels, from the left and from the top, such as [3, 4]"
        var numbers: [Int] = []
        guard readList(key, as: .thousandths(in: -4096...4096, words), into: &numbers) else { return false }
        guard has(key) else { return true }
        guard numbers.count == 2 else {
            recordProblem(.wrongType(key: key, expected: words, found: "\(numbers.count) numbers"), at: place(of: key))
            return false
        }
        point = Point(x: numbers[0], y: numbers[1])
        return true
    }

    /// Reads a place in whole pixels; returns whether nothing is wrong with it.
    @discardableResult
    mutating func readPixel(_ key: String, into point: inout Point?) -> Bool {
        var place: Point?
        guard readPlace(key, into: &place) else { return false }
        if let place { point = Point(x: place.x / 1000, y: place.y / 1000) }
        return true
    }

    /// Reads an area with the places of its top left corner and the extents that it may have in each direction.
    mutating func readArea(places: ClosedRange<Int>, extents: ClosedRange<Int>, into area: inout Rectangle?) {
        readKeys("area", expected: "x, y, width and height in pixels", into: &area) { fields -> Rectangle? in
            var (x, y) = (0, 0)
            let isPlaced = [fields.read("x", in: places, into: &x), fields.read("y", in: places, into: &y)]
            let width = fields.value("width", as: .integer(in: extents))
            let height = fields.value("height", as: .integer(in: extents))
            guard let width, let height, isPlaced == [true, true] else { return nil }
            return Rectangle(x: x, y: y, width: width, height: height)
        }
    }
}

extension SettingsForm {
    /// The bytes that a sign file may have, or a message besides the image that it brings along.
    package static let maximumSignBytes = 262_144

    /// Sign files: keys, lists and keys within them.
    package static let sign = SettingsForm(
        noun: "a sign file", owner: "this part of a sign file", maximumBytes: maximumSignBytes, maximumBrackets: nil)

    /// Messages that come one by one.
    package static let message = SettingsForm(
        noun: "a message", owner: "a message", maximumBytes: maximumSignBytes, maximumBrackets: nil)
}

/// A place in a file, which makes no difference between two things.
package struct FilePlace: Equatable, Sendable {
    package var place: TextPlace?

    package init(place: TextPlace? = nil) { self.place = place }

    package static func == (first: FilePlace, second: FilePlace) -> Bool { true }
}
