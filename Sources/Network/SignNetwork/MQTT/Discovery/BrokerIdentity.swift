import LinuxSystem

/// What distinguishes a sign from all others at a broker.
package struct BrokerIdentity: Equatable, Sendable {
    /// Eight hexadecimal digits.
    package let digits: String

    /// Makes the same name for the same machine and topic at every start.
    ///
    /// - Parameters:
    ///   - machine: what no other machine has: the text of /etc/machine-id, which its hash does not reveal (machine-id(5)).
    ///   - topic: what the topics of the sign begin with.
    package init(machine: String, topic: String) {
        let digest = SHA256.digest(Array("\(machine)\nledsign\n\(topic)".utf8))
        digits = digest.prefix(4).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 2 ? digits : "0" + digits
        }.joined()
    }

    /// The name of the device.
    package var name: String { "ledsign_\(digits)" }

    /// The text of /etc/machine-id, or else the machine's name in the network.
    package static func machine(named name: String, path: String = "/etc/machine-id") -> String {
        let bytes = (try? RegularFile.read(path: path, limit: 256)) ?? []
        let digits = bytes.prefix { $0 > 0x20 && $0 < 0x7F }
        return digits.isEmpty ? name : String(decoding: digits, as: UTF8.self)
    }
}
