/// Something that the kernel did not give the refresh thread: what it costs, and what a person can do about it.
public enum RealTimeLoss: Hashable, Sendable {
    /// The thread runs among all others: the limit on real-time priority is too low.
    case priority(wanted: Int32, code: Int32)
    /// The thread has a real-time priority, hardly ever sleeps, and is stopped for a part of each second.
    case throttled(share: Double)
    /// The thread is not kept on its processors.
    case processors([Int], code: Int32)
    /// The thread's timers may come late by the usual 50 us.
    case timerSlack(code: Int32)
    /// Memory of the refresh is not locked: pages may be loaded late when memory is short.
    case memory(bytes: Int, code: Int32)
}

extension RealTimeLoss: CustomStringConvertible {
    /// One line: what is lost; the cure.
    public var description: String {
        switch self {
        case .priority(let wanted, let code):
            "no real-time priority (\(words(code))): frames come late while other programs are busy; "
                + "allow it: LimitRTPRIO=\(wanted) in the systemd unit, or the line \"@gpio - rtprio \(wanted)\" in "
                + "/etc/security/limits.d/ledsign.conf and a new login"
        case .throttled(let share):
            "the kernel stops busy real-time threads for \(Int(((1 - share) * 1_000).rounded())) ms of each second: "
                + "the panel blinks when the refresh is that busy; put isolcpus=3 into the one line of "
                + "/boot/firmware/cmdline.txt and reboot, or sudo sysctl -w kernel.sched_rt_runtime_us=-1"
        case .processors(let numbers, let code):
            "not kept on processor \(numbers.map(String.init).joined(separator: ", ")) (\(words(code))): "
                + "other programs disturb the refresh; take the limit away that the container or the unit "
                + "(AllowedCPUs=) sets"
        case .timerSlack(let code):
            "timers may come 50 us late (\(words(code))); the kernel is too old, or a container forbids it"
        case .memory(let bytes, let code):
            "\((bytes + 1_023) / 1_024) kB of the refresh are not locked in memory (\(words(code))): it may stumble when "
                + "memory is short; LimitMEMLOCK=64M in the systemd unit, or the line \"@gpio - memlock 65536\" in "
                + "/etc/security/limits.d/ledsign.conf and a new login"
        }
    }
}
