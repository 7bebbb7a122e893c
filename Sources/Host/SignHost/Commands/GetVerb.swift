import Settings
import Timelines

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
