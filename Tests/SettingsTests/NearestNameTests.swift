import Settings
import SignTestSupport
import Testing

@Suite("The nearest name")
struct NearestNameTests {
    @Test(
        "a name is near with an error for every three letters, and of one or two letters all have to be in it",
        arguments: [
            ("wpie", "wipe"), ("colr", "color"), ("colour", "color"), ("ni", "in"), ("ot", "out"), ("inn", "in"),
            ("i", "in"), ("if", nil), ("on", nil), ("xx", nil), ("", nil), ("fi", nil), ("wardrobe", nil),
        ] as [(String, String?)])
    func nearest(given: String, name: String?) {
        expectEqual(NearestName.find(given, among: ["wipe", "color", "in", "out"]), name, "\(given)")
    }
}
