import SignTestSupport
import Testing

@testable import SignHost

@Suite struct Base64Tests {
    @Test(
        "base 64 is that of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(text: String, encoded: String) {
        expectEqual(Base64.encode(Array(text.utf8)), encoded)
        expectEqual(Base64.decode(encoded), Array(text.utf8))
    }

    @Test("what is not base 64 is refused", arguments: ["a", "ab=c", "====", "Zg=a", "Z g="])
    func notBase64(text: String) { #expect(Base64.decode(text) == nil) }
}
