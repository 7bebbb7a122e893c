import Settings
import SignFiles
import Timelines

/// Sets a variable, or unsets it by null.
enum SetVerb: SignVerb {
    static let name = "set"
    static let summary = "Set a variable that texts show as {name}."
    static let fields = [
        VerbField.name(of: "a variable"),
        VerbField(name: "value", expected: "a text, a number, true, false, or null to unset", kind: .text).orNull,
    ]
    static let permission: MQTTSettings.Permission? = .set
    static let addresses = [
        VerbAddress("PUT", "variables/{name}"),
        VerbAddress("DELETE", "variables/{name}", constants: [JSONMember("value", .null)]),
    ]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        Self.warning(try sign.set(command.name, to: command["value"]?.text, at: instant))
    }
}

extension SignCommand {
    /// Sets a variable; nil unsets it.
    package static func set(name: String, value: String?) -> SignCommand {
        SignCommand(SetVerb.self, ["name": .text(name), "value": value.map { .text($0) } ?? .null])
    }
}

enum GetVerb: SignVerb {
    static let name = "get"
    static let summary = "Show the value of one variable, or of all."
    static let fields = [VerbField.name(of: "a variable", isRequired: false)]
    static let addresses = [VerbAddress("GET", "variables")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember] {
        let all = sign.variables(at: instant).map { name, value in
            JSONMember(name, value.map { .text($0) } ?? .null)
        }
        guard let name = command["name"]?.text else { return [JSONMember("variables", .object(all))] }
        guard let found = all.first(where: { $0.name == name }) else {
            throw ControlError(.noSuchVariable(name, nearest: NearestName.find(name, among: all.map(\.name))))
        }
        return [JSONMember("value", found.value)]
    }
}

extension SignCommand {
    /// Gets a variable; all for nil.
    package static func get(name: String?) -> SignCommand {
        SignCommand(GetVerb.self, ["name": name.map { .text($0) }])
    }
}
