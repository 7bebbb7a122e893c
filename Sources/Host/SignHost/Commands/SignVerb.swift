import Settings
import SignFiles
import Timelines

/// A verb of the control protocol: one kind of request that a running sign accepts.
package protocol SignVerb: Sendable {
    /// The value of `command` in a request, and the name of the command of `ledsign ctl`.
    static var name: String { get }

    /// What it does, in one sentence, for help and docs/control.md.
    static var summary: String { get }

    /// The fields of a request besides `command`, in the order in which they are read.
    static var fields: [VerbField] { get }

    /// What `allow` of a sign file needs for it; nil for a verb that only asks.
    static var permission: MQTTSettings.Permission? { get }

    /// The addresses of the HTTP API that stand for it.
    static var addresses: [VerbAddress] { get }

    /// What `allow` needs for one command; the permission of the verb, unless some of its commands only ask.
    static func permission(for command: SignCommand) -> MQTTSettings.Permission?

    /// Performs a command of this verb; returns the content of the reply.
    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) throws -> [JSONMember]
}

extension SignVerb {
    package static var fields: [VerbField] { [] }
    package static var permission: MQTTSettings.Permission? { nil }
    package static var addresses: [VerbAddress] { [] }
    package static func permission(for command: SignCommand) -> MQTTSettings.Permission? { permission }

    /// The members of an answer that has a warning, or none.
    static func warning(_ words: String?) -> [JSONMember] { words.map { [JSONMember("warning", .text($0))] } ?? [] }
}

/// An address of the HTTP API that stands for a verb.
///
/// Its body is an object with the fields of the verb that the address does not give, or the message of a verb that takes one.
package struct VerbAddress: Sendable {
    /// Such as GET, which needs `view`; all others need the token.
    package let method: String
    /// The path below /api/v1; `{name}` is the field `name`, or the name of the message.
    package let path: String
    /// Fields that every such request has.
    package let constants: [JSONMember]

    init(_ method: String, _ path: String, constants: [JSONMember] = []) {
        (self.method, self.path, self.constants) = (method, path, constants)
    }
}
