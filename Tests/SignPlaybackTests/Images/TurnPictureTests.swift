import ImageFiles
import LiveValues
import PixelGraphics
import SignFiles
import SignTestSupport
import Testing
import Timelines

@testable import SignPlayback

/// Messages whose pictures a server gives, one for each turn.
@Suite struct TurnPictureTests {
    private static let box = "parts: [{shape: box, filled: yes}]"
    private static let message = "tronbyt: 'http://nas.local:8000/kitchen/next?key=secret'"

    private static let connected = "tronbyt: 'ws://nas.local:8000/kitchen/ws'"

    /// A sign and its server, which answers some time after it is asked; what both do is recorded.
    private final class Bench {
        let sign: SignStage
        /// What the server does: how long it takes, and what it gives; nil for nothing.
        var answer: (_ request: Int) -> (milliseconds: Int64, bytes: [UInt8], header: TronbytAnswer)?
        /// When it was asked, in milliseconds.
        private(set) var requests: [Int64] = []
        /// The picture of each change, and when it came.
        private(set) var shown: [(time: Int64, picture: String)] = []
        private var turn = 0
        private var coming: [(time: Int64, change: LiveChange)] = []
        private(set) var time: Int64 = 0

        init(
            _ text: String, answer: @escaping (Int) -> (milliseconds: Int64, bytes: [UInt8], header: TronbytAnswer)?
        ) throws {
            sign = try SignStage(text, size: Size(width: 8, height: 2))
            self.answer = answer
        }

        /// Runs the sign until a time, looking every 500 ms.
        func run(until end: Int64) {
            while time < end {
                sign.player.direct(at: sign.instant(time))
                for source in sign.player.imageSources where source.turn != turn {
                    turn = source.turn ?? 0
                    if let (delay, bytes, given) = answer(requests.count) {
                        var header = given
                        header.turn = turn
                        let document = LiveDocument(bytes: bytes, answer: header)
                        coming.append((time + delay, LiveChange(name: source.name, document: document)))
                    }
                    requests.append(time)
                }
                for (due, change) in coming where due <= time {
                    sign.player.take([change], at: sign.instant(time))
                    sign.player.settleImages(at: sign.instant(time))
                }
                coming.removeAll { $0.time <= time }
                let picture = sign.picture(at: time)
                if picture != shown.last?.picture { shown.append((time, picture)) }
                time += 500
            }
        }

        /// Lets the server give a picture for the turn that is asked for, without being asked again.
        func push(_ bytes: [UInt8], _ given: TronbytAnswer) {
            var header = given
            header.turn = turn
            let name = sign.player.imageSources.first?.name ?? ""
            let change = LiveChange(name: name, document: LiveDocument(bytes: bytes, answer: header))
            sign.player.take([change], at: sign.instant(time))
            sign.player.settleImages(at: sign.instant(time))
        }

        /// When each picture was shown from, by the column that it lights.
        var columns: [(time: Int64, column: Int?)] {
            shown.map { shown in
                (
                    shown.time,
                    shown.picture.prefix(8).firstIndex(of: "#").map {
                        shown.picture.distance(from: shown.picture.startIndex, to: $0)
                    }
                )
            }
        }
    }

    private static func header(dwell: Int64? = 15, brightness: Int? = nil) -> TronbytAnswer {
        var answer = TronbytAnswer()
        (answer.dwell, answer.brightness) = (dwell.map { .seconds($0) }, brightness)
        return answer
    }

    /// A picture of 8x2 pixels with one column lit.
    private static func picture(_ column: Int) -> [UInt8] {
        let row = String((0..<8).map { $0 == column % 8 ? "#" : "." })
        return (try? ImageFolder.gif([("\(row)\n\(row)", 10)])) ?? []
    }

    @Test("E9: alone, one picture follows the other each dwell, and each request is one turn, over an hour")
    func alone() throws {
        let bench = try Bench("messages: [{\(Self.message)}]") { (2_000, Self.picture($0), Self.header()) }
        bench.run(until: 3_600_000)
        // The first is there after 2 s; each stands for 15 s, and the next one is asked for after 10 s.
        expectEqual(bench.columns.map(\.time), [0] + stride(from: 2_000, to: 3_600_000, by: 15_000))
        expectEqual(bench.columns.map(\.column), [nil] + (0..<240).map { $0 % 8 })
        expectEqual(bench.requests, [0] + stride(from: 12_000, to: 3_600_000, by: 15_000))
    }

    @Test("E9: with other messages it takes turns, and each turn has another picture, over an hour")
    func inTurn() throws {
        let text = "messages: [{\(Self.box), duration: 7s}, {\(Self.message)}]"
        let bench = try Bench(text) { (1_000, Self.picture($0), Self.header()) }
        bench.run(until: 3_600_000)
        let pictures = bench.shown.filter { $0.picture != "########\n########" }
        expectEqual(pictures.map(\.time), Array(stride(from: 7_000, to: 3_600_000, by: 22_000)))
        expectEqual(bench.requests, [0] + stride(from: 17_000, to: 3_600_000, by: 22_000))
    }

    @Test("E9: an animation plays whole rounds until its dwell has passed")
    func rounds() throws {
        let bench = try Bench("messages: [{\(Self.message)}]") { request in
            let frames = (0..<2).map { frame in
                let row = String((0..<8).map { $0 == frame + 2 * (request % 4) ? "#" : "." })
                return (art: "\(row)\n\(row)", hundredths: 350)
            }
            return (0, (try? ImageFolder.gif(frames)) ?? [], Self.header(dwell: 10))
        }
        bench.run(until: 60_000)
        // Rounds of 7 s: two of them are the first that last 10 s.
        expectEqual(bench.columns.map(\.time), Array(stride(from: 0, to: 60_000, by: 3_500)))
        let columns = bench.columns.map(\.column)
        expectEqual(Array(columns.prefix(9)), [0, 1, 0, 1, 2, 3, 2, 3, 4])
    }

    @Test(
        "E9: the last picture stays until the next has come; without a header the dwell is that of before, 10 s at first"
    )
    func late() throws {
        let bench = try Bench("messages: [{\(Self.message)}]") { request in
            (request == 1 ? 20_000 : 0, Self.picture(request), Self.header(dwell: request < 3 ? nil : 20))
        }
        bench.run(until: 100_000)
        // Asked for after 5 s, the second comes at 25 s, and is shown at once.
        expectEqual(bench.columns.map(\.time), [0, 25_000, 35_000, 45_000, 65_000, 85_000])
        expectEqual(Array(bench.requests.prefix(4)), [0, 5_000, 30_000, 40_000])
    }

    @Test("E9: a server that gives nothing more has no turns after `stale`, and comes back")
    func stale() throws {
        let text = "messages: [{\(Self.message), stale: 1m}]\nidle: {\(Self.box)}"
        let bench = try Bench(text) {
            $0 == 1 ? (200_000, Self.picture(1), Self.header()) : (0, Self.picture($0), Self.header())
        }
        bench.run(until: 240_000)
        // Asked for after 10 s, the second picture is owed from 10 s on.
        expectEqual(Array(bench.shown.map(\.time).prefix(4)), [0, 70_000, 210_000, 225_000])
        expectEqual(bench.shown[1].picture, "########\n########")
        expectEqual(bench.shown[2].picture, ".#......\n.#......")
    }

    @Test("E9: a picture that cannot be shown is never half shown: another one is asked for after 5 s, 10 s ... 60 s")
    func unusable() throws {
        let bench = try Bench("messages: [{\(Self.message)}]") { request in
            (
                0, (1...6).contains(request) ? Array(Self.picture(request).prefix(30)) : Self.picture(request),
                Self.header()
            )
        }
        bench.run(until: 240_000)
        expectEqual(Array(bench.requests.prefix(8)), [0, 10_000, 15_000, 25_000, 45_000, 85_000, 145_000, 205_000])
        expectEqual(Array(bench.columns.map(\.time).prefix(3)), [0, 205_000, 220_000])
        expectEqual(Array(bench.columns.map(\.column).prefix(3)), [0, 7, 0])
    }

    @Test("E9: a reload, `next` and a more urgent message ask for nothing beyond the turns")
    func events() throws {
        let text = "messages: [{\(Self.message)}]"
        let bench = try Bench(text) { (0, Self.picture($0), Self.header()) }
        bench.run(until: 8_000)
        for _ in 0..<5 { try bench.sign.show("# changed\n" + text, at: bench.time) }
        bench.run(until: 9_000)
        expectEqual(bench.requests, [0])
        var urgent = SignMessage("A")
        (urgent.name, urgent.priority, urgent.lifetime) = ("u", 5, .seconds(60))
        try bench.sign.player.push(urgent, zone: nil, at: bench.sign.instant(bench.time))
        bench.run(until: 69_000)
        expectEqual(bench.requests, [0])
        // Its turn resumes, and has 6 s left of 15.
        bench.run(until: 80_000)
        expectEqual(bench.requests, [0, 70_000])
        expectEqual(bench.columns.last?.time, 75_000)
        let isSkipped = bench.sign.player.skip(zone: nil, at: bench.sign.instant(bench.time))
        #expect(isSkipped)
        bench.run(until: 81_500)
        expectEqual(bench.requests, [0, 70_000, 80_000])
    }

    @Test("E9: outside of its time it asks for nothing, and then it begins with a new picture")
    func conditions() throws {
        let text = "fields: {v: {variable: '1'}}\nmessages: [{\(Self.message), while: v = 1}]"
        let bench = try Bench(text) { (0, Self.picture($0), Self.header()) }
        func set(_ value: LiveValue) {
            let change = LiveChange(name: "v", reading: LiveReading(value))
            bench.sign.player.take([change], at: bench.sign.instant(bench.time))
        }
        set("1")
        bench.run(until: 12_000)
        set("0")
        bench.run(until: 3_600_000)
        expectEqual(bench.requests, [0, 10_000])
        set("1")
        bench.run(until: 3_602_000)
        expectEqual(bench.requests, [0, 10_000, 3_600_000])
        expectEqual(bench.columns.map(\.column), [0, nil, 2])
    }

    @Test(
        "E9: the server's brightness is followed where the file says so, and 0 is a dark turn",
        arguments: [true, false])
    func brightness(follows: Bool) throws {
        let levels = [40, 0, 90]
        let text = "brightness: 60\nmessages: [{\(Self.message)\(follows ? ", brightness: follow" : "")}]"
        let bench = try Bench(text) { (0, Self.picture($0), Self.header(brightness: $0 < 3 ? levels[$0] : nil)) }
        var found: [Int] = []
        for time: Int64 in [1_000, 16_000, 31_000, 46_000] {
            bench.run(until: time + 1_000)
            found.append(bench.sign.player.brightness.percent)
        }
        expectEqual(found, follows ? [40, 0, 60, 60] : [60, 60, 60, 60])
    }

    @Test("E9: where the sign is idle, it asks while that is seen alone, and follows the brightness")
    func idle() throws {
        let text = """
            fields: {v: {variable: '1'}}
            messages: [{\(Self.box), while: v = 1}]
            idle: {\(Self.message), brightness: follow}
            """
        let bench = try Bench(text) { (0, Self.picture($0), Self.header(brightness: 40)) }
        func set(_ value: LiveValue) {
            let change = LiveChange(name: "v", reading: LiveReading(value))
            bench.sign.player.take([change], at: bench.sign.instant(bench.time))
        }
        // Without a value it is idle, and asks for the first picture, which is not seen.
        set("1")
        bench.run(until: 600_000)
        expectEqual(bench.requests, [0])
        set("0")
        bench.run(until: 601_000)
        expectEqual(bench.requests, [0, 600_000])
        expectEqual(bench.columns.map(\.column), [0, 1])
        expectEqual(bench.sign.player.brightness.percent, 40)
        set("1")
        bench.run(until: 1_200_000)
        expectEqual(bench.requests, [0, 600_000])
        expectEqual(bench.sign.player.brightness.percent, 100)
    }

    @Test("E9: over a WebSocket each picture is asked for when the one before is shown, once, over an hour")
    func connected() throws {
        let bench = try Bench("messages: [{\(Self.connected)}]") { (1_000, Self.picture($0), Self.header()) }
        bench.run(until: 3_600_000)
        expectEqual(bench.columns.map(\.time), [0] + stride(from: 1_000, to: 3_600_000, by: 15_000))
        expectEqual(bench.columns.map(\.column), [nil] + (0..<240).map { $0 % 8 })
        // The first picture is shown between two looks of the bench.
        expectEqual(bench.requests, [0, 1_500] + stride(from: 16_000, to: 3_600_000, by: 15_000))
    }

    @Test("E9: over a WebSocket a picture waits for its turn among other messages, and one is asked for each turn")
    func connectedInTurn() throws {
        let text = "messages: [{\(Self.box), duration: 7s}, {\(Self.connected)}]"
        let bench = try Bench(text) { (1_000, Self.picture($0), Self.header()) }
        bench.run(until: 3_600_000)
        let pictures = bench.shown.filter { $0.picture != "########\n########" }
        expectEqual(pictures.map(\.time), Array(stride(from: 7_000, to: 3_600_000, by: 22_000)))
        expectEqual(bench.requests, [0] + stride(from: 7_000, to: 3_600_000, by: 22_000))
    }

    @Test("E9: a picture that is pushed is shown at once, for its own time, in place of the one that waits")
    func pushed() throws {
        let bench = try Bench("messages: [{\(Self.connected)}]") { (0, Self.picture($0), Self.header()) }
        bench.run(until: 20_000)
        // The second one is shown since 15 s, and the third one waits.
        var header = Self.header(dwell: 30)
        bench.push(Self.picture(7), header)
        bench.run(until: 22_000)
        expectEqual(bench.columns.map(\.column), [0, 1])
        header.isImmediate = true
        bench.push(Self.picture(7), header)
        bench.run(until: 60_000)
        expectEqual(bench.columns.map(\.time), [0, 15_000, 22_000, 52_000])
        expectEqual(bench.columns.map(\.column), [0, 1, 7, 3])
        expectEqual(bench.requests, [0, 500, 15_000, 22_000, 52_000])
    }

    @Test("E9: what is pushed while another message is shown waits for its turn")
    func pushedInTurn() throws {
        let text = "messages: [{\(Self.box), duration: 7s}, {\(Self.connected)}]"
        let bench = try Bench(text) { (0, Self.picture($0), Self.header()) }
        bench.run(until: 3_000)
        var header = Self.header(dwell: 30)
        header.isImmediate = true
        bench.push(Self.picture(7), header)
        bench.run(until: 50_000)
        expectEqual(bench.columns.map(\.time), [0, 7_000, 37_000, 44_000])
        expectEqual(bench.columns.map(\.column), [0, 7, 0, 1])
    }

    @Test("E9: over a WebSocket brightness counts for what is shown, as soon as it comes")
    func connectedBrightness() throws {
        let text = "messages: [{\(Self.connected), brightness: follow}]"
        let bench = try Bench(text) { (0, Self.picture($0), Self.header(brightness: 40)) }
        bench.run(until: 3_000)
        expectEqual(bench.sign.player.brightness.percent, 40)
        bench.push(Self.picture(1), Self.header(brightness: 10))
        bench.run(until: 4_000)
        expectEqual(bench.sign.player.brightness.percent, 10)
        expectEqual(bench.columns.map(\.time), [0])
    }

    @Test("E9: over a WebSocket a long picture is not too old before its time is over")
    func connectedStale() throws {
        let text = "messages: [{\(Self.connected), stale: 1m}]\nidle: {\(Self.box)}"
        let bench = try Bench(text) { $0 > 0 ? nil : (0, Self.picture(0), Self.header(dwell: 600)) }
        bench.run(until: 700_000)
        // The server gives nothing more: the picture would have ended at 600 s, and is owed since 595 s.
        expectEqual(bench.shown.map(\.time), [0, 655_000])
    }

    @Test("nothing shows the key of its URL, and a sign that is drawn once asks for nothing")
    func names() throws {
        let file = try SignFile(parsing: "messages: [{\(Self.message)}]", path: "s.yaml")
        expectEqual(file.imageSources, [])
        expectEqual(file.messages.map(\.title), ["http://nas.local:8000/kitchen/next"])
        let bench = try Bench("messages: [{\(Self.message)}]") { _ in (0, Array("GIF89a".utf8), Self.header()) }
        bench.run(until: 1_500)
        expectEqual(bench.sign.player.imageSources.map(\.name), ["image http://nas.local:8000/kitchen/next"])
        expectEqual(bench.sign.player.images.problems.count, 1)
        #expect(!bench.sign.player.images.problems.contains { $0.contains("secret") })
    }
}
