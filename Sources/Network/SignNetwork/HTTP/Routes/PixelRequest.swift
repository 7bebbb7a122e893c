import PixelGraphics
import Settings
import SignHost

/// Where a picture of a stream belongs that comes as the body of a request.
package struct PixelRequest: Equatable, Sendable {
    /// The top left pixel within the stream's zone.
    package let origin: Point
    /// The extent; nil for what reaches to the edge.
    package let width: Int?
    package let height: Int?

    /// The content type of such a body, which may be left out.
    package static let type = "application/octet-stream"
    /// How many pictures of an address are taken.
    package static let maximumPerSecond = 120
    /// The numbers that may be given at all.
    package static let origins = 0...65_535
    package static let extents = 1...65_536

    /// The bytes of the longest body: a picture of a size.
    package static func limit(_ size: Size) -> Int { 3 * size.width * size.height }

    /// Reads `x`, `y`, `w` and `h` of a request.
    package init(_ request: HTTPRequest) throws(ControlError) {
        let x = try Self.number("x", Self.origins, request)
        let y = try Self.number("y", Self.origins, request)
        origin = Point(x: x ?? 0, y: y ?? 0)
        width = try Self.number("w", Self.extents, request)
        height = try Self.number("h", Self.extents, request)
    }

    /// The area in a picture of a size.
    ///
    /// - Throws: for an area that is not within the picture, and another number of bytes than three for each of its pixels.
    package func area(in size: Size, bytes count: Int) throws(ControlError) -> Rectangle {
        let width = width ?? size.width - origin.x
        let height = height ?? size.height - origin.y
        guard width > 0, height > 0, origin.x + width <= size.width, origin.y + height <= size.height else {
            throw .wrongValue(
                field: "x, y, w and h", expected: "an area within the \(size) pixels of the stream",
                found: "\(max(width, 0))x\(max(height, 0)) at (\(origin.x), \(origin.y))")
        }
        guard count == 3 * width * height else {
            let expected = "exactly \(3 * width * height) bytes, red, green and blue of \(width)x\(height) pixels"
            throw .wrongValue(field: "the body", expected: expected, found: "\(count)")
        }
        return Rectangle(x: origin.x, y: origin.y, width: width, height: height)
    }

    /// A number of the query, which may be left out.
    private static func number(
        _ name: String, _ range: ClosedRange<Int>, _ request: HTTPRequest
    ) throws(ControlError) -> Int? {
        let given = request.query.filter { $0.name == name }
        guard let text = given.first?.value else { return nil }
        guard given.count == 1, (1...5).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text), range.contains(number)
        else {
            let expected = "one whole number from \(range.lowerBound) to \(range.upperBound)"
            throw .wrongValue(field: name, expected: expected, found: "something else")
        }
        return number
    }
}
