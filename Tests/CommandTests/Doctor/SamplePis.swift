import Foundation
import KernelModel

/// Machines for `ledsign doctor`, each a folder that stands for its root, with a model of its GPIO chips.
enum SamplePis {
    /// A Raspberry Pi 3 in good order for HUB75 panels: sound off, OE high from power-on, a processor isolated,
    /// a core clock of one rate.
    static func pi3(used: [Int: String] = [:], further: [String] = []) throws -> KernelModel {
        let pi = try KernelModel(
            chips: [KernelModel.Chip(label: "pinctrl-bcm2835", lines: 54, used: used)], memory: ["gpiomem": 0x1000],
            model: "Raspberry Pi 3 Model B Rev 1.2", further: further)
        try common(pi)
        try pi.add("proc/cpuinfo", "Revision\t: a02082\n")
        try pi.add("sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
        try pi.add("sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs", "Y\n")
        try pi.add("boot/firmware/config.txt", "dtparam=audio=off\ngpio=18=op,dh\ncore_freq_min=400\n")
        try pi.add("boot/firmware/cmdline.txt", "console=tty1 isolcpus=3\n")
        try pi.add("proc/cmdline", "console=tty1 isolcpus=3\n")
        try pi.add("sys/devices/system/cpu/isolated", "3\n")
        return pi
    }

    /// A Raspberry Pi 4 as it comes: sound on, nothing enabled.
    static func pi4() throws -> KernelModel {
        let pi = try KernelModel(
            chips: [
                KernelModel.Chip(label: "pinctrl-bcm2711", lines: 58),
                KernelModel.Chip(name: "gpiochip1", label: "raspberrypi-exp-gpio", lines: 8),
            ], memory: ["gpiomem": 0x1000], model: "Raspberry Pi 4 Model B Rev 1.4")
        try common(pi)
        try pi.add("sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs", "Y\n")
        try pi.add("sys/module/snd_bcm2835/refcnt", "0\n")
        try pi.add("sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
        try pi.add("boot/firmware/config.txt", "dtparam=audio=on\n")
        try pi.add("boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1\n")
        try pi.add("proc/cmdline", "console=ttyS0,115200 console=tty1\n")
        return pi
    }

    /// A Raspberry Pi 5 with SPI on, whose driver holds the chip selects, and with a process on the bus.
    static func pi5() throws -> KernelModel {
        let pi = try KernelModel(
            chips: [KernelModel.Chip(label: "pinctrl-rp1", lines: 54, used: [7: "spi0 CS1", 8: "spi0 CS0"])],
            spiDevices: ["spidev0.0", "spidev0.1", "spidev10.0"], bufferSize: 4096, memory: ["gpiomem0": 0x30000],
            model: "Raspberry Pi 5 Model B Rev 1.0")
        try common(pi)
        try pi.add("sys/module/pinctrl_rp1/parameters/persist_gpio_outputs", "N\n")
        try pi.add("boot/firmware/config.txt", "dtparam=spi=on\n")
        try pi.add("boot/firmware/cmdline.txt", "console=tty1\n")
        try pi.add("proc/cmdline", "console=tty1\n")
        try pi.add("proc/700/comm", "python3\n")
        try pi.addLink("proc/700/fd/3", to: "/dev/spidev0.0")
        return pi
    }

    /// A computer without GPIO lines.
    static func desktop() throws -> KernelModel {
        let machine = try KernelModel()
        try common(machine)
        return machine
    }

    /// A Raspberry Pi 3 on which nothing is right.
    static func broken() throws -> KernelModel {
        let pi = try KernelModel(
            chips: [KernelModel.Chip(label: "pinctrl-bcm2835", lines: 54, used: [4: "w1", 17: "", 18: "ledsign"])],
            model: "Raspberry Pi 3 Model B Rev 1.2")
        try common(pi)
        for name in ["w1_gpio", "snd_bcm2835"] { try pi.add("sys/module/\(name)/refcnt", "0\n") }
        try pi.add("sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs", "N\n")
        try pi.add("boot/firmware/config.txt", "dtoverlay=w1-gpio\ndtparam=audio=on\n")
        try pi.add("boot/firmware/cmdline.txt", "console=tty1\n")
        try pi.add("proc/cmdline", "console=tty1\n")
        try pi.add("proc/self/limits", "Max locked memory    65536  65536  bytes\nMax realtime priority   0   0\n")
        try pi.add("sys/devices/platform/soc/soc:firmware/get_throttled", "50005\n")
        try pi.add("proc/33/comm", "pigpiod\n")
        try pi.add("proc/44/comm", "fppd\n")
        try pi.addLink("proc/44/fd/9", to: "anon_inode:gpio-line")
        try pi.add("proc/44/fdinfo/9", "gpio-chip:\tgpiochip0\ngpio-line:\t17\n")
        return pi
    }

    private static func common(_ machine: KernelModel) throws {
        try machine.add("etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n")
        try machine.add("proc/sys/kernel/osrelease", "6.12.47+rpt-rpi-v8\n")
        try machine.add("proc/sys/kernel/arch", "aarch64\n")
        try machine.add(
            "proc/self/limits", "Max locked memory   67108864  67108864  bytes\nMax realtime priority   50   50\n")
        try machine.add("proc/self/status", "CapEff:\t0000000000000000\n")
        try machine.add("proc/sys/kernel/sched_rt_runtime_us", "950000\n")
        try machine.add("proc/sys/kernel/sched_rt_period_us", "1000000\n")
        try machine.add("run/systemd/timesync/synchronized", "")
        for number in 0..<4 { try machine.add("sys/devices/system/cpu/cpu\(number)/online", "1\n") }
    }
}
