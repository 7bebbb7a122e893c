import Settings
import SignHost

/// A request of AWTRIX's interface on its way through the sign: the commands one after the other, then the answer.
///
/// The server asks for ``command``, gives it to the sign, and hands back what came of it, until there is none:
///
///     while let command = exchange.command { exchange.take(sign.perform(command)) }
///     answer(exchange.response)
///
/// A pure value: it does nothing itself, and gives at most 130 commands.
package struct AWTRIXExchange {
    /// What the sign made of a command.
    package typealias Outcome = Result<[JSONMember], ControlError>

    /// What a sign says of itself besides its statistics.
    package struct Identity: Sendable {
        /// The version of the program.
        package var version: String
        /// A name that no other sign has.
        package var uid: String

        /// Describes a sign.
        package init(version: String, uid: String) {
            (self.version, self.uid) = (version, uid)
        }
    }

    /// What has no meaning for a sign.
    package let ignored: AWTRIXIgnored
    /// The first reason for which the sign refused a command, for the log.
    package private(set) var refusal: ControlError?
    private let request: AWTRIXRequest?
    private let identity: Identity
    private let isAutomatic: Bool
    private var commands: [SignCommand] = []
    private var answers: [[JSONMember]] = []
    private var hasFailed = false

    /// Starts a request.
    ///
    /// - Parameters:
    ///   - request: nil for one that could not be read.
    ///   - memory: what earlier requests left; changed by this one.
    package init(_ request: AWTRIXRequest?, _ memory: inout AWTRIXMemory, _ identity: Identity) {
        self.request = request
        self.identity = identity
        ignored = request?.ignored ?? AWTRIXIgnored()
        commands = request.map { Self.firstCommands(of: $0, &memory) } ?? []
        commands.reverse()
        isAutomatic = memory.percent == nil
    }

    /// The next command for the sign; nil when the answer can be given.
    package var command: SignCommand? { commands.last }

    /// Takes what came of ``command``.
    package mutating func take(_ outcome: Outcome) {
        guard let done = commands.popLast() else { return }
        switch outcome {
        case .success(let answer):
            answers.append(answer)
            if commands.isEmpty, answers.count == 1 { addCommands(after: answer) }
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
        guard let request, !hasFailed else { return AWTRIXAnswer.text(500, "ErrorParsingJson", ignored) }
        let answer: JSONValue?
        switch request {
        case .settings: answer = answers.first.map { AWTRIXAnswer.settings($0, isAutomatic: isAutomatic) }
        case .stats: answer = AWTRIXAnswer.stats(answers, identity)
        case .loop: answer = answers.first.map(AWTRIXAnswer.loop)
        case .screen: answer = answers.first.flatMap(AWTRIXAnswer.screen)
        case .switchApp(let name):
            let place = answers.first.flatMap { AWTRIXSwitch(to: name, $0) }
            return AWTRIXAnswer.text(place == nil ? 500 : 200, place == nil ? "FAILED" : "OK", ignored)
        case .notify, .show, .removeApps, .dismiss, .nextApp, .power, .set:
            return AWTRIXAnswer.text(200, "OK", ignored)
        }
        return answer.map(AWTRIXAnswer.json) ?? AWTRIXAnswer.text(500, "ErrorParsingJson", ignored)
    }
}

extension AWTRIXExchange {
    /// The commands that need no answer of the sign, or the question whose answer the others need.
    private static func firstCommands(of request: AWTRIXRequest, _ memory: inout AWTRIXMemory) -> [SignCommand] {
        switch request {
        case .notify(let message):
            let number = message.isStacked ? "-\(memory.nextNotification())" : ""
            return commands(of: message, name: AWTRIXName.notification + number)
        case .show(let apps):
            return apps.flatMap { commands(of: $0.message, name: AWTRIXName.message(ofApp: $0.name)) }
        case .nextApp: return [.next(zone: nil)]
        case .power(let isOn):
            memory.set(isOn: isOn)
            return [.brightness(percent: memory.brightness)]
        case .set(let settings): return commands(of: settings, &memory)
        case .removeApps, .dismiss, .switchApp, .loop: return [.list]
        case .settings: return [.stats]
        case .stats: return [.stats, .list]
        case .screen: return [.screenshot]
        }
    }

    private static func commands(of message: AWTRIXMessage, name: String) -> [SignCommand] {
        let push = SignCommand.push(look: message.look, name: name, zone: nil)
        return [push] + (message.cue.map { [.cue(name: $0)] } ?? [])
    }

    private static func commands(
        of settings: AWTRIXRequest.Settings, _ memory: inout AWTRIXMemory
    ) -> [SignCommand] {
        if let isOn = settings.isOn { memory.set(isOn: isOn) }
        if let percent = settings.percent { memory.set(percent: percent) }
        if settings.isAutomatic ?? false { memory.set(percent: nil) }
        let changes = settings.isOn != nil || settings.percent != nil || settings.isAutomatic ?? false
        // Not automatic, without a level: the clock takes the last one, and ours stays as it is.
        return changes ? [.brightness(percent: memory.brightness)] : []
    }

    /// Adds the commands that follow from the answer to the first one.
    private mutating func addCommands(after answer: [JSONMember]) {
        switch request {
        case .removeApps(let prefix):
            let names = AWTRIXListed.all(answer).filter { listed in
                listed.isPushed && AWTRIXName.app(ofMessage: listed.name)?.hasPrefix(prefix) ?? false
            }
            commands = names.prefix(AWTRIXRequest.maximumApps).reversed().map { .remove(name: $0.name) }
        case .dismiss:
            let all = AWTRIXListed.all(answer).filter { $0.isPushed && AWTRIXName.isNotification($0.name) }
            if let first = all.first(where: { $0.state == "shown" }) ?? all.first {
                commands = [.remove(name: first.name)]
            }
        case .switchApp(let name):
            guard let way = AWTRIXSwitch(to: name, answer) else { return }
            commands = Array(repeating: .next(zone: way.zone), count: way.steps)
        case .notify, .show, .nextApp, .power, .set, .settings, .stats, .loop, .screen, nil: break
        }
    }
}

extension SignCommand {
    /// Whether the request as a whole has not failed where this command has.
    fileprivate func mayFail(by error: ControlError) -> Bool {
        switch verb.name {
        case "remove": error.code == "no-such-message"
        case "cue": true
        default: false
        }
    }
}
