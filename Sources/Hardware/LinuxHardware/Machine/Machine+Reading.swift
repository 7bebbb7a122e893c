import CGPIOLines
import Glibc
import LinuxSystem
import PanelDrivers

extension Machine {
    /// Reads the facts about this machine, or from the files in a folder that takes the place of its root.
    ///
    /// It requests and changes nothing and never waits. libgpiod describes the chips; the state of the clock comes from
    /// adjtimex(2) where the root is that of this machine. Takes some milliseconds.
    package static func read(root: String = "") -> Machine {
        let files = MachineFiles(root: root)
        var machine = Machine()
        machine.model = files.word("/proc/device-tree/model")
        machine.revision = revision(files)
        machine.system = files.text("/etc/os-release")?.line(after: "PRETTY_NAME=")?.filter { $0 != "\"" }
        machine.kernel = files.word("/proc/sys/kernel/osrelease")
        machine.architecture = files.word("/proc/sys/kernel/arch") ?? architecture
        machine.hasRealTimeKernel = files.word("/sys/kernel/realtime") == "1"
        machine.isContainer = files.exists("/.dockerenv") || files.exists("/run/.containerenv")
        machine.libgpiod = String(cString: gpio_lines_library_version())
        machine.chips = chips(files)
        machine.devices = devices(files)
        machine.hasRoomForStateMachine = files.hasRoomForStateMachine
        let loaded = (files.text("/proc/modules") ?? "").split(separator: "\n").compactMap { line in
            line.split(separator: " ").first.map(String.init)
        }
        machine.modules = Set(
            (files.names(in: "/sys/module") + loaded).map { String($0.map { $0 == "-" ? "_" : $0 }) })
        machine.spiBufferSize = files.spiBufferSize
        for label in RaspberryPiHeader.chipLabels { machine.keepsOutputs[label] = files.keptOutputs(ofChip: label) }
        machine.cards = DisplayCard.read(files)
        machine.hasDisplayPanel = files.exists("/proc/device-tree/ledsign-panel")
        machine.holders = holders(files)
        machine.programs = Set(
            files.names(in: "/proc").filter { Int($0) != nil }.compactMap { files.word("/proc/\($0)/comm") })
        // Only consoles whose device exists are listed, with their flags behind the name (fs/proc/consoles.c).
        machine.consoles = Set(
            (files.text("/proc/consoles") ?? "").split(separator: "\n").compactMap { line in
                line.split(separator: " ").first.map(String.init)
            })
        machine.boot = boot(files, model: machine.model)
        machine.user = user(files)
        machine.scheduling = scheduling(files)
        machine.power = power(files)
        // The file of systemd-timesyncd; `SystemWallClock` asks the kernel.
        machine.isClockSynchronized = files.exists("/run/systemd/timesync/synchronized") ? true : nil
        return machine
    }

    // MARK: - Names

    /// The line `Revision : c03114` of cpuinfo, or the four bytes of the device tree.
    private static func revision(_ files: MachineFiles) -> String? {
        if let line = files.text("/proc/cpuinfo")?.line(after: "Revision"), let code = line.split(separator: ":").last {
            return String(code).trimmed
        }
        guard let bytes = files.bytes("/proc/device-tree/system/linux,revision"), bytes.count == 4 else { return nil }
        return String(bytes.reduce(0) { $0 << 8 | UInt32($1) }, radix: 16)
    }

    private static var architecture: String? {
        var names = utsname()
        guard uname(&names) == 0 else { return nil }
        return String(cArray: names.machine)
    }

    // MARK: - Devices

    private static func chips(_ files: MachineFiles) -> [Chip] {
        var seen: Set<String> = []
        return files.names(in: "/dev", prefix: "gpiochip").compactMap { name in
            let path = MachineFiles.resolved(files.root + "/dev/" + name)
            guard seen.insert(path).inserted else { return nil }
            let shown = path.hasPrefix(files.root) ? String(path.dropFirst(files.root.count)) : path
            var description = gpio_lines_chip()
            if gpio_lines_describe_chip(path, &description) == 0 {
                let lines = (0..<description.lines).map { line(path, $0) }
                return Chip(path: shown, label: String(cArray: description.label), lines: lines)
            }
            return errno == ENOTTY ? nil : Chip(path: shown, label: nil)
        }
    }

    private static func line(_ path: String, _ offset: UInt32) -> Line {
        var line = gpio_lines_line()
        guard gpio_lines_describe_line(path, offset, &line) == 0 else { return Line() }
        return Line(name: String(cArray: line.name), isUsed: line.is_used, consumer: String(cArray: line.consumer))
    }

    private static func devices(_ files: MachineFiles) -> [DeviceFile] {
        let prefixes = ["gpiochip", "gpiomem", "mem", "spidev", "i2c-", "serial", "ttyAMA", "pio"]
        let names = prefixes.flatMap { files.names(in: "/dev", prefix: $0) }
        return (names + files.names(in: "/dev/dri", prefix: "card").map { "dri/" + $0 }).map { name in
            let path = files.root + "/dev/" + name
            var device = DeviceFile.find(path) ?? DeviceFile(path: path, mayUse: false, groupMayUse: false)
            device.path = "/dev/" + name
            return device
        }
    }

    // MARK: - Start and power

    private static func boot(_ files: MachineFiles, model: String?) -> BootFiles {
        var boot = BootFiles()
        let folder = files.bootFolder
        boot.configurationPath = files.configurationFile
        boot.commandLinePath = folder + "/cmdline.txt"
        boot.configuration = files.text(boot.configurationPath).map { text in
            BootConfiguration(text, model: model) { name in
                // The firmware knows the files of the boot partition only.
                guard !name.split(separator: "/").contains("..") else { return nil }
                let path = folder + "/" + name.drop { $0 == "/" }
                return files.text(path).map { (path: path, text: $0) }
            }
        }
        boot.overlayPath = folder + "/overlays/ledsign-dpi.dtbo"
        boot.hasOverlay = files.exists(boot.overlayPath)
        boot.nextCommandLine = files.text(boot.commandLinePath).map(words)
        boot.commandLine = words(files.text("/proc/cmdline") ?? "")
        return boot
    }

    private static func words(_ text: String) -> [String] {
        text.split { $0.isWhitespace }.map(String.init)
    }

    private static func power(_ files: MachineFiles) -> PowerState {
        var state = PowerState()
        state.throttled = firmware(files).lazy.compactMap { files.word($0 + "/get_throttled") }.first.flatMap(
            PowerState.throttled)
        for name in files.names(in: "/sys/class/hwmon") where files.word("/sys/class/hwmon/\(name)/name") == "rpi_volt"
        {
            state.isUndervoltageAlarm = files.number("/sys/class/hwmon/\(name)/in0_lcrit_alarm").map { $0 != 0 }
        }
        return state
    }

    /// The folders of the firmware's driver: `soc/soc:firmware` up to a Raspberry Pi 4, `soc@107c000000/soc@107c000000:firmware`
    /// on a Raspberry Pi 5.
    private static func firmware(_ files: MachineFiles) -> [String] {
        let folder = "/sys/devices/platform"
        let nodes = files.names(in: folder, prefix: "soc").map { folder + "/" + $0 }
        return (nodes + nodes.flatMap { node in files.names(in: node, prefix: "soc").map { node + "/" + $0 } })
            .filter { $0.hasSuffix(":firmware") }
    }

    // MARK: - Who else uses devices

    /// Looks through the open files of all processes for GPIO lines, SPI devices, cards and state machines; those of other users are open
    /// to root.
    ///
    /// Kernels from 5.19 list the chip and the lines of a request in fdinfo (drivers/gpio/gpiolib-cdev.c).
    private static func holders(_ files: MachineFiles) -> [Holder] {
        let own = Int(getpid())
        return files.names(in: "/proc").compactMap { Int($0) }.filter { $0 != own || !files.root.isEmpty }
            .flatMap { process in
                let folder = "/proc/\(process)"
                return files.names(in: folder + "/fd").compactMap { descriptor -> Holder? in
                    guard let target = Folder.target(ofLink: "\(files.root)\(folder)/fd/\(descriptor)") else {
                        return nil
                    }
                    let name = { files.word(folder + "/comm") ?? "" }
                    if ["/dev/spidev", "/dev/gpiomem", "/dev/dri/card", "/dev/pio"].contains(where: {
                        target.hasPrefix($0)
                    }) {
                        return Holder(process: process, name: name(), path: target)
                    }
                    guard target.hasPrefix("anon_inode:gpio-line") || target.hasPrefix("anon_inode:[gpio-line") else {
                        return nil
                    }
                    let (chip, lines) = request(files.text("\(folder)/fdinfo/\(descriptor)") ?? "")
                    var holder = Holder(
                        process: process, name: name(), path: chip.map { "/dev/" + $0 } ?? "", lines: lines)
                    holder.isGuardian =
                        files.bytes(folder + "/cmdline")?.split(separator: 0).first
                        .map { String(decoding: $0, as: UTF8.self) } == "panel-guardian"
                    return holder
                }
            }
    }

    /// The chip and the lines of a request, from fdinfo.
    private static func request(_ text: String) -> (chip: String?, lines: [Int]) {
        var chip: String?
        var lines: [Int] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
            guard parts.count == 2 else { continue }
            if parts[0] == "gpio-chip" { chip = parts[1] }
            if parts[0] == "gpio-line", let number = Int(parts[1]) { lines.append(number) }
        }
        return (chip, lines)
    }

    // MARK: - What is allowed

    /// The user of this process, and what /proc/self says about its limits and privileges.
    private static func user(_ files: MachineFiles) -> User {
        var user = User()
        user.name = MachineFiles.userName
        user.isRoot = geteuid() == 0
        let limits = files.text("/proc/self/limits") ?? ""
        /// The soft limit of a name; nil where there is no limit.
        func softLimit(_ name: String) -> Int? {
            limits.line(after: name)?.split(separator: " ").first.flatMap { Int($0) }
        }
        user.realTimePriority = softLimit("Max realtime priority") ?? (limits.isEmpty ? 0 : 99)
        user.lockedMemory = limits.isEmpty ? 0 : softLimit("Max locked memory")
        let bits = files.text("/proc/self/status")?.line(after: "CapEff:")?.trimmed
        let capabilities = bits.flatMap { UInt64($0, radix: 16) } ?? 0
        user.mayRaisePriority = capabilities >> 23 & 1 == 1
        user.mayLockMemory = capabilities >> 14 & 1 == 1
        return user
    }
}

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
        scheduling.tickless = files.text(folder + "/nohz_full").map { [Int](processorList: $0.trimmed) }
        scheduling.offloadsCallbacks = scheduling.tickless != nil || options?.contains("CONFIG_RCU_NOCB_CPU=y") == true
        // The interrupt controllers of these chips (irq-bcm2835.c, irq-bcm2836.c) bring all devices to one processor.
        scheduling.movesInterrupts = files.word("/proc/device-tree/model").flatMap(GPIOBlock.init(model:)) != .bcm2837
        scheduling.hasManagedInterrupts = !files.names(in: "/sys/class/nvme", prefix: "nvme").isEmpty
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
