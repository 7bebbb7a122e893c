import Marquee
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
    /// The messages on the line with their values; nil for those that cannot change by themselves.
    var lineMessages: [Message?] = []
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

/// Which message comes next: a pure state machine over their numbers.
struct TurnOrder {
    /// A message that takes turns: its number, which is never used again, its place in the order of the file, and how often
    /// it comes compared with others, 1 or more.
    typealias Member = (id: Int, rank: Int, weight: Int)

    private let order: SignPlaylist.Order
    private var random: UInt64
    /// The messages that have had a turn in this round.
    private var taken: Set<Int> = []
    /// How far each one is ahead of the turns that its weight has given it.
    private var credits: [Int: Int] = [:]
    private var turns = 0

    /// Creates an order before the first turn.
    init(_ playlist: SignPlaylist) {
        order = playlist.order
        random = UInt64(playlist.seed)
    }

    /// Chooses the next message, and whether a new round begins with it.
    ///
    /// - Parameters:
    ///   - members: the messages that may come, in the order of the file; not empty.
    ///   - last: the last message, whether it may come again or not.
    mutating func next(of members: [Member], after last: Member?) -> (member: Member, beginsRound: Bool) {
        switch order {
        case .inTurn, .together:
            let following = last.flatMap { last in members.first { $0.rank > last.rank } }
            return (following ?? members[0], last != nil && following == nil)
        case .shuffle: return shuffled(members, after: last)
        case .weighted: return weighted(members, isFirst: last == nil)
        }
    }

    private mutating func shuffled(_ members: [Member], after last: Member?) -> (member: Member, beginsRound: Bool) {
        var waiting = members.filter { !taken.contains($0.id) }
        let beginsRound = waiting.isEmpty
        if beginsRound {
            taken = []
            // No message comes twice in a row.
            waiting = members.count > 1 ? members.filter { $0.id != last?.id } : members
        }
        let chosen = waiting[Int(nextRandom() % UInt64(waiting.count))]
        taken.insert(chosen.id)
        return (chosen, beginsRound)
    }

    /// Spreads the turns evenly: the message with the most credit comes next.
    private mutating func weighted(_ members: [Member], isFirst: Bool) -> (member: Member, beginsRound: Bool) {
        let ids = Set(members.map(\.id))
        credits = credits.filter { ids.contains($0.key) }
        let total = members.reduce(0) { $0 + $1.weight }
        var chosen = members[0]
        for member in members {
            credits[member.id, default: 0] += member.weight
            if credits[member.id, default: 0] > credits[chosen.id, default: 0] { chosen = member }
        }
        credits[chosen.id, default: 0] -= total
        let beginsRound = turns >= total
        turns = beginsRound ? 1 : turns + 1
        return (chosen, beginsRound && !isFirst)
    }

    /// The SplitMix64 generator (Steele, Lea and Flood 2014).
    private mutating func nextRandom() -> UInt64 {
        random &+= 0x9E37_79B9_7F4A_7C15
        var mixed = random
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
