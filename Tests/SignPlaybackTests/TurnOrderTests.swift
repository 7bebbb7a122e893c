import SignFiles
import SignTestSupport
import Testing

@testable import SignPlayback

@Suite struct TurnOrderTests {
    private func members(_ weights: [Int]) -> [TurnOrder.Member] {
        weights.enumerated().map { (id: $0 + 10, rank: $0, weight: $1) }
    }

    private func playlist(_ order: SignPlaylist.Order, seed: Int = 1) -> SignPlaylist {
        var playlist = SignPlaylist()
        (playlist.order, playlist.seed) = (order, seed)
        return playlist
    }

    /// The ranks of so many turns, with a bar before each turn that begins a round.
    private func turns(_ count: Int, _ playlist: SignPlaylist, _ weights: [Int]) -> String {
        var order = TurnOrder(playlist)
        var last: TurnOrder.Member?
        var text = ""
        for _ in 0..<count {
            let (member, beginsRound) = order.next(of: members(weights), after: last)
            text += (beginsRound ? "|" : "") + "\(member.rank)"
            last = member
        }
        return text
    }

    @Test("in turn: one after the other, round after round")
    func inTurn() {
        expectEqual(turns(7, playlist(.inTurn), [1, 1, 1]), "012|012|0")
        expectEqual(turns(3, playlist(.inTurn), [1]), "0|0|0")
    }

    @Test("in turn: a message that left keeps its place for those after it")
    func leaving() {
        var order = TurnOrder(playlist(.inTurn))
        let all = members([1, 1, 1, 1])
        let (next, beginsRound) = order.next(of: [all[0], all[3]], after: all[1])
        expectEqual(next.rank, 3)
        #expect(!beginsRound)
    }

    @Test("weighted: each comes as often as its weight says, spread evenly")
    func weighted() {
        // By hand: the credits after each addition are 3 2 1, 0 4 2, 3 0 3, 0 2 4, 3 4 -1 and 6 0 0.
        expectEqual(turns(12, playlist(.weighted), [3, 2, 1]), "010210|010210")
        for weights in [[1, 1], [5, 1], [2, 3, 4], [1_000, 1]] {
            let total = weights.reduce(0, +)
            let text = turns(total, playlist(.weighted), weights)
            for (rank, weight) in weights.enumerated() {
                let count = text.filter { $0 == Character("\(rank)") }.count
                expectEqual(count, weight, "\(weights)")
            }
        }
    }

    @Test("shuffle: every round has each message once, none comes twice in a row, and the seed decides")
    func shuffle() {
        for seed in 0..<50 {
            let text = turns(40, playlist(.shuffle, seed: seed), [1, 1, 1, 1, 1])
            let rounds = text.split(separator: "|")
            expectEqual(rounds.count, 8)
            for round in rounds { #expect(Set(round).count == 5 && round.count == 5, "seed \(seed)") }
            let plain = Array(text.filter { $0 != "|" })
            for (first, second) in zip(plain, plain.dropFirst()) { #expect(first != second, "seed \(seed)") }
            expectEqual(text, turns(40, playlist(.shuffle, seed: seed), [1, 1, 1, 1, 1]))
        }
        let orders = Set((0..<50).map { turns(5, playlist(.shuffle, seed: $0), [1, 1, 1, 1, 1]) })
        #expect(orders.count > 10)
    }
}
