import LinuxHardware

/// Priority, memory and processors.
extension Checkup {
    var realTime: [Finding] {
        var findings = [priority]
        if let memory { findings.append(memory) }
        guard needs.isRefreshed else { return findings }
        return findings + [throttling, isolation, governor].compactMap { $0 }
    }

    /// Whether a thread may take real-time priority.
    private var mayRaise: Bool { machine.user.mayRaisePriority || machine.user.realTimePriority > 0 }

    private var priority: Finding {
        if machine.user.mayRaisePriority {
            return .ok("priority", "real-time priority is allowed")
        }
        if machine.user.realTimePriority > 0 {
            return .ok("priority", "real-time priority is allowed up to \(machine.user.realTimePriority)")
        }
        let found = "\(machine.user.name) may not use real-time priority"
        if needs.isRefreshed, !machine.scheduling.isolated.isEmpty {
            return .ok("priority", found + ", and needs none on the isolated processor")
        }
        let group = machine.device("/dev/gpiomem")?.group ?? "gpio"
        let cure: [Finding.Cure] = [
            .file("/etc/security/limits.d/ledsign.conf", line: "@\(group) - rtprio 40"),
            .advice("log out and in again; the service ledsign.service has it without that"),
        ]
        if needs.isRefreshed {
            return .warning(
                "priority", found, means: "other programs make refreshes late, and the panel flickers when they do",
                cure: cure)
        }
        return .note(
            "priority", found, means: "frames are some milliseconds late while other programs are busy", cure: cure)
    }

    /// What the code, the stack and the frames of the refresh take is well under 64 MiB.
    private static let lockedBytes = 64 << 20

    private var memory: Finding? {
        guard !machine.user.mayLockMemory, let limit = machine.user.lockedMemory, limit < Self.lockedBytes else {
            return nil
        }
        let group = machine.device("/dev/gpiomem")?.group ?? "gpio"
        return .note(
            "locked-memory", "\(limit / 1024) KiB may be locked in memory",
            means: "under memory pressure a frame may wait for the card",
            cure: [
                .file("/etc/security/limits.d/ledsign.conf", line: "@\(group) - memlock \(Self.lockedBytes / 1024)"),
                .advice("log out and in again"),
            ])
    }

    private var throttling: Finding? {
        guard let runtime = machine.scheduling.realTimeRuntime, let period = machine.scheduling.realTimePeriod else {
            return nil
        }
        guard runtime >= 0, runtime < period, mayRaise, machine.scheduling.isolated.isEmpty else {
            return .ok(
                "real-time-share",
                runtime < 0 || runtime >= period
                    ? "real-time threads may use all of a processor's time"
                    : "real-time threads may use \(runtime / 1000) of \(period / 1000) ms")
        }
        return .note(
            "real-time-share", "real-time threads may use \(runtime / 1000) of \(period / 1000) ms",
            means: "a panel whose refreshes leave no pause is dark for the rest, once in that time",
            cure: [.command("sudo sysctl -w kernel.sched_rt_runtime_us=-1"), .advice("isolate a processor as well")])
    }

    private var isolation: Finding? {
        let scheduling = machine.scheduling
        if !scheduling.isolated.isEmpty {
            return .ok("isolated-processors", "the scheduler leaves processor \(scheduling.isolated) alone")
        }
        guard scheduling.processors >= 3 else {
            return .note(
                "isolated-processors",
                "\(scheduling.processors) processor\(scheduling.processors == 1 ? "" : "s"), none isolated",
                means: "other programs share the processor that refreshes the panel")
        }
        let last = scheduling.processors - 1
        return .note(
            "isolated-processors", "no processor is isolated",
            means: "other programs share the processor that refreshes the panel",
            cure: starting(
                with: "isolcpus=\(last)", isThere: machine.boot.nextValue(of: "isolcpus") != nil))
    }

    private var governor: Finding? {
        guard let governor = machine.scheduling.governor else { return nil }
        if governor == "performance" || needs.way != .registers {
            return .ok("governor", "the clock rate's governor is \(governor)")
        }
        return .note(
            "governor", "the clock rate's governor is \(governor)",
            means: "pulses that are counted in writes change their length with the clock rate",
            cure: [
                .command("echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"),
                .advice("for good: the line force_turbo=1 in config.txt, or a unit that runs this at start"),
            ])
    }
}
