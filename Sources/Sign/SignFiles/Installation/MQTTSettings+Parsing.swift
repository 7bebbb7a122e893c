import PixelGraphics
import Settings
import Timelines

extension MQTTSettings {
    /// Reads the key `mqtt` of a sign file or a configuration file.
    ///
    /// - Returns: nil if there are problems, which are noted; nil within an optional where the file does not have the key.
    package static func reading<Problem>(_ fields: inout SettingsFields<Problem>) -> MQTTSettings?? {
        fields.optionalKeys("mqtt", expected: "keys such as broker and topic") { MQTTSettings(&$0) }
    }

    /// Reads the keys of `mqtt`; nil if there are problems.
    private init?<Problem>(_ fields: inout SettingsFields<Problem>) {
        let address = "the address of a broker such as mqtt://192.168.1.5:1883 or mqtts://broker.example.org"
        let broker = fields.parsed("broker", expected: address) { Broker($0).map { .value($0) } ?? .wrongType }
        let authority = Self.path("ca", "the path of a file with certificates", &fields)
        let user: String?? = fields.optional("user", expected: "a name for the broker") { text in
            Self.isUser(text) ? .value(text) : .wrongType
        }
        let password = Self.path("password", "the path of a file with the password", &fields)
        let topic: TopicName?? = fields.optional("topic", expected: "a topic such as ledsign/bakery") { text in
            TopicName(text).map { .value($0) } ?? .wrongType
        }
        let groups = Self.groups(&fields)
        let discovery = Self.prefix("discovery", "a prefix such as homeassistant", usual: Self.usualDiscovery, &fields)
        let allow = Self.permissions(&fields)
        let picture = Self.pictures(&fields)
        let awtrix = Self.prefix("awtrix", "a prefix such as awtrix_bakery", usual: nil, &fields)
        guard let broker, let authority, let user, let password, let topic, let groups, let discovery, let allow,
            let picture, let awtrix
        else { return nil }
        self.init(broker)
        (self.authority, self.user, self.password) = (authority, user, password)
        (self.topic, self.groups, self.discovery) = (topic, groups, discovery)
        (self.allow, self.picture, self.awtrix) = (allow, picture, awtrix)
        (authorityPlace.place, passwordPlace.place) = (fields.place(of: "ca"), fields.place(of: "password"))
        noteMisfits(&fields)
    }

    /// Notes keys that mean nothing together.
    private func noteMisfits<Problem>(_ fields: inout SettingsFields<Problem>) {
        if password != nil, user == nil {
            let expected = "the name to which the password belongs"
            fields.noteProblem(.missingKey("user", expected: expected), at: fields.place(of: "password"))
        }
        if let awtrix, awtrix == topic {
            fields.noteProblem(
                .wrongType(key: "awtrix", expected: "another prefix than that of \"topic\"", found: "the same"),
                at: fields.place(of: "awtrix"))
        }
        if authority != nil, !broker.isEncrypted {
            fields.noteProblem(
                .wrongType(key: "broker", expected: "an mqtts:// address, because \"ca\" is given", found: "\(broker)"),
                at: fields.place(of: "broker"))
        }
    }

    private static func path<Problem>(
        _ key: String, _ expected: String, _ fields: inout SettingsFields<Problem>
    ) -> String?? {
        fields.optional(key, expected: expected) { text in
            text.isEmpty || text.contains("\0") ? .wrongType : .value(text)
        }
    }

    private static func isUser(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// A topic's beginning, or none.
    private static func prefix<Problem>(
        _ key: String, _ expected: String, usual: TopicName?, _ fields: inout SettingsFields<Problem>
    ) -> TopicName?? {
        fields.parsed(key, expected: "\(expected), or none", default: usual) { text in
            if text == "none" { return .value(nil) }
            return TopicName(text).map { .value($0) } ?? .wrongType
        }
    }

    private static func groups<Problem>(_ fields: inout SettingsFields<Problem>) -> [String]? {
        let expected = "the name of a group such as windows, or a list of names"
        guard
            let found = fields.parsedList(
                "groups", expected: expected, { TopicName.isLevel($0) ? .value($0) : .wrongType })
        else { return nil }
        guard found.count <= mostGroups else {
            fields.noteProblem(
                .outOfRange(key: "groups", expected: "at most \(mostGroups) elements", found: "\(found.count)"),
                at: fields.place(of: "groups"))
            return nil
        }
        return found.map(\.value)
    }

    private static func permissions<Problem>(_ fields: inout SettingsFields<Problem>) -> Set<Permission>? {
        guard fields.has("allow") else {
            fields.accept("allow")
            return Set(Permission.allCases)
        }
        let names = Permission.allCases.map(\.rawValue)
        let expected = "a list of \(names.joined(separator: ", ")), or [] for none"
        let found = fields.parsedList("allow", expected: expected) { word in
            if let permission = Permission(rawValue: word) { return .value(permission) }
            let nearest = NearestName.find(word, among: names)
            return .refused(
                Problem.reason(.unknownValue(key: "allow", found: word, known: names, nearest: nearest)))
        }
        return found.map { Set($0.map(\.value)) }
    }

    /// The least time between two pictures; nil within an optional for no pictures.
    private static func pictures<Problem>(_ fields: inout SettingsFields<Problem>) -> Nanoseconds?? {
        let (least, most) = (pictureTimes.lowerBound.text, pictureTimes.upperBound.text)
        let expected = "the least time between two pictures such as 10s, from \(least) to \(most), or none"
        return fields.parsed("picture", expected: expected, default: Nanoseconds?.none) { text in
            if text == "none" { return .value(nil) }
            guard let time = Nanoseconds(parsing: text) else { return .wrongType }
            return pictureTimes.contains(time) ? .value(time) : .outOfRange
        }
    }
}
