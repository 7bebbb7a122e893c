import Timelines

/// What `--stats` prints.
enum SignStatistics {
    static func report(_ loop: SignLoop, during time: Nanoseconds) {
        let counters = loop.counters
        Messages.say(
            "\(counters.drawn) frames drawn in \((time.count + 50_000_000) / 100_000_000 * 100) ms, "
                + "\(counters.skipped) skipped, \(counters.late) later than 1 ms, "
                + "worst lateness \(counters.worstLateness.count / 1000) us")
        guard let sent = loop.sent else { return }
        Messages.say(
            "\(sent.messages) messages of \(sent.bytes) bytes in all to the device, \(sent.healings) of them to heal at rest"
        )
    }
}
