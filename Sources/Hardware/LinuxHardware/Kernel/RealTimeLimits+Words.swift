/// The words that the doctor and the running program have for limits and for what changes them.
extension RealTimePause: CustomStringConvertible {
    /// Such as "50 ms of each second" or "5 ms of each 100 ms".
    package var description: String {
        "\(Self.milliseconds(length)) ms of each "
            + (period == 1_000_000 ? "second" : "\(Self.milliseconds(period)) ms")
    }

    private static func milliseconds(_ time: Int) -> String {
        time % 1_000 == 0 ? "\(time / 1_000)" : "\(Double(time) / 1_000)"
    }
}

extension RealTimeLimits {
    /// The setting that ends throttling until the next start.
    package static let throttlingOff = "kernel.sched_rt_runtime_us=-1"
    /// What that costs.
    package static let costOfThrottlingOff =
        "costs: nothing stops a real-time thread of any program that runs wild, and its processor is lost to all others"

    /// The command that turns the fair server off until the next start.
    ///
    /// - Parameter processors: a number, or `*` for all.
    package static func fairServerOff(_ processors: String) -> String {
        "echo 0 | sudo tee /sys/kernel/debug/sched/fair_server/cpu\(processors)/runtime"
    }

    /// What that costs.
    package static let costOfFairServerOff =
        "until the next start; costs: while the refresh is busy, all else on its processor waits, threads of the kernel too; "
        + "the kernel warns that the system may crash"

    /// Why the old setting is no help.
    package static let throttlingIsGone =
        "kernel.sched_rt_runtime_us does not change this on kernels with a fair server"
}
