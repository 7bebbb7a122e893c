import SignTestSupport
import Testing

@testable import SignFiles

@Suite struct IconSearchTests {
    private func found(_ words: String...) -> [String] { SignIcon.search(words).map(\.name) }

    @Test("icons are found by the beginnings of words in our names and Unicode's, in either case")
    func names() {
        expectEqual(found("rain"), ["heavy-rain", "rain", "rainbow", "showers", "thunderstorm"])
        expectEqual(found("RAINB"), ["rainbow"])
        expectEqual(found("sunglasses"), ["cool"])
        expectEqual(found("nothing-like-it"), [])
    }

    @Test("of several words all are in the names of an icon")
    func words() {
        expectEqual(found("cloud", "night"), ["partly-cloudy-night"])
        // CLOUD WITH RAIN, WHITE SUN BEHIND CLOUD WITH RAIN and THUNDER CLOUD AND RAIN.
        expectEqual(found("rain", "cloud"), ["rain", "showers", "thunderstorm"])
        expectEqual(found("heavy-rain"), ["heavy-rain"])
        expectEqual(found("sun", "cloud", "rain"), ["showers"])
    }
}
