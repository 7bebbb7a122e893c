import Foundation
import KernelModel
import SignTestSupport
import Testing

/// What `ledsign doctor` advises on kernels that limit real-time threads in different ways.
@Suite struct KernelAdviceTests {
    /// A finding as the doctor's JSON has it.
    private struct Finding {
        let level, found: String
        let steps: [String]

        /// Whether a step has these words.
        func advises(_ words: String) -> Bool { steps.contains { $0.contains(words) } }
    }

    private func finding(_ id: String, on machine: KernelModel) throws -> Finding? {
        let run = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["doctor", "--board", "hub75-64x32", "--json", "--root", machine.folder.path],
            environment: try machine.environment())
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let list = try #require(whole["findings"] as? [[String: Any]])
        guard let found = list.first(where: { $0["id"] as? String == id }) else { return nil }
        let steps = found["fix"] as? [[String: Any]] ?? []
        return Finding(
            level: try #require(found["level"] as? String), found: try #require(found["found"] as? String),
            steps: steps.compactMap { $0["text"] as? String })
    }

    /// The Raspberry Pi 4 as it comes, with another kernel.
    private func pi4(_ release: String, options: String = "") throws -> KernelModel {
        let pi = try SamplePis.pi4()
        try pi.add("proc/sys/kernel/osrelease", release + "\n")
        if !options.isEmpty { try pi.add("boot/config-" + release, options) }
        return pi
    }

    /// Debian 12 has 6.1, Raspberry Pi OS had 6.6 until trixie; both throttle whatever else runs.
    @Test(
        "kernels before 6.12 throttle, and sched_rt_runtime_us ends it",
        arguments: ["6.1.0-49-arm64", "6.6.74+rpt-rpi-v8"])
    func throttling(release: String) throws {
        let share = try #require(try finding("real-time-share", on: try pi4(release)))
        expectEqual(share.level, "note")
        expectEqual(share.found, "real-time threads are stopped for 50 ms of each second")
        #expect(share.advises("sudo sysctl -w kernel.sched_rt_runtime_us=-1"))
        #expect(share.advises("costs: "))
        #expect(!share.advises("fair_server"))
    }

    @Test(
        "6.12 and 6.18 have a fair server: sched_rt_runtime_us is no help, and only root reads what the server may take",
        arguments: ["6.12.47+rpt-rpi-v8", "6.18.20+rpt-rpi-v8"])
    func fairServer(release: String) throws {
        let pi = try pi4(release)
        let assumed = try #require(try finding("real-time-share", on: pi))
        expectEqual(assumed.level, "note")
        expectEqual(
            assumed.found,
            "ordinary threads that wait get up to 50 ms of each second (the default; only root can read it)")
        #expect(assumed.advises("echo 0 | sudo tee /sys/kernel/debug/sched/fair_server/cpu*/runtime"))
        #expect(assumed.advises("the kernel warns that the system may crash"))
        #expect(assumed.advises("kernel.sched_rt_runtime_us does not change this"))
        #expect(!assumed.advises("sysctl -w"))
        // For root: one processor gives less time to others than the rest.
        for number in 0..<4 {
            let folder = "sys/kernel/debug/sched/fair_server/cpu\(number)/"
            try pi.add(folder + "runtime", number == 3 ? "20000000\n" : "5000000\n")
            try pi.add(folder + "period", "1000000000\n")
        }
        let read = try #require(try finding("real-time-share", on: pi))
        expectEqual(read.found, "ordinary threads that wait get up to 20 ms of each second (fair server)")
        for number in 0..<4 { try pi.add("sys/kernel/debug/sched/fair_server/cpu\(number)/runtime", "0\n") }
        let off = try #require(try finding("real-time-share", on: pi))
        #expect(off.level == "ok" && off.found == "real-time threads may use all of a processor's time")
    }

    @Test("debugfs says more than the release: 6.12 without a server throttles, and an older kernel may have one")
    func filesFirst() throws {
        let without = try pi4("6.12.1")
        try without.add("sys/kernel/debug/sched/features", "\n")
        try expectEqual(finding("real-time-share", on: without)?.found.hasPrefix("real-time threads are stopped"), true)
        let moved = try pi4("6.6.0-makers")
        try moved.add("sys/kernel/debug/sched/fair_server/cpu0/runtime", "50000000\n")
        try moved.add("sys/kernel/debug/sched/fair_server/cpu0/period", "1000000000\n")
        try expectEqual(finding("real-time-share", on: moved)?.found.hasPrefix("ordinary threads"), true)
    }

    /// CONFIG_RT_GROUP_SCHED keeps throttling besides the fair server (kernel/sched/rt.c of 6.12).
    @Test("groups of real-time threads throttle on any kernel, by their file or by the kernel's options")
    func groups() throws {
        let both =
            "real-time threads are stopped for 50 ms of each second; ordinary threads that wait get up to 50 ms of each second "
        let byFile = try pi4("6.18.44")
        try byFile.add("sys/fs/cgroup/cpu/cpu.rt_runtime_us", "950000\n")
        let byOptions = try pi4("6.12.9", options: "CONFIG_SMP=y\nCONFIG_RT_GROUP_SCHED=y\nCONFIG_RCU_EXPERT=y\n")
        for pi in [byFile, byOptions] {
            let share = try #require(try finding("real-time-share", on: pi))
            #expect(share.found.hasPrefix(both), "\(share.found)")
            #expect(
                share.advises("sysctl -w kernel.sched_rt_runtime_us=-1") && share.advises("fair_server/cpu*/runtime"))
            #expect(!share.advises("does not change this"))
        }
        for (options, line, throttles) in [
            ("# CONFIG_RT_GROUP_SCHED is not set\n", "quiet", false),
            ("CONFIG_RT_GROUP_SCHED=y\nCONFIG_RT_GROUP_SCHED_DEFAULT_DISABLED=y\n", "quiet", false),
            ("CONFIG_RT_GROUP_SCHED=y\nCONFIG_RT_GROUP_SCHED_DEFAULT_DISABLED=y\n", "rt_group_sched=1", true),
            ("CONFIG_RT_GROUP_SCHED=y\n", "rt_group_sched=0", false),
        ] {
            let pi = try pi4("6.18.1", options: options)
            try pi.add("proc/cmdline", line + "\n")
            let found = try finding("real-time-share", on: pi)?.found ?? ""
            expectEqual(found.contains("are stopped"), throttles, "\(options)\(line): \(found)")
        }
    }

    @Test("a runtime of -1 or of the whole period ends throttling")
    func unthrottled() throws {
        for runtime in ["-1", "1000000"] {
            let pi = try pi4("6.1.0-49-arm64")
            try pi.add("proc/sys/kernel/sched_rt_runtime_us", runtime + "\n")
            let share = try #require(try finding("real-time-share", on: pi))
            #expect(share.level == "ok" && share.found == "real-time threads may use all of a processor's time")
        }
    }

    @Test("cmdline.txt gets the words that kernel and machine know, with their cost")
    func isolation() throws {
        // Debian's kernel has CONFIG_NO_HZ_FULL, and so the file, which is empty without such processors.
        let debian = try pi4("6.12.107+deb13-arm64", options: "CONFIG_RCU_NOCB_CPU=y\nCONFIG_NO_HZ_FULL=y\n")
        try debian.add("sys/devices/system/cpu/nohz_full", "(null)\n")
        let all = try #require(try finding("isolated-processors", on: debian))
        expectEqual(all.steps.first, "isolcpus=3 nohz_full=3 rcu_nocbs=3 irqaffinity=0-2")
        expectEqual(
            all.steps.last,
            "costs: everything else has one processor less; calls of the kernel take a little longer on that "
                + "processor; the other processors do its callbacks of the kernel and all interrupts of devices")
        // The kernels of Raspberry Pi OS have neither.
        for release in ["6.12.47+rpt-rpi-v8", "6.18.20+rpt-rpi-v8"] {
            let plain = try #require(try finding("isolated-processors", on: try pi4(release)))
            expectEqual(plain.steps.first, "isolcpus=3 irqaffinity=0-2")
        }
        // A kernel whose options say that callbacks can be moved, and a chip whose interrupts cannot.
        let pi3 = try SamplePis.pi3()
        try pi3.add("boot/config-6.12.47+rpt-rpi-v8", "CONFIG_RCU_NOCB_CPU=y\n")
        let missing = try #require(try finding("isolation-options", on: pi3))
        #expect(missing.level == "note" && missing.steps.first == "rcu_nocbs=3")
    }

    @Test("what an isolated processor still lacks is advised until cmdline.txt has it and the machine was restarted")
    func isolationOptions() throws {
        let pi = try pi4("6.12.107+deb13-arm64")
        try pi.add("sys/devices/system/cpu/nohz_full", "\n")
        try pi.add("sys/devices/system/cpu/isolated", "2-3\n")
        try pi.add("proc/cmdline", "isolcpus=2-3\n")
        try pi.add("boot/firmware/cmdline.txt", "isolcpus=2-3\n")
        let missing = try #require(try finding("isolation-options", on: pi))
        expectEqual(missing.steps.prefix(2), ["nohz_full=2-3 rcu_nocbs=2-3 irqaffinity=0-1", "sudo reboot"])
        expectEqual(missing.steps.last?.hasPrefix("costs: "), true)
        let words = "isolcpus=2-3 nohz_full=2-3 rcu_nocbs=2-3 irqaffinity=0-1\n"
        try pi.add("boot/firmware/cmdline.txt", words)
        try expectEqual(finding("isolation-options", on: pi)?.steps.first, "sudo reboot")
        try pi.add("proc/cmdline", words)
        #expect(try finding("isolation-options", on: pi) == nil)
        try expectEqual(
            finding("real-time-share", on: pi)?.level, "ok", "an isolated thread needs no real-time priority")
    }

    /// The rates are those of the table in the Raspberry Pi documentation.
    @Test("the core clock is advised on where the GPIO registers lie on its bus, and config.txt does not hold it")
    func coreClock() throws {
        let pi3 = try SamplePis.pi3()
        for (text, level, found) in [
            ("audio=off\n", "note", "the firmware changes the core clock between 250 and 400 MHz"),
            ("core_freq_min=300\n", "note", "the firmware changes the core clock between 300 and 400 MHz"),
            ("core_freq=250\n", "ok", "the core clock has one rate, 250 MHz"),
            ("[pi4]\nforce_turbo=1\n[pi3]\ncore_freq_min=400\n", "ok", "the core clock has one rate, 400 MHz"),
            ("force_turbo=1\n", "ok", "the core clock has one rate (force_turbo=1)"),
        ] {
            try pi3.add("boot/firmware/config.txt", text)
            let clock = try #require(try finding("core-clock", on: pi3))
            #expect(clock.level == level && clock.found == found, "\(text): \(clock.found)")
        }
        let pi4 = try #require(try finding("core-clock", on: try SamplePis.pi4()))
        expectEqual(pi4.found, "the firmware changes the core clock between 200 and 500 MHz")
        expectEqual(pi4.steps.prefix(2), ["core_freq_min=500", "sudo reboot"])
        #expect(pi4.advises("costs: more current and heat") && pi4.advises("over_voltage"))
        #expect(try finding("core-clock", on: try SamplePis.pi5()) == nil, "its GPIO lines have clocks of their own")
        try pi3.add("boot/firmware/config.txt", "audio=off\n")
        try pi3.add("proc/device-tree/model", "Raspberry Pi 2 Model B Rev 1.2")
        #expect(try finding("core-clock", on: pi3) == nil, "its core clock has one rate")
    }
}
