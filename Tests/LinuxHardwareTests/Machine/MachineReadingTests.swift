import Foundation
import KernelModel
import SignTestSupport
import Testing

@testable import LinuxHardware

/// What is read from folders that stand for the roots of other machines.
@Suite struct MachineReadingTests {
    @Test("a Raspberry Pi gives its model, revision, kernel, modules and boot files")
    func names() throws {
        let root = try KernelModel(model: "Raspberry Pi 4 Model B Rev 1.4")
        try root.add("proc/cpuinfo", "processor\t: 0\n\nHardware\t: BCM2835\nRevision\t: c03114\nModel\t\t: x\n")
        try root.add("proc/sys/kernel/osrelease", "6.12.47+rpt-rpi-v8\n")
        try root.add("proc/sys/kernel/arch", "aarch64\n")
        try root.add("etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n")
        try root.add("proc/modules", "snd_bcm2835 24576 0 - Live 0x0\nw1-gpio 1 0 - Live 0x0\n")
        try root.add("sys/module/spidev/parameters/bufsiz", "65536\n")
        try root.add("boot/firmware/config.txt", "dtparam=spi=on\n[pi5]\ndtparam=audio=off\n")
        try root.add("boot/firmware/cmdline.txt", "console=tty1 isolcpus=3 isolcpus=2\n")
        try root.add("proc/cmdline", "console=tty1 quiet\n")
        let machine = Machine.read(root: root.folder.path)
        expectEqual(machine.model, "Raspberry Pi 4 Model B Rev 1.4")
        expectEqual(machine.revision, "c03114")
        expectEqual(machine.kernel, "6.12.47+rpt-rpi-v8")
        expectEqual(machine.architecture, "aarch64")
        expectEqual(machine.system, "Debian GNU/Linux 13 (trixie)")
        expectEqual(machine.modules, ["snd_bcm2835", "w1_gpio", "spidev"])
        expectEqual(machine.spiBufferSize, 65536)
        expectEqual(machine.boot.configurationPath, "/boot/firmware/config.txt")
        expectEqual(machine.boot.configuration?.enabling("spi")?.line, 1)
        #expect(machine.boot.configuration?.parameter("audio") == nil)
        expectEqual(machine.boot.value(of: "quiet"), "")
        #expect(machine.boot.value(of: "isolcpus") == nil)
        expectEqual(machine.boot.nextValue(of: "isolcpus"), "2")
        #expect(machine.libgpiod?.first == "1" || machine.libgpiod?.first == "2")
    }

    @Test("the revision is read from the device tree where cpuinfo has none, and old systems keep config.txt in /boot")
    func olderPlaces() throws {
        let root = try KernelModel(model: "Raspberry Pi 5 Model B Rev 1.0")
        let code = root.folder.appendingPathComponent("proc/device-tree/system/linux,revision")
        try root.add("proc/device-tree/system/linux,revision", "")
        try Data([0x00, 0xC0, 0x41, 0x70]).write(to: code)
        try root.add("boot/config.txt", "dtparam=spi=on\n")
        let machine = Machine.read(root: root.folder.path + "/")
        expectEqual(machine.revision, "c04170")
        expectEqual(machine.boot.configurationPath, "/boot/config.txt")
        expectEqual(machine.boot.commandLinePath, "/boot/cmdline.txt")
        #expect(machine.boot.nextCommandLine == nil)
    }

    @Test("limits and capabilities come from /proc/self")
    func limits() throws {
        let root = try KernelModel()
        try root.add(
            "proc/self/limits",
            """
            Limit                     Soft Limit           Hard Limit           Units     
            Max locked memory         8388608              unlimited            bytes     
            Max realtime priority     50                   50                   

            """)
        try root.add("proc/self/status", "Name:\tledsign\nCapEff:\t0000000000804000\n")
        let user = Machine.read(root: root.folder.path).user
        expectEqual(user.realTimePriority, 50)
        expectEqual(user.lockedMemory, 8_388_608)
        // Bit 23 is CAP_SYS_NICE, bit 14 CAP_IPC_LOCK.
        #expect(user.mayRaisePriority && user.mayLockMemory)
        try root.add("proc/self/limits", "Max locked memory         unlimited            unlimited            bytes\n")
        try root.add("proc/self/status", "CapEff:\t0000000000000000\n")
        let other = Machine.read(root: root.folder.path).user
        #expect(other.lockedMemory == nil)
        #expect(!other.mayRaisePriority && !other.mayLockMemory)
    }

    @Test("processors, governor and the share of real-time threads come from the kernel's files")
    func scheduling() throws {
        let root = try KernelModel()
        for number in 0..<4 { try root.add("sys/devices/system/cpu/cpu\(number)/online", "1\n") }
        try root.add("sys/devices/system/cpu/cpufreq/boost", "0\n")
        try root.add("sys/devices/system/cpu/isolated", "3\n")
        try root.add("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "ondemand\n")
        try root.add("proc/sys/kernel/sched_rt_runtime_us", "-1\n")
        try root.add("proc/sys/kernel/sched_rt_period_us", "1000000\n")
        try root.add("sys/kernel/realtime", "1\n")
        let machine = Machine.read(root: root.folder.path)
        expectEqual(machine.scheduling.processors, 4)
        expectEqual(machine.scheduling.isolated, "3")
        expectEqual(machine.scheduling.governor, "ondemand")
        expectEqual(machine.scheduling.realTime.runtime, -1)
        expectEqual(machine.scheduling.realTime.period, 1_000_000)
        #expect(machine.scheduling.realTime.release == nil && machine.scheduling.realTime.hasFairServer == nil)
        #expect(machine.scheduling.tickless == nil && !machine.scheduling.offloadsCallbacks)
        expectEqual(machine.scheduling.isolatedNumbers, [3])
        #expect(machine.hasRealTimeKernel)
    }

    @Test("fair servers, groups and ticks come from debugfs, control groups, the kernel's options and sysfs")
    func kernel() throws {
        let root = try KernelModel()
        try root.add("proc/sys/kernel/osrelease", "6.12.47+rpt-rpi-v8\n")
        try root.add("sys/kernel/debug/sched/fair_server/cpu0/runtime", "50000000\n")
        try root.add("sys/kernel/debug/sched/fair_server/cpu0/period", "1000000000\n")
        try root.add("sys/kernel/debug/sched/fair_server/cpu1/runtime", "?\n")
        try root.add("sys/devices/system/cpu/nohz_full", "2-3\n")
        try root.add("boot/config-6.12.47+rpt-rpi-v8", "# CONFIG_RT_GROUP_SCHED is not set\n")
        let scheduling = Machine.Scheduling.read(root: root.folder.path)
        expectEqual(scheduling.realTime.release, KernelRelease(6, 12))
        #expect(scheduling.realTime.hasFairServer == true && scheduling.realTime.hasGroups == false)
        expectEqual(scheduling.realTime.fairServers, [0: RealTimePause(length: 50_000, period: 1_000_000)])
        #expect(scheduling.tickless == [2, 3] && scheduling.offloadsCallbacks && scheduling.movesInterrupts)
        try root.add("sys/fs/cgroup/cpu,cpuacct/cpu.rt_runtime_us", "950000\n")
        expectEqual(Machine.Scheduling.read(root: root.folder.path).realTime.hasGroups, true)
    }

    @Test("the supply is read from the firmware and from its hwmon driver, and what is no number is unknown")
    func power() throws {
        let root = try KernelModel()
        #expect(!Machine.read(root: root.folder.path).power.isKnown)
        try root.add("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
        try root.add("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
        try root.add("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "0\n")
        try root.add("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
        try root.add("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
        let power = Machine.read(root: root.folder.path).power
        expectEqual(power.throttled, 0x50005)
        expectEqual(power.isUndervoltageAlarm, true)
        #expect(power.isUndervoltageNow && power.isSlowedNow)
        try root.add("sys/devices/platform/soc/soc:firmware/get_throttled", "50000\n")
        let past = Machine.read(root: root.folder.path).power
        #expect(!past.isUndervoltageNow && past.wasUndervoltage && !past.isSlowedNow && past.wasSlowed)
        try root.add("sys/devices/platform/soc/soc:firmware/get_throttled", "?\n")
        #expect(Machine.read(root: root.folder.path).power.throttled == nil)
    }

    @Test("processes that hold lines or SPI devices are found by their open files")
    func holders() throws {
        let root = try KernelModel()
        try root.add("proc/812/comm", "fppd\n")
        try root.addLink("proc/812/fd/3", to: "anon_inode:gpio-line")
        try root.addLink("proc/812/fd/4", to: "/dev/null")
        try root.add("proc/812/fdinfo/3", "pos:\t0\nflags:\t02\ngpio-chip:\tgpiochip0\ngpio-line:\t4\ngpio-line:\t18\n")
        try root.add("proc/90/comm", "ledsign\n")
        try root.addLink("proc/90/fd/5", to: "/dev/spidev0.0")
        try root.add("proc/meminfo", "\n")
        let machine = Machine.read(root: root.folder.path)
        let expected = [
            Machine.Holder(process: 90, name: "ledsign", path: "/dev/spidev0.0"),
            Machine.Holder(process: 812, name: "fppd", path: "/dev/gpiochip0", lines: [4, 18]),
        ]
        expectEqual(machine.holders, expected)
        expectEqual(machine.programs, ["fppd", "ledsign"])
    }

    @Test("device files are read with their access rights; other names in /dev are ignored")
    func devices() throws {
        let root = try KernelModel(spiDevices: ["spidev0.0", "spidev10.0"], memory: ["gpiomem": 0x1000])
        try root.add("dev/null", "")
        let machine = Machine.read(root: root.folder.path)
        expectEqual(machine.devices.map(\.path), ["/dev/gpiomem", "/dev/spidev0.0", "/dev/spidev10.0"])
        #expect(machine.devices.allSatisfy { $0.mayUse && $0.group != nil })
        #expect(machine.chips.isEmpty)
    }

    @Test("cards, their connectors, modes and consoles come from sysfs, the panel from the device tree")
    func cards() throws {
        let root = try KernelModel(model: "Raspberry Pi 3 Model B Rev 1.2")
        let none = Machine.read(root: root.folder.path)
        #expect(none.cards.isEmpty && !none.hasDisplayPanel && !none.boot.hasOverlay)
        try root.add("sys/devices/soc/gpu/uevent", "DRIVER=vc4-drm\nOF_NAME=gpu\n")
        try root.add("sys/devices/soc/gpu/graphics/fb0/name", "vc4drmfb\n")
        try root.add("sys/class/drm/card0/dev", "226:0\n")
        try root.addLink("sys/class/drm/card0/device", to: "../../../devices/soc/gpu")
        try root.add("sys/class/drm/card0-DPI-1/status", "connected\n")
        try root.add("sys/class/drm/card0-DPI-1/modes", "")
        try root.add("sys/class/drm/card0-HDMI-A-1/status", "connected\n")
        try root.add("sys/class/drm/card0-HDMI-A-1/modes", "1920x1080\n1280x720\n")
        try root.add("sys/class/drm/card10/dev", "226:10\n")
        try root.add("sys/class/drm/card10-DPI-2/modes", "1920x341\n")
        try root.add("sys/class/drm/renderD128/dev", "226:128\n")
        try root.add("sys/class/drm/version", "drm 1.1.0 20060810\n")
        try root.add("dev/dri/card0", "")
        try root.add("dev/dri/renderD128", "")
        try root.add("proc/device-tree/ledsign-panel/compatible", "panel-dpi\0")
        try root.add("boot/firmware/config.txt", "dtoverlay=ledsign-dpi\n")
        try root.add("boot/firmware/overlays/ledsign-dpi.dtbo", "")
        try root.add("proc/70/comm", "labwc\n")
        try root.addLink("proc/70/fd/9", to: "/dev/dri/card0")
        try root.addLink("proc/70/fd/10", to: "/dev/dri/renderD128")
        let machine = Machine.read(root: root.folder.path)
        let first = DisplayCard(
            path: "/dev/dri/card0", driver: "vc4-drm",
            connectors: [
                DisplayCard.Connector(name: "DPI-1"),
                DisplayCard.Connector(name: "HDMI-A-1", modes: ["1920x1080", "1280x720"]),
            ], frameBuffers: ["fb0"])
        let second = DisplayCard(
            path: "/dev/dri/card10",
            connectors: [DisplayCard.Connector(name: "DPI-2", status: nil, modes: ["1920x341"])])
        expectEqual(machine.cards, [first, second])
        expectEqual(machine.cards.first?.dpi?.name, "DPI-1")
        #expect(machine.hasDisplayPanel && machine.boot.hasOverlay)
        expectEqual(machine.device("/dev/dri/card0")?.mayUse, true)
        expectEqual(machine.devices.count, 1)
        expectEqual(machine.holders, [Machine.Holder(process: 70, name: "labwc", path: "/dev/dri/card0")])
    }

    @Test("an empty folder gives a machine with few known facts, and files with random content do no harm")
    func nonsense() throws {
        let root = try KernelModel()
        let empty = Machine.read(root: root.folder.path)
        #expect(empty.model == nil && empty.revision == nil && empty.kernel == nil && empty.keepsOutputs.isEmpty)
        #expect(empty.isClockSynchronized == nil && empty.boot.configuration == nil && empty.user.realTimePriority == 0)
        for path in [
            "proc/cpuinfo", "proc/self/limits", "proc/self/status", "proc/cmdline", "proc/modules", "etc/os-release",
            "boot/firmware/config.txt", "boot/firmware/cmdline.txt", "proc/device-tree/system/linux,revision",
            "sys/devices/system/cpu/isolated", "sys/module/pinctrl_rp1/parameters/persist_gpio_outputs",
        ] {
            try root.add(path, "Revision\n=\n:\n[\n]=[\n\u{0}CapEff:\nMax locked memory\ngpio==\ndtparam=,=,\n")
        }
        let odd = Machine.read(root: root.folder.path)
        expectEqual(odd.keepsOutputs, ["pinctrl-rp1": false])
        #expect(!odd.user.mayRaisePriority)
    }
}
