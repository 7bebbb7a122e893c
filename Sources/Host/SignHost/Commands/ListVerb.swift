import Settings
import Timelines

enum ListVerb: SignVerb {
    static let name = "list"
    static let summary = "List the messages of the sign file and the pushed ones."
    static let addresses = [VerbAddress("GET", "messages")]

    static func perform(_ command: SignCommand, on sign: Sign, at instant: Instant) -> [JSONMember] {
        [JSONMember("messages", .list(sign.listed(at: instant).map(\.json)))]
    }
}

extension SignCommand {
    package static let list = SignCommand(ListVerb.self)
}
