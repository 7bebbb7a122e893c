import LinuxSystem
import Settings
import Timelines

/// What survives a restart: messages and variables, as stored in the state file.
package struct ControlState: Hashable, Sendable {
    /// A message and its remaining lifetime.
    package struct Message: Hashable, Sendable {
        /// The message.
        package var message: PushedMessage
        /// The remaining lifetime when the state was saved; nil for no end.
        package var left: Nanoseconds?
        /// When it ends, in nanoseconds since 1970 (UTC); nil for never, or if the time was unknown.
        package var expires: Int64?

        /// The message after a restart; nil if its lifetime is over.
        ///
        /// - Parameter wallTime: nanoseconds since 1970; nil if the time is unknown; the saved remaining lifetime then
        ///   starts now.
        func resumed(wallTime: Int64?) -> PushedMessage? {
            guard let left else { return message }
            guard let wallTime, let expires else { return message.living(for: left) }
            let rest = Nanoseconds(expires) - Nanoseconds(wallTime)
            // Never longer than it had left, whatever the clock says.
            return rest > .zero ? message.living(for: min(rest, left)) : nil
        }
    }

    /// The pushed messages, in order.
    package var messages: [Message]
    /// The values of the variables that were set, by their names.
    package var variables: [String: String]

    package init(messages: [Message] = [], variables: [String: String] = [:]) {
        (self.messages, self.variables) = (messages, variables)
    }

    /// The version of the format.
    package static let version: Int64 = 1
}

extension ControlState {
    /// The state as JSON.
    package var json: JSONValue {
        let sorted = variables.sorted { $0.key < $1.key }
        return [
            "version": .integer(Self.version), "messages": .list(messages.map(\.json)),
            "variables": .object(sorted.map { JSONMember($0.key, .text($0.value)) }),
        ]
    }

    /// The maximum nesting: a message is two levels deeper than in its request.
    private static let maximumDepth = JSONValue.maximumDepth + 4

    /// Reads the content of a state file.
    ///
    /// - Throws: what it is instead, such as "not JSON: ...".
    package init(parsing bytes: some Collection<UInt8>) throws {
        let value: JSONValue
        do throws(TextError) {
            value = try JSONValue(parsing: bytes, depth: Self.maximumDepth)
        } catch {
            throw WordedError("not JSON: \(error)")
        }
        guard let version = value["version"] else { throw WordedError("of another form: \"version\" is missing") }
        guard version.integer == Self.version else {
            throw WordedError("of version \(version.line), and this program writes version \(Self.version)")
        }
        guard case .list(let list) = value["messages"], let variables = value["variables"]?.members else {
            throw WordedError("of another form: \"messages\" is a list, and \"variables\" an object")
        }
        self.init()
        for (index, element) in list.enumerated() {
            guard let message = Message(element) else { throw WordedError("of another form: message \(index + 1)") }
            messages.append(message)
        }
        for member in variables {
            guard let text = member.value.text else {
                throw WordedError("of another form: the variable \"\(member.name.prefix(40))\"")
            }
            self.variables[member.name] = text
        }
    }
}

extension ControlState.Message {
    fileprivate var json: JSONValue {
        [
            "name": .text(message.name), "zone": message.zone.map { .text($0) },
            "left": left.map { .integer($0.count) }, "expires": expires.map { .integer($0) }, "message": message.look,
        ]
    }

    fileprivate init?(_ value: JSONValue) {
        guard let name = value["name"]?.text, let look = value["message"], case .object = look else { return nil }
        let (zone, left, expires) = (value["zone"], value["left"], value["expires"])
        // What is there is what it should be.
        guard (zone == nil) == (zone?.text == nil), (left == nil) == (left?.integer == nil),
            (expires == nil) == (expires?.integer == nil), (left?.integer ?? 0) >= 0
        else { return nil }
        self.init(
            message: PushedMessage(name: name, zone: zone?.text, look: look),
            left: left?.integer.map { Nanoseconds($0) },
            expires: expires?.integer)
    }
}
