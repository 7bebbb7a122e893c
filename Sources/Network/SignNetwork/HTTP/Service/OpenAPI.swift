import Settings
import SignFiles

/// The description of the API (OpenAPI 3.1): `docs/openapi.json`, without what a sign does not have.
package struct OpenAPI {
    private let whole: JSONValue

    /// - Parameter bytes: the file; nil if it is not JSON.
    package init?(parsing bytes: [UInt8]) {
        guard let whole = try? JSONValue(parsing: bytes, depth: 24) else { return nil }
        self.whole = whole
    }

    /// Describes the API of one sign.
    ///
    /// - Parameter needsToken: whether changes need a token, which they do not on loopback alone.
    package func document(needsToken: Bool, _ settings: HTTPSettings) -> JSONValue {
        /// An operation as it is with a token, or without; nil for one that the sign does not have.
        func operation(_ member: JSONMember, _ path: String) -> JSONMember? {
            guard let need = Self.need(of: path, member.name.uppercased(), settings) else { return nil }
            let isAsked = needsToken && (need == .token || need == .view && !settings.isPublic)
            return isAsked ? member : Self.open(member)
        }
        let paths = (whole["paths"]?.members ?? []).compactMap { path -> JSONMember? in
            let operations = (path.value.members ?? []).compactMap { operation($0, path.name) }
            return operations.isEmpty ? nil : JSONMember(path.name, .object(operations))
        }
        return .object(
            (whole.members ?? []).map { $0.name == "paths" ? JSONMember("paths", .object(paths)) : $0 })
    }

    /// What a request needs; nil for an address that the sign does not have.
    private static func need(of path: String, _ method: String, _ settings: HTTPSettings) -> Access.Need? {
        if let route = Route.all.first(where: { $0.method == method && $0.pattern == path }) {
            return settings.tidbyt || !path.hasPrefix(Route.tidbyt) ? route.need : nil
        }
        guard settings.awtrix, let route = AWTRIXRoute(method: method, path: path) else { return nil }
        return route.isReading ? .view : .token
    }

    /// An operation that needs no token, and so has no answers to a wrong one.
    private static func open(_ operation: JSONMember) -> JSONMember {
        let members = (operation.value.members ?? []).map { member -> JSONMember in
            switch member.name {
            case "security": return JSONMember("security", [])
            case "responses":
                let answers = (member.value.members ?? []).filter { answer in
                    let name = answer.value["$ref"]?.text?.split(separator: "/").last
                    return name != "NoToken" && name != "WrongTokens"
                }
                return JSONMember("responses", .object(answers))
            default: return member
            }
        }
        return JSONMember(operation.name, .object(members))
    }
}
