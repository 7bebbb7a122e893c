import PanelDrivers

extension Machine.Scheduling {
    /// Reads how the kernel schedules the processors, from the files of this machine or of one whose root is a folder.
    ///
    /// It changes and waits for nothing. Takes less than a millisecond.
    package static func read(root: String = "") -> Machine.Scheduling { Machine.scheduling(MachineFiles(root: root)) }
}

extension Machine {
    static func scheduling(_ files: MachineFiles) -> Scheduling {
        var scheduling = Scheduling()
        let folder = "/sys/devices/system/cpu"
        let processors = files.names(in: folder, prefix: "cpu").filter { Int($0.dropFirst(3)) != nil }
        scheduling.processors = max(processors.count, 1)
        scheduling.isolated = files.word(folder + "/isolated") ?? ""
        scheduling.governor = files.word(folder + "/cpu0/cpufreq/scaling_governor")
        let release = files.word("/proc/sys/kernel/osrelease")
        let options = release.flatMap { files.bytes("/boot/config-" + $0, maximum: 1 << 20) }.map(kernelOptions)
        // Only kernels with CONFIG_NO_HZ_FULL have the file; without such processors it is empty or says "(null)".
        scheduling.tickless = files.text(folder + "/nohz_full").map { ProcessorList.numbers(in: $0.trimmed) }
        scheduling.offloadsCallbacks = scheduling.tickless != nil || options?.contains("CONFIG_RCU_NOCB_CPU=y") == true
        // The interrupt controllers of these chips (irq-bcm2835.c, irq-bcm2836.c) bring all devices to one processor.
        scheduling.movesInterrupts = files.word("/proc/device-tree/model").flatMap(GPIOBlock.init(model:)) != .bcm2837
        scheduling.realTime = realTime(files, release: release, options: options)
        return scheduling
    }

    private static func realTime(_ files: MachineFiles, release: String?, options: Set<String>?) -> RealTimeFacts {
        var facts = RealTimeFacts()
        facts.release = release.flatMap(KernelRelease.init)
        facts.runtime = files.number("/proc/sys/kernel/sched_rt_runtime_us")
        facts.period = files.number("/proc/sys/kernel/sched_rt_period_us")
        facts.hasGroups = hasGroups(files, options: options)
        // debugfs is root's, and may not be mounted.
        let folder = "/sys/kernel/debug/sched"
        guard !files.names(in: folder).isEmpty else { return facts }
        let servers = files.names(in: folder + "/fair_server", prefix: "cpu")
        facts.hasFairServer = !servers.isEmpty
        for name in servers {
            let server = "\(folder)/fair_server/\(name)"
            guard let number = Int(name.dropFirst(3)), let length = files.number(server + "/runtime"),
                let period = files.number(server + "/period"), period > 0
            else { continue }
            facts.fairServers[number] = RealTimePause(length: length / 1_000, period: period / 1_000)
        }
        return facts
    }

    /// Whether real-time threads have groups: by the file that groups have, or by the kernel's options.
    private static func hasGroups(_ files: MachineFiles, options: Set<String>?) -> Bool? {
        for controller in ["cpu", "cpu,cpuacct"] where files.exists("/sys/fs/cgroup/\(controller)/cpu.rt_runtime_us") {
            return true
        }
        guard let options else { return nil }
        guard options.contains("CONFIG_RT_GROUP_SCHED=y") else { return false }
        // Newer kernels may have groups that an option of the command line turns on or off.
        let words = (files.text("/proc/cmdline") ?? "").split { $0.isWhitespace }
        switch words.last(where: { $0.hasPrefix("rt_group_sched=") }) {
        case "rt_group_sched=0": return false
        case "rt_group_sched=1": return true
        default: return !options.contains("CONFIG_RT_GROUP_SCHED_DEFAULT_DISABLED=y")
        }
    }

    /// The lines of a kernel's configuration that matter here.
    private static func kernelOptions(_ bytes: [UInt8]) -> Set<String> {
        let names = ["CONFIG_RT_GROUP_SCHED", "CONFIG_RCU_NOCB_CPU="]
        return Set(
            bytes.split(separator: UInt8(ascii: "\n")).lazy.map { String(decoding: $0, as: UTF8.self) }
                .filter { line in names.contains { line.hasPrefix($0) } })
    }
}
