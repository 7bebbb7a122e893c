import SignTestSupport
import Testing

@testable import SignNetwork

@Suite("HTTP requests")
struct HTTPRequestTests {
    @Test("a header is found whatever its case, and one sent twice counts as missing")
    func headers() {
        let request = HTTPRequest("GET", "/", headers: [("host", "a"), ("X", "1"), ("x", "2")])
        expectEqual(request.header("Host"), "a")
        #expect(request.header("X") == nil)
    }
}
