import SignTestSupport
import Testing

@Suite("expectEqual, which most tests compare with")
struct ExpectEqualTests {
    @Test("different values are an issue at the place of the call that shows both, and the comment")
    func different() {
        let line = #line + 2
        withKnownIssue {
            expectEqual([1, 23], [1, 24], "at 45 ms")
        } matching: { issue in
            let place = issue.sourceLocation
            let words = String(describing: issue)
            return place?.line == line && place?.fileName == "ExpectEqualTests.swift"
                && issue.comments.map(\.rawValue) == ["at 45 ms"]
                && words.contains("[1, 23]") && words.contains("[1, 24]")
        }
    }

    @Test("equal values are none, and their comment is not evaluated")
    func equal() {
        var comments = 0
        func comment() -> Comment {
            comments += 1
            return "unused"
        }
        expectEqual("a", "a", comment())
        expectEqual(Optional(3), 3)
        #expect(comments == 0)
    }
}
