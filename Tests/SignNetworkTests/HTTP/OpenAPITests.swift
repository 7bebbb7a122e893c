import Settings
import SignHost
import SignTestSupport
import Testing

@testable import SignNetwork

/// The description of the API.
///
/// Tests/WebPage/api_tests.py compares what it says of answers with those of a sign.
@Suite struct OpenAPITests {
    private func paths(needsToken: Bool = true, isOpen: Bool = false, hasAWTRIX: Bool = true) -> JSONValue? {
        OpenAPI(needsToken: needsToken, isOpen: isOpen, hasAWTRIX: hasAWTRIX).document["paths"]
    }

    @Test("it has the addresses of AWTRIX clocks where the sign file says so")
    func awtrix() {
        let posts = ["notify", "custom", "notify/dismiss", "nextapp", "switch", "power", "settings"]
        let gets = ["settings", "stats", "loop", "screen"]
        for (method, names) in [("post", posts), ("get", gets)] {
            for name in names {
                #expect(paths()?["/api/\(name)"]?[method]?["responses"]?["200"] != nil, "\(method) \(name)")
                #expect(paths(hasAWTRIX: false)?["/api/\(name)"] == nil, "\(name)")
            }
        }
        #expect(paths()?["/api/nextapp"]?["get"] == nil)
        let words = paths()?["/api/notify"]?["post"]?["responses"]?["200"]?["content"]?["text/plain"]
        expectEqual(words?["schema"]?["const"], .text("OK"))
    }

    @Test("it asks for the token where the sign does")
    func security() {
        let asks = JSONValue.list([
            .object([JSONMember("token", .list([]))]), .object([JSONMember("password", .list([]))]),
        ])
        for (method, path) in [("get", "/api/v1/state"), ("put", "/api/v1/brightness"), ("post", "/api/notify")] {
            expectEqual(paths()?[path]?[method]?["security"], asks)
            #expect(paths()?[path]?[method]?["responses"]?["401"] != nil)
            expectEqual(paths(needsToken: false)?[path]?[method]?["security"], .list([]))
            #expect(paths(needsToken: false)?[path]?[method]?["responses"]?["401"] == nil)
        }
        expectEqual(paths(isOpen: true)?["/api/v1/state"]?["get"]?["security"], .list([]))
        expectEqual(paths(isOpen: true)?["/api/v1/brightness"]?["put"]?["security"], asks)
    }

    @Test("every schema can be read, and every reference is there")
    func schemas() throws {
        let document = OpenAPI(needsToken: true, isOpen: false, hasAWTRIX: true).document
        var references: Set<String> = []
        func look(_ value: JSONValue, _ place: String) {
            switch value {
            case .null: Issue.record("nothing at \(place)")
            case .list(let values): for value in values { look(value, place) }
            case .object(let members):
                for member in members {
                    if member.name == "$ref" { references.insert(member.value.text ?? "") }
                    look(member.value, "\(place)/\(member.name)")
                }
            case .bool, .number, .text: break
            }
        }
        look(document, "")
        let names = document["components"]?["schemas"]?.members?.map(\.name) ?? []
        expectEqual(names, ["Done", "Error", "Message"])
        expectEqual(references, Set(names.map { "#/components/schemas/\($0)" }))
    }

    @Test("every field of a request has a type")
    func fields() {
        for field in SignCommand.verbs.flatMap({ $0.fields }) {
            #expect(OpenAPISchema.values(of: field).members?.isEmpty == false, "\(field.name)")
        }
    }
}
