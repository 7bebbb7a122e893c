import Settings

/// A request of AWTRIX's interface, read.
package enum AWTRIXRequest: Equatable, Sendable {
    /// Shows a message once.
    case notify(AWTRIXMessage)
    /// Adds apps or replaces them.
    case show([AWTRIXMessage])
    /// Removes all apps whose names begin with a word.
    case removeApps(prefix: String)
    /// Removes the notification that is shown.
    case dismiss
    case nextApp
    /// Goes on to an app, or to another message, by its name.
    case switchApp(String)
    case power(Bool)
    case set(Settings)
    case settings
    case stats
    case loop
    case screen

    /// The settings that a sign has; nil for those that a request leaves alone.
    package struct Settings: Equatable, Sendable {
        /// BRI, in percent.
        package var percent: Int?
        /// ABRI: whether the brightness is that of the sign file.
        package var isAutomatic: Bool?
        /// MATP: whether the sign is on.
        package var isOn: Bool?
        /// The settings that a sign does not have.
        package var ignored = AWTRIXIgnored()
    }

    /// The apps that one request may have.
    static let maximumApps = 64
}

extension AWTRIXRequest {
    /// Reads a request; nil for a body that is not what the route takes, which the clock answers with `ErrorParsingJson`.
    ///
    /// - Parameters:
    ///   - name: the query item `name`, which `custom` needs.
    ///   - means: what the sign has of what messages may name.
    package init?(_ route: AWTRIXRoute, name: String?, body: [UInt8], _ means: AWTRIXMeans) {
        guard body.count <= route.maximumBytes else { return nil }
        switch route {
        case .notify:
            guard let object = Self.json(body), object.members != nil else { return nil }
            self = .notify(AWTRIXMessage(object, app: nil, means))
        case .custom: self.init(app: name ?? "", body: body, means)
        case .switchApp:
            guard let name = Self.json(body)?["name"]?.text, !name.isEmpty else { return nil }
            self = .switchApp(name)
        case .power:
            guard let value = Self.json(body), let isOn = (value["power"] ?? value).lenientFlag else { return nil }
            self = .power(isOn)
        case .setSettings:
            guard let members = Self.json(body)?.members else { return nil }
            self = .set(Settings(members))
        case .dismiss: self = .dismiss
        case .nextApp: self = .nextApp
        case .settings: self = .settings
        case .stats: self = .stats
        case .loop: self = .loop
        case .screen: self = .screen
        }
    }

    private init?(app name: String, body: [UInt8], _ means: AWTRIXMeans) {
        guard AWTRIXMessage.isApp(name) else { return nil }
        let isBlank = body.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard !isBlank else {
            self = .removeApps(prefix: name)
            return
        }
        switch Self.json(body) {
        case .object([]): self = .removeApps(prefix: name)
        case .object(let members)?:
            self = .show([AWTRIXMessage(.object(members), app: name, means)])
        case .list(let objects)?:
            guard objects.count <= Self.maximumApps, objects.allSatisfy({ $0.members != nil }) else { return nil }
            self = .show(
                objects.enumerated().map { number, object in
                    AWTRIXMessage(object, app: "\(name)\(number)", means)
                })
        case .null, .bool, .number, .text, nil: return nil
        }
    }

    /// One JSON value, read as leniently as the clock does.
    private static func json(_ body: [UInt8]) -> JSONValue? { try? JSONValue(parsing: body, repairs: true) }

    /// What of the request has no meaning for a sign.
    package var ignored: AWTRIXIgnored {
        var all = AWTRIXIgnored()
        switch self {
        case .notify(let message): all.add(message.ignored)
        case .show(let apps): for app in apps { all.add(app.ignored) }
        case .set(let settings): all.add(settings.ignored)
        case .removeApps, .dismiss, .nextApp, .switchApp, .power, .settings, .stats, .loop, .screen: break
        }
        return all
    }
}

extension AWTRIXRequest.Settings {
    /// Reads the settings of a clock.
    init(_ members: [JSONMember]) {
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
    }
}
