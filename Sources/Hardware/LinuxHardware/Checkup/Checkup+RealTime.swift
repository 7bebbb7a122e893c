import PanelDrivers

/// Priority and memory.
extension Checkup {
    var realTime: [Finding] {
        let refreshed = needs.isRefreshed ? [realTimeShare, isolation, isolationOptions, governor, coreClock] : []
        return ([priority, memory] + refreshed).compactMap { $0 }
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
            return .ok("priority", found + ", but does not need it on the isolated processor")
        }
        let group = machine.device("/dev/gpiomem")?.group ?? "gpio"
        let fix: [Finding.Fix] = [
            .file("/etc/security/limits.d/ledsign.conf", line: "@\(group) - rtprio 40"),
            .advice("log out and in again; ledsign.service has it without this step"),
        ]
        if needs.isRefreshed {
            return .warning(
                "priority", found, means: "other programs delay refreshes, and the panel then flickers",
                fix: fix)
        }
        return .note(
            "priority", found, means: "frames are some milliseconds late while other programs are busy", fix: fix)
    }

    /// What the code, the stack and the frames of the refresh take is well under 64 MiB.
    private static let lockedBytes = 64 << 20

    private var memory: Finding? {
        guard !machine.user.mayLockMemory, let limit = machine.user.lockedMemory, limit < Self.lockedBytes else {
            return nil
        }
        let group = machine.device("/dev/gpiomem")?.group ?? "gpio"
        return .note(
            "locked-memory", "only \(limit / 1024) KiB can be locked in memory",
            means: "if memory is short, a frame may wait for the card",
            fix: [
                .file("/etc/security/limits.d/ledsign.conf", line: "@\(group) - memlock \(Self.lockedBytes / 1024)"),
                .advice("log out and in again"),
            ])
    }
}

/// How refreshes share the processors with everything else.
extension Checkup {
    /// Whether the kernel takes the processor from a busy real-time thread.
    private var realTimeShare: Finding? {
        let facts = machine.scheduling.realTime
        guard facts.isKnown else { return nil }
        let limits = machine.scheduling.limits
        guard !limits.areNone else {
            return .ok("real-time-share", "real-time threads may use all of a processor's time")
        }
        var found: [String] = []
        if let pause = limits.throttling { found.append("real-time threads are stopped for \(pause)") }
        if let pause = limits.fairServer {
            let source = limits.isFairServerAssumed ? "the default; only root can read it" : "fair server"
            found.append("ordinary threads that wait get up to \(pause) (\(source))")
        }
        let words = found.joined(separator: "; ")
        // A thread that is alone on its processor needs no real-time priority, and then none of this concerns it.
        guard mayRaise, machine.scheduling.isolatedNumbers.isEmpty else { return .ok("real-time-share", words) }
        return .note(
            "real-time-share", words,
            means: limits.throttling == nil
                ? "while other programs want the same processor, the refresh of the panel pauses and it flickers"
                : "a panel that is refreshed without a pause is dark for that time, or one row is too bright",
            fix: fix(of: limits))
    }

    private func fix(of limits: RealTimeLimits) -> [Finding.Fix] {
        var fix: [Finding.Fix] = []
        if machine.scheduling.spare != nil {
            fix.append(.advice("isolate a processor (isolated-processors); otherwise:"))
        }
        if limits.throttling != nil {
            fix += [
                .command("sudo sysctl -w " + RealTimeLimits.throttlingOff),
                .file("/etc/sysctl.d/90-ledsign.conf", line: RealTimeLimits.throttlingOff),
                .advice(RealTimeLimits.costOfThrottlingOff),
            ]
        }
        if limits.fairServer != nil {
            fix += [.command(RealTimeLimits.fairServerOff("*")), .advice(RealTimeLimits.costOfFairServerOff)]
            if limits.throttling == nil { fix.append(.advice(RealTimeLimits.throttlingIsGone)) }
        }
        return fix
    }

    /// Whether the refresh has a processor for itself.
    var isolation: Finding? {
        let scheduling = machine.scheduling
        if !scheduling.isolated.isEmpty {
            return .ok("isolated-processors", "processor \(scheduling.isolated) is isolated from the scheduler")
        }
        guard let spare = scheduling.spare else {
            return .note(
                "isolated-processors",
                "\(scheduling.processors) processor\(scheduling.processors == 1 ? "" : "s"), none isolated",
                means: "other programs share the processor that refreshes the panel")
        }
        let options = scheduling.options(isolating: [spare])
        return .note(
            "isolated-processors", "no processor is isolated",
            means: "other programs share the processor that refreshes the panel",
            fix: starting(
                with: options.map(\.text).joined(separator: " "), isThere: machine.boot.nextValue(of: "isolcpus") != nil
            )
                + [.advice(Machine.Scheduling.cost(of: options))])
    }

    /// Whether the kernel leaves an isolated processor alone, as far as it can.
    var isolationOptions: Finding? {
        let scheduling = machine.scheduling
        let missing = scheduling.options(isolating: scheduling.isolatedNumbers).filter { option in
            let value = machine.boot.value(of: option.name)
            // Processors may be isolated without isolcpus.
            return scheduling.isMissing(option, in: value) && (option.name != "isolcpus" || value != nil)
        }
        guard !missing.isEmpty else { return nil }
        let words = missing.map(\.text).joined(separator: " ")
        let isThere = missing.allSatisfy { !scheduling.isMissing($0, in: machine.boot.nextValue(of: $0.name)) }
        let replaced = missing.contains { $0.name == "isolcpus" } && !isThere
        let old = replaced ? (machine.boot.nextCommandLine ?? []).filter { $0.hasPrefix("isolcpus=") } : []
        // The processor is isolated already.
        let costly = missing.filter { $0.name != "isolcpus" }
        return .note(
            "isolation-options", "the kernel was started without \(words)",
            means:
                "the kernel interrupts the isolated processor many times a second, and some pulses of light get longer",
            fix: old.map(Finding.Fix.withoutCommandLine) + starting(with: words, isThere: isThere)
                + (costly.isEmpty ? [] : [.advice(Machine.Scheduling.cost(of: costly))]))
    }
}

/// The clock rates on which the lengths of pulses depend.
extension Checkup {
    /// How the kernel sets the rate of the processors.
    var governor: Finding? {
        guard let governor = machine.scheduling.governor else { return nil }
        if governor == "performance" || needs.way != .registers {
            return .ok("governor", "the clock governor is \(governor)")
        }
        return .note(
            "governor", "the clock governor is \(governor)",
            means: "pulses that are timed by writes change their length with the clock rate",
            fix: [
                .command("echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"),
                .advice(
                    "until the next start; permanently: a unit that runs this command at boot, or the line force_turbo=1 in "
                        + "config.txt; costs: more current and heat while the Raspberry Pi is idle"),
            ])
    }

    /// The core clock in MHz of a machine whose GPIO registers lie on its bus: what it falls to, and its highest rate.
    ///
    /// From the table of defaults in the Raspberry Pi documentation, "Overclocking options"; nil where the rate does not change:
    /// the Raspberry Pi 2 has one, and the Raspberry Pi 5 has its GPIO lines in a chip with clocks of its own.
    private static func coreRates(ofModel model: String) -> (minimum: Int, maximum: Int)? {
        switch GPIOBlock(model: model) {
        case .bcm2837: model.hasPrefix("Raspberry Pi 2 ") ? nil : (250, 400)
        case .bcm2711: (200, 500)
        case .rp1, nil: nil
        }
    }

    /// Whether the firmware changes the rate of the bus that the GPIO registers lie on.
    var coreClock: Finding? {
        guard needs.way == .registers, let file = machine.boot.configuration,
            let rates = machine.model.flatMap(Self.coreRates(ofModel:))
        else { return nil }
        let name = "core-clock"
        if file.value(of: "force_turbo").flatMap({ Int($0) }) == 1 {
            return .ok(name, "the core clock has one rate (force_turbo=1)")
        }
        let maximum = file.value(of: "core_freq").flatMap { Int($0) } ?? rates.maximum
        let minimum = file.value(of: "core_freq_min").flatMap { Int($0) } ?? rates.minimum
        if minimum >= maximum { return .ok(name, "the core clock has one rate, \(maximum) MHz") }
        return .note(
            name, "the firmware changes the core clock between \(minimum) and \(maximum) MHz",
            means: "writes to GPIO registers take longer at the low rate, and the shortest pulses of light with them",
            fix: [
                .configuration("core_freq_min=\(maximum)"), .reboot,
                .advice(
                    "costs: more current and heat while the Raspberry Pi is idle; force_turbo=1 holds the "
                        + "processor's clock too and costs more, and together with any over_voltage line it may set a bit "
                        + "in the chip permanently that shows that it was overclocked"),
            ])
    }
}
