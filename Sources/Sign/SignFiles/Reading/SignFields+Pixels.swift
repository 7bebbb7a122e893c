import PixelGraphics
import Settings

extension SettingsFields<SignReason> {
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
            noteProblem(.wrongType(key: key, expected: words, found: "\(numbers.count) numbers"), at: place(of: key))
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

    /// Reads an area.
    ///
    /// - Parameters:
    ///   - places: the places that its top left corner may have in each direction.
    ///   - extents: the extents that it may have in each direction.
    mutating func readArea(places: ClosedRange<Int>, extents: ClosedRange<Int>, into area: inout Rectangle?) {
        readKeys("area", expected: "x, y, width and height in pixels", into: &area) { fields -> Rectangle? in
            var (x, y) = (0, 0)
            let isPlaced = [fields.read("x", in: places, into: &x), fields.read("y", in: places, into: &y)]
            let width = fields.integer("width", in: extents)
            let height = fields.integer("height", in: extents)
            guard let width, let height, isPlaced == [true, true] else { return nil }
            return Rectangle(x: x, y: y, width: width, height: height)
        }
    }
}
