import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

extension SignStage {
    /// Pushes a message, given by its keys as YAML has them between braces.
    func push(_ keys: String, zone: String? = nil, at milliseconds: Int64) throws {
        let message = try SignMessage(parsing: "{\(keys)}", for: player.file)
        try player.push(message, zone: zone, at: instant(milliseconds))
    }

    /// Takes a pushed message away; returns whether there was one.
    func remove(_ name: String, at milliseconds: Int64) -> Bool {
        player.removePushed(name, at: instant(milliseconds))
    }

    /// What the messages are doing, each as its name and its state.
    func states(at milliseconds: Int64) -> [String] {
        player.direct(at: instant(milliseconds))
        return player.listed(at: instant(milliseconds)).map { listed in
            (listed.message.name ?? "-") + (listed.isPushed ? " pushed " : " ") + listed.state.rawValue
        }
    }
}
