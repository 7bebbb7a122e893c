import LinuxSystem
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
    /// What distinguishes the sign from all others at a broker, such as `ledsign_d3aae7fe`.
    package var identity: String
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
    ///   - machineID: what no other machine has.
    ///   - page: says what messages from the network may name; nil for nothing.
    package init(
        _ settings: MQTTSettings, signFile path: String, machine: String, machineID: String, page: HTTPSettings? = nil
    ) {
        (self.settings, signFile) = (settings, path)
        (passwordPath, authorityPath) = (settings.password, settings.authority)
        let topic = settings.topic(machine: machine)
        topics = BrokerTopics(base: topic, groups: settings.groups)
        identity = Discovery.identity(machine: machineID, topic: topic.text)
        sign = Discovery.Sign(name: String(topic.text.split(separator: "/").last ?? "ledsign"))
        sign.hasPicture = settings.picture != nil
        rules = NetworkRules(
            signFile: path, allowsURLs: page?.urls ?? false, allowsIcons: page?.fetchesIcons ?? false)
    }

    /// What Home Assistant learns; nil for nothing.
    package var discovery: Discovery? { settings.discovery.map { discovery(prefix: $0) } }

    /// What is published at the topics of a prefix, or is removed there.
    func discovery(prefix: TopicName) -> Discovery {
        Discovery(sign: sign, topics: topics, identity: identity, prefix: prefix.text)
    }

    /// The topics of the AWTRIX clock that the sign stands for; nil for none.
    package var clock: AWTRIXTopics? { settings.awtrix.map { AWTRIXTopics(prefix: $0) } }
}

/// The password for a broker, in a file that not everyone can read.
extension BrokerConfiguration {
    /// The bytes that a password may have.
    private static let maximumPasswordBytes = 1_024

    /// Reads the one line of a password file.
    ///
    /// - Throws: what is wrong with the file, and the fix.
    package static func password(path: String) throws -> String {
        func refusal(_ words: String) -> WordedError { WordedError("the password file \(path) \(words)") }
        let content: [UInt8]
        let isOpen: Bool
        do throws(FileReadingError) {
            content = try RegularFile.read(path: path, limit: maximumPasswordBytes)
            isOpen = try RegularFile.isReadableByEveryone(path: path)
        } catch {
            throw refusal("cannot be read: \(error.descriptionWithFix)")
        }
        guard !isOpen else { throw refusal(RegularFile.readableByEveryone) }
        var line = content[...]
        while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
        guard let text = String(validating: line, as: UTF8.self), !text.isEmpty, line.allSatisfy({ $0 >= 0x20 })
        else {
            throw refusal("must have the password in one line")
        }
        return text
    }
}
