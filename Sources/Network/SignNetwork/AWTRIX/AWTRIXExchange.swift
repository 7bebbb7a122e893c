import Settings
import SignHost

/// A request of AWTRIX's interface on its way through the sign: the commands one after the other, then the answer.
///
/// The server asks for ``command``, gives it to the sign, and hands back what came of it, until there is none:
///
///     while let command = exchange.command { exchange.take(sign.perform(command)) }
///     answer(exchange.response)
///
/// A pure value: it does nothing itself, and gives at most 200 commands.
package struct AWTRIXExchange {
    /// What the sign made of a command.
    package typealias Outcome = Result<[JSONMember], ControlError>

    /// What has no meaning for a sign.
    package internal(set) var ignored = AWTRIXIgnored()
    /// The first reason for which the sign refused a command, for the log.
    package private(set) var refusal: ControlError?
    var commands: [SignCommand] = []
    private var answers: [[JSONMember]] = []
    private var hasFailed = false
    /// The commands that follow, once, from the answer to the last of ``commands``.
    var following: (([JSONMember]) -> [SignCommand])?
    /// The answer in JSON or a word, from those of the sign; nil where they do not say it.
    var reply: ([[JSONMember]]) -> JSONValue? = { _ in "OK" }
    /// The word for that.
    var failure = "ErrorParsingJson"

    /// Reads a request; a body that is not what the route takes is one that has failed, as with the clock.
    ///
    /// - Parameters:
    ///   - name: the query item `name`, which `custom` needs.
    ///   - memory: what earlier requests left; changed by this one.
    ///   - uid: a name that no other sign has.
    package init(
        _ route: AWTRIXRoute, name: String?, body: [UInt8], _ means: AWTRIXMeans, _ memory: inout AWTRIXMemory,
        version: String, uid: String
    ) {
        if body.count > AWTRIXRoute.maximumBytes {
            hasFailed = true
        } else if let (commands, reply) = Self.reading(
            route, memory, version: version, uid: uid)
        {
            (self.commands, self.reply) = (commands, reply)
        } else {
            hasFailed = !change(route, name ?? "", body, means, &memory)
        }
    }

    /// The next command for the sign; nil when the answer can be given.
    package var command: SignCommand? { commands.first }

    /// Takes what came of ``command``.
    package mutating func take(_ outcome: Outcome) {
        guard !commands.isEmpty else { return }
        let done = commands.removeFirst()
        switch outcome {
        case .success(let answer):
            answers.append(answer)
            guard commands.isEmpty, let next = following else { return }
            following = nil
            commands = next(answer)
        case .failure(let error):
            refusal = refusal ?? error
            // A message that ended by itself meanwhile need not be removed, and one without its sound is shown.
            guard !done.mayFail(by: error) else { return }
            hasFailed = true
            commands = []
        }
    }

    /// The answer, once there is no command.
    package var response: HTTPResponse {
        guard !hasFailed else { return text(500, "ErrorParsingJson") }
        guard let answer = reply(answers) else { return text(500, failure) }
        if case .text(let word) = answer { return text(200, word) }
        return HTTPResponse(200, headers: [("Content-Type", "application/json")], body: Array(answer.line.utf8))
    }

    /// Words, with the header that names what was ignored.
    private func text(_ status: Int, _ words: String) -> HTTPResponse {
        var headers = [(name: "Content-Type", value: "text/plain")]
        if let value = ignored.headerValue { headers.append((AWTRIXIgnored.header, value)) }
        return HTTPResponse(status, headers: headers, body: Array(words.utf8))
    }
}

/// What the servers share.
extension AWTRIXExchange {
    /// The next command that the sign may do; nil when the answer can be given.
    ///
    /// - Parameter refusal: why a command may not reach the sign; nil if it may.
    mutating func next(refusal: (SignCommand) -> ControlError?) -> SignCommand? {
        while let command {
            guard let error = refusal(command) else { return command }
            take(.failure(error))
        }
        return nil
    }

    /// Takes what the sign has answered; returns false for what no command is answered with.
    mutating func take(_ answer: SignAnswer) -> Bool {
        switch answer {
        case .done(let members): take(.success(members))
        case .failed(let error): take(.failure(error))
        case .picture, .schedule, .preview, .silent: return false
        }
        return true
    }
}
