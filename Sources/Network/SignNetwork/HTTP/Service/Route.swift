import ImageFiles
import Settings
import SignFiles
import SignHost

/// An address of the API, and what a request to it does.
package struct Route: Sendable {
    /// Does what a request asks for that has come as a whole, and whose path has some names.
    typealias Action = @Sendable (HTTPService, HTTPRequest, _ names: [String: String], HTTPDaemon.Call) throws -> Void

    /// Such as GET.
    package let method: String
    /// Begins with a slash; a name in braces stands for one name of a path.
    package let pattern: String
    package let need: Access.Need
    /// The types that its body may have.
    let types: [String]
    /// The bytes that its body may have; nil for as many as for most addresses.
    let limit: Int?
    let action: Action

    init(
        _ method: String, _ pattern: String, _ need: Access.Need, types: [String] = json, limit: Int? = nil,
        action: @escaping Action
    ) {
        (self.method, self.pattern, self.need) = (method, pattern, need)
        (self.types, self.limit, self.action) = (types, types == Self.file ? SignFile.maximumBytes : limit, action)
    }

    /// The types of most bodies, of sign files, backups and pictures.
    static let json = ["application/json"]
    private static let file = ["application/yaml"]
    static let archive = ["application/x-tar", "application/octet-stream"]
    private static let image = ["application/octet-stream"] + ImageFormat.mediaTypes

    /// The address of a verb.
    init(_ address: VerbAddress, of verb: any SignVerb.Type) {
        self.init(address.method, "/api/v1/" + address.path, address.method == "GET" ? .view : .token) {
            try $0.perform(address.command(of: verb, $1, names: $2), $3)
        }
    }

    private static let pixels = "/api/v1/pixels"
    private static let pictures = "/api/v1/pictures"
    private static let picture = pictures + "/{name}"
    private static let live = "/api/v1/live"
    private static let hook = "/hooks/{name}"
    /// What the addresses of Tidbyt's API begin with.
    static let tidbyt = "/v0/"

    /// Whether it may change something.
    package var changes: Bool { method != "GET" }

    /// Whether it opens a connection that may change something.
    var isConnection: Bool { pattern == Self.live }

    /// Whether its body is a picture of a stream, which come more often than other changes.
    var takesPixels: Bool { changes && pattern == Self.pixels }

    /// Whether it is that of hooks, which have tokens of their own.
    var isHook: Bool { pattern == Self.hook }

    /// The names in braces.
    package var parameters: [String] {
        pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// The names that a path has for those in braces; nil if it is another path.
    package func match(_ path: String) -> [String: String]? {
        let wanted = pattern.split(separator: "/", omittingEmptySubsequences: false)
        let given = path.split(separator: "/", omittingEmptySubsequences: false)
        guard wanted.count == given.count else { return nil }
        var names: [String: String] = [:]
        for (wanted, given) in zip(wanted, given) {
            if wanted.hasPrefix("{") {
                guard !given.isEmpty else { return nil }
                let name = given.map { $0 == RequestTarget.slash ? "/" : $0 }
                names[String(wanted.dropFirst().dropLast())] = String(name)
            } else if wanted != given {
                return nil
            }
        }
        return names
    }
}

/// All addresses of the API.
extension Route {
    /// Finds the route of a request, and the names in its path; HEAD is answered as GET without the body.
    package static func find(_ method: String, _ path: String) -> (route: Route, names: [String: String])? {
        let method = method == "HEAD" ? "GET" : method
        // A word counts before a name in braces.
        for route in all where route.method == method {
            if let names = route.match(path) { return (route, names) }
        }
        return nil
    }

    /// The methods that a path is asked for by; none for a path that is none of them.
    package static func methods(of path: String) -> [String] {
        ["GET", "POST", "PUT", "PATCH", "DELETE"].filter { method in
            all.contains { $0.method == method && $0.match(path) != nil }
        }
    }

    /// All routes; those of verbs are in the table of verbs.
    package static let all: [Route] =
        [
            Route("POST", "/session", .nothing) { $0.respond($3, $0.access?.beginSession($1, at: $0.now)) },
            Route("DELETE", "/session", .nothing) { $0.respond($3, $0.access?.endSession($1)) },
            Route("GET", "/api/v1/sessions", .token) { $0.respond($3, $0.access?.listSessions($1, at: $0.now)) },
            Route("DELETE", "/api/v1/sessions/{id}", .token) {
                $0.respond($3, $0.endSession(number: $2["id"] ?? ""))
            },
            Route("POST", "/api/v1/session/code", .token) { $0.respond($3, $0.access?.makeCode(at: $0.now)) },
            Route("GET", "/api/v1/setup", .token) { try $0.askSetup($3) },
            Route("POST", "/api/v1/setup/{step}", .token) { try $0.performSetup($2["step"] ?? "", $1, $3) },
            Route("GET", "/api/v1/state", .view) { $0.order(.state, for: $3, .reply) },
            Route("GET", "/api/v1/schedule", .view) { try $0.orderSchedule($1, $3) },
            Route("GET", "/api/v1/picture.png", .view) { try $0.orderPicture($1, $3) },
            Route("GET", "/api/v1/openapi.json", .view) { $0.respond($3, $0.apiDescription) },
            Route("GET", live, .view) { $0.orderLive($1, $3) },
            Route("POST", "/api/v1/messages/check", .token) { try $0.orderPreview($1, $3) },
            Route("PUT", pixels, .token) { $0.respond($3, $0.takePixels($1)) },
            Route("POST", hook, .token) { $0.complete($2["name"] ?? "", $1, $3) },
            Route("POST", "/api/v1/command", .token) { try $0.perform(SignCommand(parsing: $1.body), $3) },
            Route("GET", "/api/v1/sign", .token) { $0.respond($3, file: $0.fileAnswer($1)) },
            Route("PUT", "/api/v1/sign", .token, types: file) { $0.respond($3, file: $0.saveFile($1)) },
            Route("POST", "/api/v1/sign/check", .token, types: file) { $0.respond($3, file: $0.checkFile($1)) },
            Route("POST", "/api/v1/sign/picture", .token, types: file) { try $0.orderDraft($1, $3) },
            Route("GET", "/api/v1/sign/messages", .token) { $0.respond($3, file: $0.fileMessages) },
            Route("POST", "/api/v1/sign/messages", .token) { $0.respond($3, file: $0.editMessages($1)) },
            Route("GET", "/api/v1/sign/versions", .token) { $0.respond($3, file: $0.versionList) },
            Route("GET", "/api/v1/sign/versions/{id}", .token) { $0.respond($3, file: $0.version($2["id"] ?? "")) },
            Route("GET", "/api/v1/backup", .token) { $0.respond($3, $0.backup) },
            Route("PUT", "/api/v1/backup", .token, types: archive, limit: SignBackup.maximumBytes) {
                $0.respond($3, $0.restore($1))
            },
            Route("GET", pictures, .token) { $0.respond($3, pictures: { $0.answer($1) }) },
            Route("GET", picture, .token) { service, request, names, call in
                service.respond(call, pictures: { pictures, _ in pictures.read(names["name"] ?? "", request) })
            },
            Route("PUT", picture, .token, types: image, limit: SignPictures.maximumBytes) {
                service, request, names, call in
                service.respond(
                    call,
                    pictures: { pictures, _ in
                        pictures.store(names["name"] ?? "", request.body, ifMatch: request.header("If-Match"))
                    })
            },
            Route("DELETE", picture, .token) { service, _, names, call in
                service.respond(call, pictures: { $0.remove(names["name"] ?? "", $1) })
            },
            Route("GET", "/api/v1/recipes", .token) { $0.respond($3, $0.recipeList) },
            Route("POST", "/api/v1/recipes/{name}", .token) {
                $0.respond($3, file: $0.fillRecipe($2["name"] ?? "", $1))
            },
            Route("GET", "/api/v1/schema", .view) { $0.respond($3, $0.schemaAnswer) },
            Route("GET", "/metrics", .view) { $0.order(.counts, for: $3, .metrics) },
            Route("GET", "/healthz", .view) { $0.order(.state, for: $3, .health) },
        ] + TidbytDevice.routes + SignCommand.verbs.flatMap { verb in verb.addresses.map { Route($0, of: verb) } }
}

extension VerbAddress {
    /// The fields that the body of a request may have: those that the address does not give, where a body counts at all.
    package func bodyFields(of verb: any SignVerb.Type) -> [VerbField] {
        guard method != "GET", method != "DELETE" else { return [] }
        return verb.fields.filter { field in
            !path.contains("{\(field.name)}") && !constants.contains { $0.name == field.name }
        }
    }

    /// Reads the command of a request.
    ///
    /// - Parameter names: those of the path; `name` is a field of the verb, or the name of a message that is pushed.
    package func command(
        of verb: any SignVerb.Type, _ request: HTTPRequest, names: [String: String]
    ) throws(ControlError) -> SignCommand {
        var members = [JSONMember("command", .text(verb.name))] + constants
        let name = names["name"].map { [JSONMember("name", .text($0))] } ?? []
        let fields = bodyFields(of: verb)
        if fields.contains(where: { $0.kind == .message }) {
            let given = try SignCommand.members(parsing: request.body)
            let keys = name.isEmpty ? given : given.filter { $0.name != "name" }
            members.append(JSONMember("message", .object(keys + name)))
        } else {
            members += name
            if !fields.isEmpty, !request.body.isEmpty { members += try SignCommand.members(parsing: request.body) }
        }
        return try SignCommand(request: members.contains { $0.name == "zone" } ? members : members + request.zone)
    }
}

extension HTTPRequest {
    /// The zone that the query names, as a field of a command.
    var zone: [JSONMember] {
        query.first { $0.name == "zone" }.map { [JSONMember("zone", .text($0.value))] } ?? []
    }
}
