/// A verb of the control protocol: one request that a running sign accepts.
package struct ControlVerb: Sendable {
    /// The value of `command` in a request, and the name of the command of `ledsign ctl`.
    package let name: String
    /// What the verb does, in one sentence, for help and docs/control.md.
    package let summary: String
    /// The fields of the request besides `command`, in the order in which they are read.
    package let fields: [ControlFieldForm]
    private let read: @Sendable (ControlRequest, ControlVerb) throws(ControlError) -> ControlCommand

    /// Reads the command of a request for this verb.
    func command(of request: ControlRequest) throws(ControlError) -> ControlCommand {
        let command = try read(request, self)
        try request.checkFields(of: self)
        return command
    }
}

extension ControlVerb {
    init(_ name: String, _ summary: String, command: ControlCommand) {
        self.init(name: name, summary: summary, fields: []) { _, _ in command }
    }

    init<A>(
        _ name: String, _ summary: String, _ a: ControlField<A>,
        command: @escaping @Sendable (A) -> ControlCommand
    ) {
        self.init(name: name, summary: summary, fields: [a.form]) { request, verb throws(ControlError) in
            command(try a.value(in: request, of: verb))
        }
    }

    init<A, B>(
        _ name: String, _ summary: String, _ a: ControlField<A>, _ b: ControlField<B>,
        command: @escaping @Sendable (A, B) -> ControlCommand
    ) {
        self.init(name: name, summary: summary, fields: [a.form, b.form]) { request, verb throws(ControlError) in
            command(try a.value(in: request, of: verb), try b.value(in: request, of: verb))
        }
    }

    init<A, B, C>(
        _ name: String, _ summary: String, _ a: ControlField<A>, _ b: ControlField<B>, _ c: ControlField<C>,
        command: @escaping @Sendable (A, B, C) -> ControlCommand
    ) {
        self.init(name: name, summary: summary, fields: [a.form, b.form, c.form]) {
            request, verb throws(ControlError) in
            command(
                try a.value(in: request, of: verb), try b.value(in: request, of: verb),
                try c.value(in: request, of: verb))
        }
    }
}
