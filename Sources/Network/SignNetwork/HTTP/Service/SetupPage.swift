import Settings
import SignFiles
import SignHost
import SignPlayback
import Synchronization
import Timelines

/// What the page of a machine asks that has no sign file yet, and what it does with the answers.
///
/// That of a sign that runs asks nothing: it says what the machine needs, shows test patterns, and restarts.
///
/// The sign behind it changes meanwhile: it is shown on the board that was chosen, and in the end it is that of the new file. Who is
/// signed in stays signed in, and wrong codes stay counted.
package final class SetupPage: Sendable {
    /// What the page asks for.
    package enum Step: String, CaseIterable, Sendable {
        /// Shows the address and the code on a board from now on.
        case board
        /// Shows a test pattern, and takes what is seen of it.
        case test
        /// The sign file that the answers make, which is not written.
        case draft
        /// The picture of that.
        case picture
        /// Writes it, and starts the sign.
        case sign
        /// Ends the program, which its service manager starts again.
        case restart
    }

    /// What an answer to the page has, and what it has the sign do.
    package enum Outcome: Sendable {
        case done([JSONMember] = [])
        /// The sign has done a command before that is said.
        case command(SignCommand, [JSONMember])
        /// The picture of a sign.
        case picture(SignFile)
    }

    /// What there is to choose.
    package let questions: @Sendable () throws -> [JSONMember]
    /// Does a step; runs on the thread of the server.
    package let perform: @Sendable (Step, JSONValue) throws -> Outcome
    /// Learns of the code that counts from now on, nil for none, and returns what shows it on the panel; runs on the thread of the server.
    package let tell: @Sendable (String?) -> SignCommand?
    private let content = Mutex<(access: Access?, isOver: Bool)>((nil, false))

    package init(
        questions: @escaping @Sendable () throws -> [JSONMember],
        perform: @escaping @Sendable (Step, JSONValue) throws -> Outcome,
        tell: @escaping @Sendable (String?) -> SignCommand? = { _ in nil }
    ) {
        (self.questions, self.perform, self.tell) = (questions, perform, tell)
    }

    /// Whether there is a sign file by now.
    package var isOver: Bool { content.withLock { $0.isOver } }

    /// There is a sign file: the page asks nothing any more.
    package func end() { content.withLock { $0.isOver = true } }

    /// Keeps who is signed in for the server of the next sign.
    func keep(_ access: Access?) { content.withLock { $0.access = access } }

    /// Takes who was signed in at the server of the sign before; nil at the first one.
    func take() -> Access? { content.withLock { $0.access } }
}

/// The addresses of the set-up.
extension HTTPService {
    /// The page of a machine that is not set up; nil for one that is.
    private var setup: SetupPage? { configuration.setup.flatMap { $0.isOver ? nil : $0 } }

    /// Whether this machine is not set up.
    var isSettingUp: Bool { setup != nil }

    /// Continues with those who were signed in at the sign before; the first sign makes a code.
    func continueSetup() {
        guard let page = configuration.setup else { return }
        if let before = page.take() {
            access?.takeSessions(of: before)
        } else if setup != nil {
            _ = access?.makeCode(at: now)
        }
    }

    /// Says which code counts, where that has changed.
    func tellCode() {
        guard let setup else { return }
        let code = access?.code(at: now)
        guard code != toldCode else { return }
        toldCode = code
        guard let command = setup.tell(code) else { return }
        // No one waits for the answer.
        _ = mailbox.post(.command(command), 0)
    }

    func askSetup(_ call: HTTPDaemon.Call) throws {
        guard let page = setup ?? configuration.panel else { return respond(call, Self.isSetUp) }
        respond(call, .done(try page.questions()))
    }

    func performSetup(_ step: String, _ request: HTTPRequest, _ call: HTTPDaemon.Call) throws {
        guard let page = setup ?? configuration.panel else { return respond(call, Self.isSetUp) }
        guard let step = SetupPage.Step(rawValue: step) else {
            let names = SetupPage.Step.allCases.map(\.rawValue).joined(separator: ", ")
            return respond(call, .failure(404, "no-such-address", "the steps of the set-up are \(names)"))
        }
        let outcome: SetupPage.Outcome
        do {
            outcome = try page.perform(step, .object(try SignCommand.members(parsing: request.body)))
        } catch {
            throw error as? ControlError ?? ControlError(.wrongValue, "\(error)")
        }
        switch outcome {
        case .done(let members): respond(call, .done(members))
        case .command(let command, let members): order(.command(command), for: call, .making { _ in .done(members) })
        case .picture(let file):
            if drafts.take("", at: now) != nil { return respond(call, Self.tooManyPictures) }
            order(.preview(zone: nil), for: call, .draft(file, after: MessagePreview.defaultTime, .leds))
        }
    }

    private static var isSetUp: HTTPResponse {
        .failure(409, "refused", "this sign is set up; GET /api/v1/sign has its file")
    }
}
