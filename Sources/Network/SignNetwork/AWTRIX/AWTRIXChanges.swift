import Settings
import SignHost

/// Requests that change something.
extension AWTRIXExchange {
    /// The apps that one request may have.
    private static let maximumApps = 64

    /// Returns false for a body that is not what the route takes.
    mutating func change(
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
            return AWTRIXMessage.isApp(name) && changeApps(name, Self.isBlank(body) ? [:] : given, means)
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
        case .previousApp: goBack()
        case .indicator1: return indicate(1, given, body, &memory)
        case .indicator2: return indicate(2, given, body, &memory)
        case .indicator3: return indicate(3, given, body, &memory)
        case .moodlight: return light(given, body)
        case .sleep:
            guard let seconds = (given?["sleep"] ?? given)?.lenientInteger, AWTRIXReading.times.contains(seconds) else {
                return false
            }
            fill(with: "#000000", name: AWTRIXMessage.sleep, ["duration": .text("\(seconds)s")])
        case .sound:
            guard let sound = given?["sound"]?.word, !sound.isEmpty else { return false }
            call(means.cue(sound), "sound")
        case .melody:
            guard !body.isEmpty else { return false }
            call(means.cue("sound"), "rtttl")
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

    /// Whether a body says nothing.
    private static func isBlank(_ body: [UInt8]) -> Bool {
        body.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }

    /// Calls a cue, if the sign has it.
    private mutating func call(_ cue: String?, _ key: String) {
        commands = cue.map { [.cue(name: $0)] } ?? []
        if cue == nil { ignored.record(key) }
    }

    /// Sets the variable of an indicator to its colour; unsets it for none, or black.
    private mutating func indicate(_ number: Int, _ given: JSONValue?, _ body: [UInt8], _ memory: inout AWTRIXMemory)
        -> Bool
    {
        guard Self.isBlank(body) || given?.members != nil else { return false }
        var color: String?
        for member in given?.members ?? [] where !member.value.isNeutral {
            if member.name == "color", let read = member.value.hexColor {
                color = read
            } else {
                ignored.record(member.name)
            }
        }
        if color == "#000000" { color = nil }
        memory.indicators[number - 1] = color != nil
        commands = [.set(name: "indicator\(number)", value: color)]
        return true
    }

    /// Fills the sign with a colour above everything else; without one that ends.
    private mutating func light(_ given: JSONValue?, _ body: [UInt8]) -> Bool {
        guard Self.isBlank(body) || given?.members != nil else { return false }
        let kelvin = given?["kelvin"]?.lenientInteger.flatMap { $0 > 0 ? AWTRIXMoodlight.color(kelvin: $0) : nil }
        let named = given?["color"].flatMap { $0.isNeutral ? nil : $0 }
        let color = kelvin ?? named.flatMap { AWTRIXMoodlight.color($0) }
        guard let color else {
            commands = [.remove(name: AWTRIXMessage.moodlight)]
            return named.map { $0.hexColor != nil } ?? true
        }
        let level = given?["brightness"]?.lenientInteger.map { min(max($0, 0), 255) } ?? 255
        fill(with: "\(AWTRIXMoodlight.dimmed(color, level: level))", name: AWTRIXMessage.moodlight, [:])
        return true
    }

    private mutating func fill(with color: String, name: String, _ turn: JSONValue) {
        let look: [JSONMember] = [
            JSONMember("parts", [["shape": "box", "color": .text(color)]]),
            JSONMember("priority", .integer(AWTRIXMessage.priorityOfFills)),
        ]
        commands = [.push(look: .object(look + (turn.members ?? [])), name: name, zone: nil)]
    }

    /// Switches to the message before, in every zone: once around all others.
    private mutating func goBack() {
        commands = [.list]
        following = { answer in
            let turns = AWTRIXListed.turns(answer)
            return turns.flatMap { Array(repeating: .next(zone: $0.zone), count: $0.count - 1) }
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
    func mayFail(by error: ControlError) -> Bool {
        switch verb.name {
        case "remove": error.code == .noSuchMessage
        case "cue": true
        default: false
        }
    }
}
