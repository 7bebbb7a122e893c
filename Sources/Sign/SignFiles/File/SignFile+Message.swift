import LiveValues
import PixelGraphics
import Settings

extension SignFile {
    /// Describes a sign with one message, as the options of a command give it: the keys of a sign file, read like those of
    /// one.
    ///
    /// It has an empty text until `showing` gives it another, takes no requests, and keeps nothing for the next start.
    /// Relative paths count from the current folder.
    ///
    /// - Parameters:
    ///   - message: the keys of the message, without `name` and `text`.
    ///   - others: other keys of the sign, such as `brightness`.
    package init(message: [JSONMember], _ others: [JSONMember] = []) throws(SignError) {
        // The name makes a message with another text the same message.
        let named = [JSONMember("name", "message"), JSONMember("text", "")]
        let keys = [
            JSONMember("message", .object(named + message)),
            JSONMember("control", ["socket": "none", "state": "none"]),
        ]
        var fields = SignFields(SettingsFile(JSONValue.object(keys + others), path: "", form: .sign))
        self = try fields.readAll { SignFile(&$0, path: "") }
    }

    /// Whether it is a file; otherwise it has no path, and its keys have no places for people.
    package var isFile: Bool { !path.isEmpty }

    /// The same with another text of its messages, which is shown as it is, without tags and fields.
    package func showing(_ text: String) -> SignFile {
        var file = self
        for zone in file.zones.indices {
            for number in file.zones[zone].messages.indices { file.zones[zone].messages[number].text = text }
        }
        return file
    }
}

extension SignMessage {
    /// Reads a message that comes from outside of a file: the keys of a message of a sign file, as YAML or JSON.
    ///
    /// - Parameter file: whose `style` is the default of the message, and whose folder relative paths start from.
    package init(parsing text: String, for file: SignFile) throws(SignError) {
        try self.init(SettingsFile(text.utf8, path: Self.pathOfPushed, form: .message), for: file)
    }

    /// Reads a message from the keys of a JSON object, as pushed ones are; the places of problems are those in its line of JSON.
    package init(_ object: JSONValue, for file: SignFile) throws(SignError) {
        let (keys, inline) = object.separatingImage
        try self.init(SettingsFile(keys, path: Self.pathOfPushed, form: .message), for: file)
        if let inline { image?.origin = .fixed(.inline(inline)) }
    }

    /// What takes the place of a file's path in problems.
    package static let pathOfPushed = "message"

    private init(_ given: SettingsFile, for file: SignFile) throws(SignError) {
        var fields = SignFields(given)
        self = try fields.readAll { fields in
            var context = file.context
            context.isPushed = true
            let message = SignMessage(&fields, context: context)
            file.installation.recordUnknownCues(of: message, &fields)
            SignFile.recordTargets(of: file.maps.mapValues(\.withoutPlaces), usedBy: [message], &fields)
            fields.recordUnknownKeys()
            return message
        }
    }
}

extension SignError {
    /// The error of a message that does not stand in the file, with the path of each wrong key within others, such as
    /// `message.rows[0].color`: programs that send a message do not see its line of JSON.
    package func ofPushed(_ object: JSONValue) -> SignError {
        let root = SettingsFile(object.separatingImage.keys, path: SignMessage.pathOfPushed, form: .message).root
        return SignError(
            problems: problems.map { problem in
                let path = root?.keyPath(to: problem.place) ?? ""
                let shown = path.contains { ".[".contains($0) } ? "\(SignMessage.pathOfPushed).\(path)" : nil
                return SignProblem(problem.reason, path: shown ?? SignMessage.pathOfPushed, place: problem.place)
            })
    }
}

/// What is wrong with the maps that messages use.
extension SignFile {
    /// Records targets that are not what messages make of them, each once, at their places in the file.
    static func recordTargets(of maps: [String: SignMap], usedBy messages: [SignMessage], _ fields: inout SignFields) {
        var known: Set<String> = []
        func record(
            _ name: String?, as kind: String, at place: TextPlace?, _ names: [String], _ isRight: (String) -> Bool
        ) {
            guard let name, let map = maps[name], known.insert("\(kind) \(name)").inserted else { return }
            for (entry, target) in zip(map.map.entries, map.places) where !isRight(entry.target) {
                let nearest = NearestName.find(entry.target, among: names)
                let words =
                    "the map \(ShownText.quoted(name)) has \(ShownText.quoted(entry.target)), which is no \(kind)"
                fields.record(.markup(TextError(words + ShownText.suggestion(nearest))), at: target.place ?? place)
            }
        }
        for message in messages {
            for text in message.texts {
                for (field, _) in text.markup.placedValues where field.showsIcon {
                    record(field.lastMap, as: "icon", at: text.places.text, SignIcon.names) {
                        SignIcon(named: $0) != nil
                    }
                }
            }
            for field in message.colorValues {
                record(field.lastMap, as: "colour", at: message.places.text, Color.names) {
                    (try? Color(parsing: $0)) != nil
                }
            }
        }
    }
}

/// Messages that other programs fill in.
extension SignFile {
    /// Records what is wrong with the messages of hooks, as pushing them would.
    func recordHooks(_ fields: inout SignFields) {
        var context = context
        context.isPushed = true
        for hook in installation.http?.hooks ?? [] {
            let node = fields.valueNode(of: "http")?.node(of: "hooks")?.node(of: hook.name)
            if let reason = zones.reason(againstName: hook.zone) {
                fields.recordProblem(reason, at: node?.place(of: "zone"))
            }
            // Names are those of the JSON, which comes later.
            context.fieldNames = nil
            let keys = node?.withKey("text").without(Hook.ownKeys)
            var given = SignFields(keys, path: path, source: fields.source)
            record(SignMessage(&given, context: context), &given)
            for problem in given.problems { fields.record(problem.reason, at: problem.place) }
            guard given.problems.isEmpty else { continue }
            // What is not filled in has to be a name of the sign file.
            var filled = SignFields(SettingsFile(hook.sample, path: "", form: .message))
            record(SignMessage(&filled, context: self.context), &filled)
            for problem in filled.problems { fields.record(problem.reason, at: node?.place) }
        }
    }

    private func record(_ message: SignMessage, _ fields: inout SignFields) {
        installation.recordUnknownCues(of: message, &fields)
        fields.recordUnknownKeys()
    }
}

extension SignFile {
    /// Records messages that ask a server for the same device as one before them: each would miss every other picture.
    func recordRepeatedDevices(_ fields: inout SignFields) {
        var known: [String: Int] = [:]
        for image in messages.compactMap(\.image) where image.tronbyt != nil {
            guard let place = image.place.place else { continue }
            guard let line = known[image.name] else {
                known[image.name] = place.line
                continue
            }
            let words =
                "the message of line \(line) shows this device already, and the server gives each picture once; add another "
                + "device to the server, or raise the \"weight\" of that message"
            fields.record(.image(words), at: place)
        }
    }
}
