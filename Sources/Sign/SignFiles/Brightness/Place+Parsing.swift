import Schedules
import Settings

extension Place {
    /// Reads `place`; nil within an optional for files without it, nil if there are problems.
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
