import Schedules
import Settings

extension Place {
    /// Reads `place`, which stays as it is without the key; returns whether nothing is wrong with it.
    static func read(_ fields: inout SignFields, into place: inout Place?) -> Bool {
        fields.readKeys("place", expected: "latitude and longitude in degrees", into: &place) { inner -> Place? in
            let latitude = inner.value("latitude", as: degrees(of: "north", in: -90...90))
            let longitude = inner.value("longitude", as: degrees(of: "east", in: -180...180))
            guard let latitude, let longitude else { return nil }
            return Place(latitude: latitude, longitude: longitude)
        }
    }

    private static func degrees(
        of direction: String, in range: ClosedRange<Double>
    ) -> SignFields.ValueForm<Double> {
        let (least, most) = (Int(range.lowerBound), Int(range.upperBound))
        let expected = "degrees \(direction) such as 13.405, from \(least) to \(most)"
        return SignFields.ValueForm(expected, isNumber: true) { text in
            guard let number = PlainDecimal.read(text) else { return .wrongType }
            return range.contains(number) ? .value(number) : .outOfRange
        }
    }
}
