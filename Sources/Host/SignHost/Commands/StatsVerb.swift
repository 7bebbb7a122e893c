import Settings
import Timelines

enum StatsVerb: SignVerb {
    static let name = "stats"
    static let summary = "Show the counters and the state of the sign."
    static let addresses = [VerbAddress("GET", "stats")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) -> [JSONMember] {
        [JSONMember("stats", sign.statistics(at: instant))]
    }
}

extension SignCommand {
    package static let stats = SignCommand(StatsVerb.self)
}
