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

    /// What has no meaning for a sign.
    package let ignored: AWTRIXIgnored
    /// The first reason for which the sign refused a command, for the log.
    package private(set) var refusal: ControlError?
    let request: AWTRIXRequest?
    let version: String
    let uid: String
    let isAutomatic: Bool
    private var commands: [SignCommand] = []
    private(set) var answers: [[JSONMember]] = []
    private(set) var hasFailed = false

    /// Starts a request.
    ///
    /// - Parameters:
    ///   - request: nil for one that could not be read.
    ///   - memory: what earlier requests left; changed by this one.
    ///   - version: that of the program.
    ///   - uid: a name that no other sign has.
    package init(_ request: AWTRIXRequest?, _ memory: inout AWTRIXMemory, version: String, uid: String) {
        (self.request, self.version, self.uid) = (request, version, uid)
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

extension AWTRIXExchange {
    /// The commands that need no answer of the sign, or the question whose answer the others need.
    private static func firstCommands(of request: AWTRIXRequest, _ memory: inout AWTRIXMemory) -> [SignCommand] {
        switch request {
        case .notify(let message):
            let number = message.isStacked ? "-\(memory.nextNotification())" : ""
            return commands(of: message, name: AWTRIXMessage.notification + number)
        case .show(let apps):
            return apps.flatMap { commands(of: $0, name: AWTRIXMessage.name(ofApp: $0.app ?? "")) }
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
                listed.isPushed && AWTRIXMessage.app(ofName: listed.name)?.hasPrefix(prefix) ?? false
            }
            commands = names.prefix(AWTRIXRequest.maximumApps).reversed().map { .remove(name: $0.name) }
        case .dismiss:
            let all = AWTRIXListed.all(answer).filter { $0.isPushed && AWTRIXMessage.isNotification($0.name) }
            if let first = all.first(where: { $0.state == "shown" }) ?? all.first {
                commands = [.remove(name: first.name)]
            }
        case .switchApp(let name):
            guard let way = AWTRIXListed.way(to: name, answer) else { return }
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

/// What a clock remembers between two requests and a sign does not: its brightness while it is off, and how many
/// notifications there were.
///
/// The server keeps one for all requests.
package struct AWTRIXMemory: Equatable, Sendable {
    /// The brightness that was set, in percent; nil for that of the sign file, which the clock calls automatic.
    package private(set) var percent: Int?
    /// Whether the sign was switched on last.
    package private(set) var isOn = true
    private var notifications: Int
    private var reportedKeys: Set<String> = []

    /// A sign that is on, at the brightness of its file.
    ///
    /// - Parameter notifications: how many there were, from 0.
    package init(after notifications: Int = 0) { self.notifications = notifications }

    /// The brightness for the sign; nil for that of the sign file.
    var brightness: Int? { isOn ? percent : 0 }

    /// The keys without meaning that the log has not named yet, in words; nil for none.
    ///
    /// It names 256 of them.
    mutating func report(_ ignored: AWTRIXIgnored) -> String? {
        let new = ignored.keys.filter { reportedKeys.count < 256 && reportedKeys.insert($0).inserted }
        return new.isEmpty ? nil : "the sign ignores \(new.joined(separator: ", "))"
    }

    mutating func set(percent: Int?) { self.percent = percent }
    mutating func set(isOn: Bool) { self.isOn = isOn }

    /// A number for the next notification, from 1.
    mutating func nextNotification() -> Int {
        notifications = notifications % 1_000_000_000 + 1
        return notifications
    }

    /// A level of the clock, 0 to 255, in percent, rounded; only 0 is dark.
    static func percent(of level: Int) -> Int { level == 0 ? 0 : max(1, (level * 100 + 127) / 255) }

    /// A percentage as a level of the clock, rounded.
    static func level(of percent: Int) -> Int { (min(max(percent, 0), 100) * 255 + 50) / 100 }
}
