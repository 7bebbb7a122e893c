import Foundation
import Settings
import SignFiles
import SignHost
import SignPlayback
import SignTestSupport
import Testing

@testable import SignNetwork

/// `docs/openapi.json`, and what a sign tells of it.
///
/// Tests/WebPage/api_tests.py compares what it says of answers with those of a sign.
@Suite struct OpenAPITests {
    private let file: JSONValue
    private let description: OpenAPI

    init() throws {
        let bytes = try Data(contentsOf: PackageFolder.root.appendingPathComponent("docs/openapi.json"))
        file = try JSONValue(parsing: Array(bytes), depth: 24)
        description = try #require(OpenAPI(parsing: Array(bytes)))
    }

    /// - Parameter hasOthers: whether it takes what is sent to AWTRIX clocks and Tidbyt displays.
    private func paths(needsToken: Bool = true, isOpen: Bool = false, hasOthers: Bool = true) -> JSONValue? {
        var settings = HTTPSettings()
        (settings.isPublic, settings.awtrix, settings.tidbyt) = (isOpen, hasOthers, hasOthers)
        return description.document(needsToken: needsToken, settings)["paths"]
    }

    /// An operation of the file.
    private func operation(_ method: String, _ path: String) -> JSONValue? {
        file["paths"]?[path]?[method.lowercased()]
    }

    @Test("it describes every address that the server answers, and no other one")
    func addresses() {
        let described = (file["paths"]?.members ?? []).flatMap { path in
            (path.value.members ?? []).map { "\($0.name.uppercased()) \(path.name)" }
        }
        let answered =
            Route.all.map { "\($0.method) \($0.pattern)" }
            + AWTRIXRoute.allCases.map { "\($0.method) \($0.path)" }
        expectEqual(described.sorted(), answered.sorted())
    }

    @Test("each address has a sentence, and the names in its path")
    func names() {
        for route in Route.all {
            let operation = operation(route.method, route.pattern)
            let words = operation?["summary"]?.text ?? ""
            #expect(words.first?.isUppercase == true && words.hasSuffix("."), "\(route.method) \(route.pattern)")
            expectEqual(parameters(operation, in: "path"), route.parameters, "\(route.method) \(route.pattern)")
        }
    }

    private func parameters(_ operation: JSONValue?, in place: String) -> [String] {
        guard case .list(let parameters)? = operation?["parameters"] else { return [] }
        return parameters.filter { $0["in"]?.text == place }.compactMap { $0["name"]?.text }
    }

    @Test("the address of a verb takes the fields of the verb")
    func fields() throws {
        for verb in SignCommand.verbs {
            for address in verb.addresses {
                let described = try #require(operation(address.method, "/api/v1/" + address.path))
                let hasZone = verb.fields.contains { $0.name == "zone" }
                expectEqual(parameters(described, in: "query"), hasZone ? ["zone"] : [], "\(address.path)")
                let body = described["requestBody"]
                let schema = body?["content"]?["application/json"]?["schema"]
                let fields = address.bodyFields(of: verb)
                if fields.isEmpty {
                    #expect(body == nil, "\(address.path)")
                } else if fields.contains(where: { $0.kind == .message }) {
                    expectEqual(schema, ["$ref": "#/components/schemas/Message"])
                } else {
                    expectEqual(Set((schema?["properties"]?.members ?? []).map(\.name)), Set(fields.map(\.name)))
                    for field in fields { check(schema?["properties"]?[field.name], field) }
                    let required = fields.filter(\.isRequired).map { JSONValue.text($0.name) }
                    expectEqual(schema?["required"], .list(required))
                    expectEqual(body?["required"], .bool(!required.isEmpty))
                }
            }
        }
    }

    /// Compares what a property takes with the field.
    private func check(_ property: JSONValue?, _ field: VerbField) {
        func type(_ names: String...) -> JSONValue {
            let all = (names + (field.takesNull ? ["null"] : [])).map { JSONValue.text($0) }
            return all.count == 1 ? all[0] : .list(all)
        }
        expectEqual(property?["description"], .text(field.expected))
        switch field.kind {
        case .name:
            expectEqual(property?["type"], type("string"))
            expectEqual(property?["maxLength"], .integer(VerbField.maximumNameLength))
        case .text: expectEqual(property?["type"], type("string", "number", "boolean"))
        case .integer(let range):
            expectEqual(property?["type"], type("integer"))
            expectEqual(property?["minimum"], .integer(range.lowerBound))
            expectEqual(property?["maximum"], .integer(range.upperBound))
        case .word(let words): expectEqual(property?["enum"], .list(words.map { .text($0) }))
        case .message: Issue.record("a message among fields")
        }
    }

    @Test("numbers of queries are those that the server takes")
    func numbers() throws {
        func schema(_ method: String, _ path: String, _ name: String) throws -> JSONValue {
            guard case .list(let all)? = operation(method, path)?["parameters"] else { return .null }
            return try #require(all.first { $0["name"]?.text == name }?["schema"])
        }
        for (method, path, name, range) in [
            ("GET", "/api/v1/schedule", "hours", Forecast.hours), ("PUT", "/api/v1/pixels", "x", PixelRequest.origins),
            ("PUT", "/api/v1/pixels", "h", PixelRequest.extents),
        ] {
            let schema = try schema(method, path, name)
            expectEqual(schema["minimum"], .integer(range.lowerBound), "\(name)")
            expectEqual(schema["maximum"], .integer(range.upperBound), "\(name)")
        }
    }

    @Test("it has the addresses of AWTRIX clocks where the sign file says so")
    func awtrix() {
        for route in AWTRIXRoute.allCases {
            let method = route.method.lowercased()
            #expect(paths()?[route.path]?[method]?["responses"]?["200"] != nil, "\(route)")
            #expect(paths(hasOthers: false)?[route.path] == nil, "\(route)")
        }
        expectEqual(
            file["components"]?["responses"]?["ClockDone"]?["content"]?["text/plain"]?["schema"], ["const": "OK"])
    }

    @Test("it has the addresses of Tidbyt displays where the sign file says so")
    func tidbyt() {
        let paths = [
            "/v0/devices", "/v0/devices/{id}", "/v0/devices/{id}/installations",
            "/v0/devices/{id}/installations/{name}", "/v0/devices/{id}/push",
        ]
        for path in paths {
            #expect(self.paths()?[path] != nil, "\(path)")
            #expect(self.paths(hasOthers: false)?[path] == nil, "\(path)")
        }
    }

    @Test("it asks for the token where the sign does")
    func security() {
        let asks = JSONValue.list([["token": []], ["password": []]])
        for (method, path) in [("get", "/api/v1/state"), ("put", "/api/v1/brightness"), ("post", "/api/notify")] {
            expectEqual(paths()?[path]?[method]?["security"], asks)
            #expect(paths()?[path]?[method]?["responses"]?["401"] != nil)
            expectEqual(paths(needsToken: false)?[path]?[method]?["security"], [])
            #expect(paths(needsToken: false)?[path]?[method]?["responses"]?["401"] == nil)
        }
        expectEqual(paths(isOpen: true)?["/api/v1/state"]?["get"]?["security"], [])
        #expect(paths(isOpen: true)?["/api/v1/state"]?["get"]?["responses"]?["429"] == nil)
        expectEqual(paths(isOpen: true)?["/api/v1/brightness"]?["put"]?["security"], asks)
        #expect(paths(needsToken: false)?["/api/v1/brightness"]?["put"]?["responses"]?["429"] != nil)
        #expect(paths(needsToken: false)?["/session"]?["post"]?["responses"]?["401"] != nil)
    }

    /// What everyone may ask a sign with `view: everyone`.
    private static let viewed: Set = [
        "get /api/v1/live", "get /api/v1/messages", "get /api/v1/openapi.json", "get /api/v1/picture.png",
        "get /api/v1/pixels", "get /api/v1/schedule", "get /api/v1/schema", "get /api/v1/state", "get /api/v1/stats",
        "get /api/v1/variables", "get /healthz", "get /metrics",
    ]

    @Test("what needs no token is described without the answers to a wrong one; all else is as in the file")
    func open() throws {
        for needsToken in [false, true] {
            let served = try #require(paths(needsToken: needsToken, isOpen: true, hasOthers: false))
            var count = 0
            for path in file["paths"]?.members ?? []
            where path.name.hasPrefix("/api/v1/") || !path.name.hasPrefix("/api/") && !path.name.hasPrefix("/v0/") {
                for operation in path.value.members ?? [] {
                    let name = "\(operation.name) \(path.name)"
                    let isAsked = needsToken && !Self.viewed.contains(name)
                    let expected = isAsked ? operation.value : Self.withoutToken(operation.value)
                    expectEqual(served[path.name]?[operation.name], expected, "\(name)")
                    count += 1
                }
            }
            expectEqual(served.members?.reduce(0) { $0 + ($1.value.members?.count ?? 0) }, count)
        }
    }

    private static func withoutToken(_ operation: JSONValue) -> JSONValue {
        let members = (operation.members ?? []).map { member in
            switch member.name {
            case "security": return JSONMember("security", [])
            case "responses":
                let rest = (member.value.members ?? []).filter { answer in
                    !answer.value.line.contains("responses/NoToken")
                        && !answer.value.line.contains("responses/WrongTokens")
                }
                return JSONMember("responses", .object(rest))
            default: return member
            }
        }
        return .object(members)
    }

    @Test("every address has the answers that its kind of request can get")
    func answers() {
        for route in Route.all {
            let responses = operation(route.method, route.pattern)?["responses"]?.members?.map(\.name) ?? []
            var expected = ["400", "403", "413", "431", "503", "504"]
            if route.need != .nothing { expected += ["401", "429"] }
            if route.changes { expected += ["409", "415", "429"] }
            if route.parameters.contains("name") { expected.append("404") }
            #expect(Set(expected).isSubset(of: responses), "\(route.method) \(route.pattern)")
        }
    }

    @Test("every reference is there, and nothing is described that no address refers to")
    func references() throws {
        var found: Set<String> = []
        func look(_ value: JSONValue) {
            if let reference = value["$ref"]?.text { found.insert(reference) }
            if case .list(let values) = value { values.forEach(look) }
            value.members?.map(\.value).forEach(look)
        }
        look(file)
        let there = ["responses", "schemas"].flatMap { kind in
            (file["components"]?[kind]?.members ?? []).map { "#/components/\(kind)/\($0.name)" }
        }
        expectEqual(found.sorted(), there.sorted())
    }
}
