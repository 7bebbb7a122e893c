import Settings

/// The JSON object of a request.
struct ControlRequest {
    /// The field that names the verb.
    static let verbField = "command"

    private let members: [JSONMember]

    init(parsing line: some Collection<UInt8>) throws(ControlError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: line)
        } catch {
            throw ControlError(.notJSON(error))
        }
        guard case .object(let members) = value else { throw ControlError(.notAnObject(found: value.typeName)) }
        self.members = members
    }

    subscript(field: String) -> JSONValue? { members.first { $0.name == field }?.value }

    func verb() throws(ControlError) -> ControlVerb {
        let expected = "one of \(ControlVerb.names.joined(separator: ", "))"
        guard let value = self[Self.verbField] else {
            throw ControlError(.missingField(Self.verbField, command: "a request", expected: expected))
        }
        guard let name = value.text else {
            throw ControlError(.wrongValue(field: Self.verbField, expected: expected, found: value.typeName))
        }
        guard let verb = ControlVerb.named(name) else {
            let known = ControlVerb.names
            throw ControlError(.unknownCommand(name, nearest: NearestName.find(name, among: known), known: known))
        }
        return verb
    }

    /// Throws if the request has a field that its verb does not have.
    func checkFields(of verb: ControlVerb) throws(ControlError) {
        let fields = verb.fields.map(\.name)
        let known = [Self.verbField] + fields
        guard let member = members.first(where: { !known.contains($0.name) }) else { return }
        let nearest = NearestName.find(member.name, among: known)
        throw ControlError(.unknownField(member.name, command: verb.name, nearest: nearest, known: fields))
    }
}
