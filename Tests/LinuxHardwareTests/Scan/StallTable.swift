import SignTestSupport

/// What an eye sees of stalls, of the LED that is worst, in percent of the light of a white LED; as text for docs/hub75.md.
struct StallTable {
    private static let row = 5
    private static let lengths: [Int64] = [100_000, 500_000, 2_000_000]
    /// Stalls that come again, wherever they meet the refresh: how long they are, and how often they come.
    private static let repeated: [(length: Int64, interval: Int64)] = [
        (10_000, 4_000_000), (10_000, 10_000_000), (100_000, 10_000_000), (500_000, 100_000_000),
    ]

    /// A row of one of the tables: how it begins, and the whole of it, which the simulated machine has to show first.
    struct Row {
        let head: String
        let cells: () throws -> String

        func line() throws -> String { head + (try cells()) }
    }

    /// The rows of both tables, without their heads.
    static func rows() -> [Row] {
        let single = StallPlace.allCases.flatMap { place in
            lengths.map { length in
                Row(head: "| \(place.words) | \(time(length)) | ") {
                    let without = try Self.single(length, at: place, hasAccount: false)
                    let with = try Self.single(length, at: place, hasAccount: true)
                    return zip(without, with).map { "\(percent($0)) | \(percent($1)) |" }.joined(separator: " ")
                }
            }
        }
        let repeated = Self.repeated.map { length, interval in
            Row(head: "| \(time(length)) every \(time(interval)) | ") {
                let without = try worst(length, every: interval, hasAccount: false)
                let with = try worst(length, every: interval, hasAccount: true)
                return "\(percent(without)) | \(percent(with)) |"
            }
        }
        return single + repeated
    }

    /// The greatest deviation after one stall: at its peak, after 20 ms and after 60 ms.
    private static func single(_ length: Int64, at place: StallPlace, hasAccount: Bool) throws -> [Double] {
        var machine = try DisturbedMachine(hasAccount: hasAccount)
        let start = place.instant(in: machine, row: row)
        machine.loop.stalls = [(start, length)]
        var eye = EyeModel(machine)
        var result = [0.0]
        for time: Int64 in [20_000_000, 60_000_000] {
            var last = 0.0
            while machine.loop.time < start + length + time {
                eye.see(&machine)
                last = eye.worst
                result[0] = extreme(result[0], last)
            }
            result.append(last)
        }
        return result
    }

    /// The greatest deviation while stalls come again and again, in the second tenth of a second and after.
    private static func worst(_ length: Int64, every interval: Int64, hasAccount: Bool) throws -> Double {
        var machine = try DisturbedMachine(hasAccount: hasAccount)
        var random = SeededRandom(seed: 11)
        machine.loop.stalls = stride(from: 2_000_000, to: 400_000_000, by: Int(interval)).map { time in
            (Int64(time) + Int64.random(in: 0..<interval / 4, using: &random), length)
        }
        var eye = EyeModel(machine)
        var worst = 0.0
        while machine.loop.time < 400_000_000 {
            eye.see(&machine)
            if machine.loop.time > 100_000_000 { worst = extreme(worst, eye.worst) }
        }
        return worst
    }

    private static func extreme(_ first: Double, _ second: Double) -> Double {
        abs(second) > abs(first) ? second : first
    }

    /// One decimal, with its sign.
    private static func percent(_ share: Double) -> String {
        let tenths = Int((share * 1_000).rounded())
        let number = "\(abs(tenths) / 10).\(abs(tenths) % 10)"
        return tenths == 0 ? number : (tenths < 0 ? "-" : "+") + number
    }

    private static func time(_ nanoseconds: Int64) -> String {
        nanoseconds % 1_000_000 == 0 ? "\(nanoseconds / 1_000_000) ms" : "\(nanoseconds / 1_000) us"
    }
}
