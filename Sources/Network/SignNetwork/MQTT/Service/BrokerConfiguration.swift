import SignFiles

/// What a sign's connection to a broker is made of, as it does not change while the sign runs.
package struct BrokerConfiguration: Sendable {
    package var settings: MQTTSettings
    /// The path of the sign file, beside which the pictures of AWTRIX's objects are.
    package var signFile: String
    /// The path of the file with the password; nil for none.
    package var passwordPath: String?
    /// The path of the file with certificates; nil for those of the system.
    package var authorityPath: String?
    package var topics: BrokerTopics
    package var identity: BrokerIdentity
    /// What Home Assistant learns of the sign.
    package var sign: Discovery.Sign
    /// The variables of the sign file, and the values that they have until they are set.
    package var values: [String: String] = [:] {
        didSet { sign.variables = values.keys.sorted() }
    }
    /// What pushed messages may name.
    package var rules: NetworkRules

    /// - Parameters:
    ///   - path: that of the sign file, from whose folder the paths of other files count.
    ///   - machine: the name of the machine.
    ///   - machineID: what no other machine has.
    ///   - allowsURLs: whether messages may name URLs.
    package init(
        _ settings: MQTTSettings, signFile path: String, machine: String, machineID: String, allowsURLs: Bool = false
    ) {
        (self.settings, signFile) = (settings, path)
        passwordPath = settings.password.map { SignFile.path(of: $0, givenBy: path) }
        authorityPath = settings.authority.map { SignFile.path(of: $0, givenBy: path) }
        let topic = settings.topic(machine: machine)
        topics = BrokerTopics(base: topic, groups: settings.groups)
        identity = BrokerIdentity(machine: machineID, topic: topic.text)
        sign = Discovery.Sign(name: String(topic.text.split(separator: "/").last ?? "ledsign"))
        sign.hasPicture = settings.picture != nil
        rules = NetworkRules(signFile: path, allowsURLs: allowsURLs)
    }

    /// What Home Assistant learns; nil for nothing.
    package var discovery: Discovery? {
        settings.discovery.map { Discovery(sign, topics, identity, prefix: $0.text) }
    }

    /// The topics of the AWTRIX clock that the sign stands for; nil for none.
    package var clock: AWTRIXTopics? { settings.awtrix.map { AWTRIXTopics(prefix: $0) } }

    /// What a former discovery is removed with.
    var formerDiscovery: Discovery {
        Discovery(sign, topics, identity, prefix: MQTTSettings.defaultDiscovery.text)
    }
}
