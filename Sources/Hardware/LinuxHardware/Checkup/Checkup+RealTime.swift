/// Priority and memory.
extension Checkup {
    var realTime: [Finding] {
        var findings = [priority]
        if let memory { findings.append(memory) }
        guard needs.isRefreshed else { return findings }
        return findings + [realTimeShare, isolation, isolationOptions, governor, coreClock].compactMap { $0 }
    }

    /// Whether a thread may take real-time priority.
    var mayRaise: Bool { machine.user.mayRaisePriority || machine.user.realTimePriority > 0 }

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
