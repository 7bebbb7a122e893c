import SignFiles
import Timelines

/// The messages of one priority: whose turn it is, and the order in which they come.
final class PriorityLevel {
    /// What is shown, or waits for more urgent messages to end; nil if there is nothing.
    var content: LevelContent?
    /// When the current turn ends, on the timeline of the content; nil for never.
    var localTurnEnd: Instant?
    /// The members that are on the line, where they are shown together.
    var line: [Int] = []
    /// The members that the line would have if none of them were empty.
    var lineWithEmpty: [Int] = []
    /// What the messages on the line say, where any has values in it.
    var lineTexts: [String] = []
    /// Whether a message on the line has changed.
    var isLineOutdated = false
    private var order: TurnOrder
    private var last: TurnOrder.Member?
    private var roundsLeft: Int?

    init(_ playlist: SignPlaylist) {
        order = TurnOrder(playlist)
        roundsLeft = playlist.rounds
    }

    /// Chooses the next message; nil if all rounds are over.
    ///
    /// - Parameter countsRounds: whether the one before has had its turn, and has not just been taken off.
    func next(of members: [PlayedMessage], countsRounds: Bool) -> PlayedMessage? {
        let (chosen, beginsRound) = order.next(of: members.map(\.member), after: last)
        if beginsRound, countsRounds, let rounds = roundsLeft {
            guard rounds > 1 else { return nil }
            roundsLeft = rounds - 1
        }
        last = chosen
        return members.first { $0.id == chosen.id }
    }

    /// The message that `next` would choose after a turn; changes nothing.
    func upcoming(of members: [PlayedMessage]) -> PlayedMessage? {
        var order = order
        let (chosen, beginsRound) = order.next(of: members.map(\.member), after: last)
        if beginsRound, let rounds = roundsLeft, rounds <= 1 { return nil }
        return members.first { $0.id == chosen.id }
    }

    /// When the current turn ends on the sign's timeline; nil for never.
    var turnEnd: Instant? { localTurnEnd.flatMap { content?.global($0) } }

    /// Begins another order with what is shown.
    func restart(_ playlist: SignPlaylist) {
        order = TurnOrder(playlist)
        roundsLeft = playlist.rounds
        if let content {
            // Its turn counts as the first one.
            last = content.shown.member
        }
    }

    /// Takes over the place of the one whose turn it is, after the file was changed.
    func updateRank(of played: PlayedMessage) {
        if last?.id == played.id { last = played.member }
    }
}
