import Testing

/// How a panel became dark after a cause, in nanoseconds.
struct Darkening {
    /// How long the panel stayed lit, by the times of the model's log or by looks at its registers.
    let time: Int64
    /// How late the machine itself was meanwhile: the longest pause of a thread that looks some ten times in a millisecond.
    let noise: Int64

    /// Waits until the panel of a sign is dark, and measures how long that took after a cause.
    init(of sign: ShownSign, after cause: Int64) throws {
        time = try sign.darkness(after: cause)
        noise = sign.noise(since: cause)
    }

    /// Expects a panel to be dark within a limit in nanoseconds, in one of ten attempts.
    ///
    /// The limit itself is never widened. On a busy machine a thread waits for its turn, whether it is to die, to draw or to make
    /// the panel dark, which may take longer than the limit: then a further attempt shows whether the program or the machine was
    /// slow. A program that is slow by itself fails all ten.
    static func expect(_ what: String, within limit: Int64, _ attempt: () throws -> Darkening) throws {
        var results: [Darkening] = []
        while results.count < 10, results.allSatisfy({ $0.time > limit }) {
            let result = try attempt()
            result.report(what)
            results.append(result)
        }
        let times = results.map { $0.time / 1_000 }
        #expect(
            results.contains { $0.time <= limit }, "\(what): dark after \(times) us, the limit is \(limit / 1_000) us")
    }

    private func report(_ what: String) {
        print("fail-dark: \(what): \(time / 1_000) us, machine paused for up to \(noise / 1_000) us")
    }
}
