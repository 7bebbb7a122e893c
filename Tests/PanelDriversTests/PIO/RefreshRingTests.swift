import PanelDrivers
import SignTestSupport
import Testing

/// A ring that a plain model of the kernel and a machine plays: the machine takes refreshes no faster than the shortest one, and the
/// kernel reads some ahead.
@Suite("Ring of refreshes")
struct RefreshRingTests {
    /// What the ring holds, and what was read.
    private struct Player {
        let half: Int
        let shortest: Int64
        let readAhead: Int
        /// The picture in each place.
        var content: [Int]
        /// Places that were read, counted from the first.
        var read = 0
        var transfer = 0
        var begun: Int64 = 0
        /// The pictures that were read, one after the other.
        var shown: [Int] = []

        /// Lets the machine have taken so many refreshes of this transfer; the next transfer begins some time after its end.
        mutating func advance(to time: Int64, slowness: Double, gap: Int64) {
            while true {
                let taken = Int(Double(time - begun) / (Double(shortest) * slowness))
                let end = (transfer + 1) * half
                let limit = min(transfer * half + taken + readAhead, end)
                while read < limit {
                    shown.append(content[read % content.count])
                    read += 1
                }
                let over = begun + Int64(Double(half) * Double(shortest) * slowness) + gap
                guard time >= over else { return }
                transfer += 1
                begun = over
            }
        }
    }

    @Test("no refresh is written while it may be read, and a picture comes soon and stays")
    func schedule() {
        for seed in sample(0..<400, 60) {
            var random = SeededRandom(seed: UInt64(seed))
            let shortest = Int64.random(in: 200_000...20_000_000, using: &random)
            let bytes = Int.random(in: 200...400_000, using: &random)
            let buffer = RefreshRing.bufferBytes(bytesPerRefresh: bytes)
            let phases = [1, 2, 4].randomElement(using: &random) ?? 1
            let slowness = Double.random(in: 1...1.2, using: &random)
            var ring = RefreshRing(
                period: Int64(Double(shortest) * slowness), shortest: shortest, bytesPerRefresh: bytes, phases: phases,
                bytesAhead: 4 * buffer)
            #expect(ring.half % phases == 0)
            let ahead = (4 * buffer + bytes - 1) / bytes
            var player = Player(
                half: ring.half, shortest: shortest, readAhead: ahead,
                content: [Int](repeating: 0, count: 2 * ring.half))
            var picture = 0
            var time: Int64 = 0
            // A thread that is late from time to time, as on a busy machine.
            let isBusy = seed % 3 == 0
            for _ in 0..<40 {
                // A picture, and then what is due until the next one, on time.
                let next = time + Int64.random(in: 1...700_000_000, using: &random)
                picture += 1
                ring.begin(shortest: shortest)
                let before = player.read
                var first: Int?
                while true {
                    player.advance(to: time, slowness: slowness, gap: 300_000)
                    let places = ring.places(transfer: player.transfer, time: time - player.begun)
                    for place in places {
                        #expect(place >= player.read, "seed \(seed): place \(place) of \(player.read) that were read")
                        #expect(place < player.read + 2 * ring.half, "seed \(seed): a place of a lap later")
                        player.content[place % player.content.count] = picture
                    }
                    first = first ?? places.first
                    guard let due = ring.nextTime(transfer: player.transfer) else {
                        expectEqual(Set(player.content), [picture], "seed \(seed): all over the ring")
                        break
                    }
                    time = max(player.begun + due, time + 1)
                    if isBusy, Int.random(in: 0..<4, using: &random) == 0 {
                        time += Int64.random(in: 0...200_000_000, using: &random)
                    }
                    if time >= next { break }
                }
                time = max(time, next)
                player.advance(to: time, slowness: slowness, gap: 300_000)
                guard let first, first < player.read, !isBusy else { continue }
                // From its first place on, every refresh that was read shows the picture.
                let late = player.shown[first...].filter { $0 != picture }.count
                expectEqual(late, 0, "seed \(seed), picture \(picture)")
                // The clock may be ahead of the machine by its slowness over a transfer.
                let drift = Int(Double(ring.half) * 0.2) + 2
                #expect(first - before <= ahead + drift + 3, "seed \(seed): \(first - before) refreshes later")
            }
        }
    }
}
