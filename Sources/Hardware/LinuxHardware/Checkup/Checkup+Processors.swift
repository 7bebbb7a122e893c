/// How refreshes share the processors with everything else.
extension Checkup {
    /// Whether the kernel takes the processor from a busy real-time thread.
    var realTimeShare: Finding? {
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
        if machine.scheduling.isolation.spare != nil {
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
        guard let spare = scheduling.isolation.spare else {
            return .note(
                "isolated-processors",
                "\(scheduling.processors) processor\(scheduling.processors == 1 ? "" : "s"), none isolated",
                means: "other programs share the processor that refreshes the panel")
        }
        let options = scheduling.isolation.options(for: [spare])
        return .note(
            "isolated-processors", "no processor is isolated",
            means: "other programs share the processor that refreshes the panel",
            fix: starting(
                with: options.map(\.text).joined(separator: " "), isThere: machine.boot.nextValue(of: "isolcpus") != nil
            )
                + [.advice(ProcessorIsolation.cost(of: options))])
    }

    /// Whether the kernel leaves an isolated processor alone, as far as it can.
    var isolationOptions: Finding? {
        let isolated = machine.scheduling.isolatedNumbers
        let missing = machine.scheduling.isolation.options(for: isolated).filter { option in
            option.name != "isolcpus" && machine.boot.value(of: option.name) == nil
        }
        guard !missing.isEmpty else { return nil }
        let words = missing.map(\.text).joined(separator: " ")
        return .note(
            "isolation-options", "the kernel was started without \(words)",
            means:
                "the kernel interrupts the isolated processor many times a second, and some pulses of light get longer",
            fix: starting(with: words, isThere: missing.allSatisfy { machine.boot.nextValue(of: $0.name) != nil })
                + [.advice(ProcessorIsolation.cost(of: missing))])
    }
}
