import SignFiles
import Timelines

/// The stream that a zone may have among its messages. The caller decides everything again afterwards.
extension ZonePlayer {
    /// The message of the stream; nil without one.
    var streamed: PlayedMessage? {
        for number in messages.indices where messages[number].stream != nil { return messages[number] }
        return nil
    }

    /// Whether the stream is what is shown.
    var showsStream: Bool {
        guard let content, case .stream = content.kind else { return false }
        return true
    }

    /// Adds the message of a stream.
    func addStream(_ stream: StreamContent, _ message: SignMessage, coversSign: Bool) {
        let added = played(message, rank: messages.count, isPushed: true, coversSign: coversSign)
        added.stream = stream
        set(messages + [added], keepsOrder: true)
    }

    /// Takes the message of the stream away.
    func removeStream() {
        guard streamed != nil else { return }
        set(messages.filter { $0.stream == nil }, keepsOrder: true)
    }
}
