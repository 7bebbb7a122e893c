import Schedules
import SettingsFiles

extension Place {
    /// Reads `place`; nil within an optional for files without it, nil where there are problems.
    static func reading(_ fields: inout SignFields) -> Place?? {
        fields.optionalKeys("place", expected: "latitude and longitude in degrees") { inner -> Place? in
            let latitude = degrees("latitude", of: "north", in: -90...90, &inner)
            let longitude = degrees("longitude", of: "east", in: -180...180, &inner)
            guard let latitude, let longitude else { return nil }
            return Place(latitude: latitude, longitude: longitude)
        }
    }

    private static func degrees(
        _ key: String, of direction: String, in range: ClosedRange<Double>, _ fields: inout SignFields
    ) -> Double? {
        let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
        let expected = "degrees \(direction) such as 13.405, from \(least) to \(most)"
        return fields.parsed(key, expected: expected, isNumber: true) { text -> SignFields.Outcome<Double> in
            guard let number = PlainDecimal.read(text) else { return .wrongType }
            return range.contains(number) ? .value(number) : .outOfRange
        }
    }
}

/// Decimal numbers as people write them: digits, perhaps a minus in front, perhaps a point within.
enum PlainDecimal {
    /// Reads a number of at most 30 characters; nil where it is something else.
    static func read(_ text: String) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isWritten = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        return isWritten && (1...2).contains(parts.count) && text.utf8.count <= 30 ? Double(text) : nil
    }
}
