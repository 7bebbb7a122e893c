import Foundation
import LinuxHardware
import LinuxSystem
import SignFiles
import SignNetwork

/// Checks whether the broker of a sign file can be used.
struct BrokerCheckup {
    /// What the connection is made of.
    let configuration: BrokerConfiguration

    /// What was found: for the broker, the password file, and the topics and groups.
    var findings: [Finding] {
        [broker] + (configuration.passwordPath.map { [password($0)] } ?? []) + [topics]
    }

    private var broker: Finding {
        let address = configuration.settings.broker
        do {
            try BrokerProbe.connect(configuration)
            return .ok("mqtt-broker", "the broker \(address) takes the sign")
        } catch {
            return .warning(
                "mqtt-broker", "the broker \(address): \(error)",
                means: "the sign neither publishes its state there nor takes commands from it",
                fix: [.advice("start the broker, or correct the keys under mqtt; the sign tries again by itself")])
        }
    }

    private func password(_ path: String) -> Finding {
        do throws(BrokerSecretError) {
            _ = try BrokerSecret.read(path: path)
            return .ok("mqtt-password", "the password file \(path) can be used")
        } catch {
            return .warning(
                "mqtt-password", "\(error)", means: "the sign is not connected to its broker",
                fix: [.command("sudo chmod o= \(path)")])
        }
    }

    private var topics: Finding {
        let groups = configuration.topics.groups
        let listens =
            groups.isEmpty ? "and is in no group" : "and listens to the groups \(groups.joined(separator: ", "))"
        return .ok("mqtt-topics", "the sign publishes its state at \(configuration.topics.base)/..., \(listens)")
    }
}
