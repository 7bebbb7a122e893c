import LinuxHardware
import LinuxSystem

/// Something that the kernel did not give the refresh thread: what it costs, and what a person can do about it.
package enum RealTimeWarning: Hashable, Sendable {
    /// The thread runs among all others: the limit on real-time priority is too low.
    case priority(wanted: Int32, code: Int32)
    /// The thread has a real-time priority, hardly ever sleeps, and is stopped for a part of each period.
    case throttled(RealTimePause, isolation: RealTimeMachine.Isolation?)
    /// The same, but it is stopped only while other threads wait for its processor.
    case fairServer(RealTimePause, isolation: RealTimeMachine.Isolation?)
    /// The thread is not kept on its processors.
    case processors([Int], code: Int32)
    /// The thread's timers may come late by the default 50 us.
    case timerSlack(code: Int32)
    /// Memory of the refresh is not locked: pages may be loaded late when memory is short.
    case memory(bytes: Int, code: Int32)
}

extension RealTimeWarning: CustomStringConvertible {
    /// One line: what is lost; the fix.
    package var description: String {
        switch self {
        case .priority(let wanted, let code):
            "no real-time priority (\(SystemCallError.reason(code))): frames are late while other programs are busy; "
                + "allow it: LimitRTPRIO=\(wanted) in the systemd unit, or the line \"@gpio - rtprio \(wanted)\" in "
                + "/etc/security/limits.d/ledsign.conf and a new login"
        case .throttled(let pause, let isolation):
            "the kernel stops busy real-time threads for \(pause): the panel blinks when the refresh is that busy; "
                + Self.isolating(isolation) + "sudo sysctl -w \(RealTimeLimits.throttlingOff) "
                + "(\(RealTimeLimits.costOfThrottlingOff))"
        case .fairServer(let pause, let isolation):
            "while other programs wait for its processor, the kernel gives them up to \(pause): the panel flickers then; "
                + Self.isolating(isolation)
                + "\(RealTimeLimits.fairServerOff("*")) (\(RealTimeLimits.costOfFairServerOff)); "
                + RealTimeLimits.throttlingIsGone
        case .processors(let numbers, let code):
            "not kept on processor \(numbers.map(String.init).joined(separator: ", ")) "
                + "(\(SystemCallError.reason(code))): other programs disturb the refresh; remove the limit that the container or the unit "
                + "(AllowedCPUs=) sets"
        case .timerSlack(let code):
            "timers may be 50 us late (\(SystemCallError.reason(code))); "
                + "the kernel is too old, or a container forbids it"
        case .memory(let bytes, let code):
            "\((bytes + 1_023) / 1_024) kB of the refresh are not locked in memory (\(SystemCallError.reason(code))): "
                + "it may stutter when memory is short; LimitMEMLOCK=64M in the systemd unit, or the line \"@gpio - memlock 65536\" in "
                + "/etc/security/limits.d/ledsign.conf and a new login"
        }
    }

    /// The better fix, where a processor can be spared.
    private static func isolating(_ isolation: RealTimeMachine.Isolation?) -> String {
        guard let isolation else { return "" }
        return
            "put \(isolation.words) into the one line of /boot/firmware/cmdline.txt and reboot (\(isolation.cost)), or "
    }
}
