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
    package private(set) var ignored = AWTRIXIgnored()
    /// The first reason for which the sign refused a command, for the log.
    package private(set) var refusal: ControlError?
    private var commands: [SignCommand] = []
    private var answers: [[JSONMember]] = []
    private var hasFailed = false
    /// The commands that follow, once, from the answer to the last of ``commands``.
    private var following: (([JSONMember]) -> [SignCommand])?
    /// The answer in JSON or a word, from those of the sign; nil where they do not say it.
    private var reply: ([[JSONMember]]) -> JSONValue? = { _ in "OK" }
    /// The word for that.
    private var failure = "ErrorParsingJson"

    /// The apps that one request may have.
    private static let maximumApps = 64

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
            route, isAutomatic: memory.percent == nil, version: version, uid: uid)
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

/// Requests that change something.
extension AWTRIXExchange {
    /// Returns false for a body that is not what the route takes.
    private mutating func change(
        _ route: AWTRIXRoute, _ name: String, _ body: [UInt8], _ means: AWTRIXMeans, _ memory: inout AWTRIXMemory
    ) -> Bool {
        // Read as leniently as the clock does.
        let given = try? JSONValue(parsing: body, repairs: true)
        switch route {
        case .notify:
            guard let given, given.members != nil else { return false }
            let message = AWTRIXMessage(given, app: nil, means)
            let number = message.isStacked ? "-\(memory.nextNotification())" : ""
            push(message, name: AWTRIXMessage.notification + number)
        case .custom:
            let isBlank = body.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
            return AWTRIXMessage.isApp(name) && changeApps(name, isBlank ? [:] : given, means)
        case .switchApp:
            guard let name = given?["name"]?.text, !name.isEmpty else { return false }
            switchApp(name)
        case .power:
            guard let given, let isOn = (given["power"] ?? given).lenientFlag else { return false }
            memory.isOn = isOn
            commands = [.brightness(percent: memory.brightness)]
        case .setSettings:
            guard let members = given?.members else { return false }
            set(members, &memory)
        case .dismiss: dismiss()
        case .nextApp: commands = [.next(zone: nil)]
        case .settings, .stats, .loop, .screen: return false
        }
        return true
    }

    private mutating func push(_ message: AWTRIXMessage, name: String) {
        commands.append(.push(look: message.look, name: name, zone: nil))
        if let cue = message.cue { commands.append(.cue(name: cue)) }
        ignored.add(message.ignored)
    }

    /// Adds apps or replaces them; without any it removes all whose names begin with a word.
    private mutating func changeApps(_ name: String, _ given: JSONValue?, _ means: AWTRIXMeans) -> Bool {
        switch given {
        case .object([]), .list([]): removeApps { $0.hasPrefix(name) }
        case .object(let members):
            push(AWTRIXMessage(.object(members), app: name, means), name: AWTRIXMessage.name(ofApp: name))
        case .list(let objects):
            guard objects.count <= Self.maximumApps, objects.allSatisfy({ $0.members != nil }) else { return false }
            for (number, object) in objects.enumerated() {
                let app = "\(name)\(number)"
                push(AWTRIXMessage(object, app: app, means), name: AWTRIXMessage.name(ofApp: app))
            }
            removeApps { app in
                // Pages of a longer list that came before.
                guard app.hasPrefix(name), let number = Int(app.dropFirst(name.count)) else { return false }
                return number >= objects.count && app == "\(name)\(number)"
            }
        default: return false
        }
        return true
    }

    /// Removes apps by their names, after everything else that is to be done.
    private mutating func removeApps(where isRemoved: @escaping (_ app: String) -> Bool) {
        commands.append(.list)
        following = { answer in
            let apps = AWTRIXListed.all(answer).filter { listed in
                listed.isPushed && AWTRIXMessage.app(ofName: listed.name).map(isRemoved) ?? false
            }
            return apps.prefix(Self.maximumApps).map { .remove(name: $0.name) }
        }
    }

    /// Switches to an app, or to another message, by its name.
    private mutating func switchApp(_ name: String) {
        commands = [.list]
        following = { answer in
            AWTRIXListed.way(to: name, answer).map { Array(repeating: .next(zone: $0.zone), count: $0.steps) } ?? []
        }
        reply = { $0.first.flatMap { AWTRIXListed.way(to: name, $0) } == nil ? nil : "OK" }
        failure = "FAILED"
    }

    /// Removes the notification that is shown, or else the first.
    private mutating func dismiss() {
        commands = [.list]
        following = { answer in
            let all = AWTRIXListed.all(answer).filter { $0.isPushed && AWTRIXMessage.isNotification($0.name) }
            let first = all.first { $0.state == "shown" } ?? all.first
            return first.map { [.remove(name: $0.name)] } ?? []
        }
    }

    /// Takes the settings that a sign has: BRI in percent, ABRI for the brightness of the sign file, MATP for on.
    private mutating func set(_ members: [JSONMember], _ memory: inout AWTRIXMemory) {
        var percent: Int?
        var (isAutomatic, isOn): (Bool?, Bool?)
        for member in members {
            switch member.name {
            case "BRI":
                let level = member.value.lenientInteger.flatMap { (0...255).contains($0) ? $0 : nil }
                percent = level.map(AWTRIXMemory.percent)
                if level == nil { ignored.record(member.name) }
            case "ABRI":
                isAutomatic = member.value.lenientFlag
                if isAutomatic == nil { ignored.record(member.name) }
            case "MATP":
                isOn = member.value.lenientFlag
                if isOn == nil { ignored.record(member.name) }
            default: ignored.record(member.name)
            }
        }
        if let isOn { memory.isOn = isOn }
        if let percent { memory.percent = percent }
        if isAutomatic ?? false { memory.percent = nil }
        // Not automatic, without a level: the clock takes the last one, and ours stays as it is.
        if isOn != nil || percent != nil || isAutomatic ?? false {
            commands = [.brightness(percent: memory.brightness)]
        }
    }
}

extension SignCommand {
    /// Whether the request as a whole has not failed where this command has.
    fileprivate func mayFail(by error: ControlError) -> Bool {
        switch verb.name {
        case "remove": error.code == .noSuchMessage
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
    package internal(set) var percent: Int?
    /// Whether the sign was switched on last.
    package internal(set) var isOn = true
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
