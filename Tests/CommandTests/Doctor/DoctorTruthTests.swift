import Foundation
import KernelModel
import SignTestSupport
import Testing

/// What `ledsign doctor` must not claim: advice holds for the model, the kernel and the settings of the machine.
@Suite struct DoctorTruthTests {
    /// A finding as the doctor's JSON has it.
    private struct Finding {
        let level, found: String
        let means: String
        /// The steps of the fix, each as its kind, its file and its text.
        let steps: [String]
    }

    private func findings(_ board: String, on machine: KernelModel) throws -> [String: Finding] {
        let run = try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["doctor", "--board", board, "--json", "--root", machine.folder.path],
            environment: try machine.environment())
        let whole = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        let list = try #require(whole["findings"] as? [[String: Any]])
        var findings: [String: Finding] = [:]
        for item in list {
            let steps = (item["fix"] as? [[String: Any]] ?? []).map { step in
                ["kind", "file", "text"].compactMap { step[$0] as? String }.joined(separator: " ")
            }
            findings[item["id"] as? String ?? ""] = Finding(
                level: item["level"] as? String ?? "", found: item["found"] as? String ?? "",
                means: item["means"] as? String ?? "", steps: steps)
        }
        return findings
    }

    /// A Raspberry Pi 5 without SPI, whose processors are all in use.
    private func pi5() throws -> KernelModel {
        let pi = try SamplePis.pi5()
        try pi.add("boot/firmware/config.txt", "gpio=18=op,dh\n")
        return pi
    }

    // MARK: - Serial console

    /// Raspberry Pi OS starts with console=serial0 on every model; without enable_uart the port does not exist.
    @Test("the serial console is one that the kernel has, not one that the command line wishes for")
    func console() throws {
        let pi = try SamplePis.pi4()
        try pi.add("proc/consoles", "tty1                 -WU (EC  p  )    4:1\n")
        #expect(try findings("hub75-64x64", on: pi)["clash-serial"] == nil)
        try pi.add(
            "proc/consoles",
            "tty1                 -WU (EC  p  )    4:1\nttyS0                -W- (E   p  )    4:64\n")
        let there = try #require(try findings("hub75-64x64", on: pi)["clash-serial"])
        expectEqual(there.level, "warning")
        expectEqual(
            there.steps, ["remove-words /boot/firmware/cmdline.txt console=serial0,115200", "command sudo reboot"])
        // The port of the connector between the HDMI sockets of a Raspberry Pi 5 is not on the header.
        let pi5 = try pi5()
        try pi5.add("proc/consoles", "ttyAMA10             -W- (EC  p  )  204:74\n")
        #expect(try findings("hub75-64x64", on: pi5)["clash-serial"] == nil)
        try pi5.add("proc/consoles", "ttyAMA0              -W- (EC  p  )  204:64\n")
        try expectEqual(findings("hub75-64x64", on: pi5)["clash-serial"]?.level, "warning")
    }

    // MARK: - Throttling

    @Test("throttling is read from the firmware's node of any model, and is not known where there is none")
    func throttling() throws {
        let pi = try pi5()
        let unknown = try #require(try findings("hub75-64x32", on: pi)["power"])
        #expect(unknown.level == "note" && unknown.found.contains("not known"), "\(unknown.found)")
        try pi.add("sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled", "50000\n")
        let past = try #require(try findings("hub75-64x32", on: pi)["power"])
        #expect(past.level == "warning" && past.found.contains("too low at times"), "\(past.found)")
        // The driver of the supply's voltage alone knows nothing about heat.
        let other = try pi5()
        try other.add("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
        try other.add("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
        let half = try #require(try findings("hub75-64x32", on: other)["power"])
        #expect(half.level == "note" && half.found.contains("not known"), "\(half.found)")
        try other.add("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
        try expectEqual(findings("hub75-64x32", on: other)["power"]?.level, "warning")
    }

    // MARK: - Sound

    /// The PWM of the sound is on GPIO 40 and 41, unless an overlay moves it (arch/arm/boot/dts/overlays/audremap-overlay.dts).
    @Test("on-board sound takes lines of the header only with audremap; without it, it loads the memory")
    func sound() throws {
        let pi = try SamplePis.pi4()
        let load = try #require(try findings("hub75-64x32", on: pi)["clash-sound"])
        #expect(load.level == "note" && load.means.contains("memory"), "\(load.found) \(load.means)")
        #expect(!load.found.contains("GPIO 18"), "\(load.found)")
        #expect(try findings("max7219-gpio-32x8", on: pi)["clash-sound"] == nil, "a chain is not refreshed")
        for (overlay, level, lines) in [
            ("audremap,pins_18_19", "warning", "GPIO 18"), ("audremap,pins_40_41", "note", ""),
            ("audremap", "note", ""),
        ] {
            try pi.add("boot/firmware/config.txt", "dtparam=audio=on\ndtoverlay=\(overlay)\ngpio=18=op,dh\n")
            let sound = try #require(try findings("hub75-64x32", on: pi)["clash-sound"])
            expectEqual(sound.level, level, "\(overlay)")
            #expect(lines.isEmpty || sound.found.contains(lines), "\(overlay): \(sound.found)")
        }
    }

    /// sound/soc/bcm/bcm2835-i2s.c and, for the RP1, sound/soc/dwc/dwc-i2s.c.
    @Test("I2S sound is known by the driver of each model", arguments: ["snd_soc_bcm2835_i2s", "designware_i2s"])
    func i2s(driver: String) throws {
        let pi = driver == "designware_i2s" ? try pi5() : try SamplePis.pi4()
        try expectEqual(findings("hub75-64x32", on: pi)["clash-i2s"]?.level, nil)
        try pi.add("sys/module/\(driver)/refcnt", "0\n")
        let clash = try #require(try findings("hub75-64x32", on: pi)["clash-i2s"])
        #expect(clash.level == "warning" && clash.found.contains("GPIO 18"), "\(clash.found)")
    }

    // MARK: - Released lines

    /// A kernel for all models has both drivers, with the parameters of both.
    @Test("whether lines keep their levels is asked of the driver of the board's chip")
    func keptOutputs() throws {
        let pi4 = try SamplePis.pi4()
        try pi4.add("sys/module/pinctrl_rp1/parameters/persist_gpio_outputs", "N\n")
        try expectEqual(findings("hub75-64x32", on: pi4)["outputs-kept"]?.level, "ok")
        let pi5 = try pi5()
        try pi5.add("sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs", "Y\n")
        let released = try #require(try findings("hub75-64x32", on: pi5)["outputs-kept"])
        #expect(released.level == "note" && released.steps.first?.contains("pinctrl_rp1.") == true)
        try pi4.add("sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs", "N\n")
        try pi4.add("sys/module/pinctrl_rp1/parameters/persist_gpio_outputs", "Y\n")
        try expectEqual(findings("hub75-64x32", on: pi4)["outputs-kept"]?.level, "note")
    }

    // MARK: - Models

    @Test("a Compute Module Zero has the chip of a Zero 2 W, its filter and its clock rates")
    func moduleZero() throws {
        for name in ["Raspberry Pi Compute Module 0 Rev 1.0", "Raspberry Pi Compute Module Zero Rev 1.0"] {
            let pi = try SamplePis.pi3()
            try pi.add("proc/device-tree/model", name + "\0")
            try pi.add(
                "boot/firmware/config.txt", "[pi3]\ngpio=18=op,dl\n[cm0]\ngpio=18=op,dh\n[all]\ndtparam=audio=off\n")
            let found = try findings("hub75-64x32", on: pi)
            for id in ["model", "registers", "power-on"] { expectEqual(found[id]?.level, "ok", "\(name): \(id)") }
            expectEqual(found["core-clock"]?.found.contains("250 and 400 MHz"), true, "\(name)")
        }
    }

    // MARK: - config.txt

    @Test("lines of files that config.txt includes count, where they stand, and are removed from those files")
    func included() throws {
        let pi = try SamplePis.pi3()
        try pi.add("boot/firmware/config.txt", "[pi4]\ninclude other.txt\n[pi3]\ninclude panel.txt\nenable_uart=1\n")
        try pi.add("boot/firmware/other.txt", "gpio=18=op,dl\n")
        try pi.add("boot/firmware/panel.txt", "gpio=18=op,dh\ninclude deep.txt\n[pi4]\n")
        try pi.add("boot/firmware/deep.txt", "dtoverlay=w1-gpio\ninclude panel.txt\n")
        try pi.add("sys/module/w1_gpio/refcnt", "0\n")
        let found = try findings("hub75-64x32", on: pi)
        expectEqual(found["power-on"]?.level, "ok")
        expectEqual(
            found["clash-1-wire"]?.steps,
            ["remove-line /boot/firmware/deep.txt dtoverlay=w1-gpio", "command sudo reboot"])
    }

    // MARK: - Interrupts

    /// The queues of an NVMe drive have interrupts that the kernel spreads itself: irqaffinity does not move them
    /// (Documentation/admin-guide/kernel-parameters.txt, isolcpus, managed_irq).
    @Test("with an NVMe drive, isolcpus keeps its interrupts away too")
    func managedInterrupts() throws {
        let pi = try pi5()
        let plain = try #require(try findings("hub75-64x32", on: pi)["isolated-processors"])
        expectEqual(plain.steps.first, "add-words /boot/firmware/cmdline.txt isolcpus=3 irqaffinity=0-2")
        try pi.add("sys/class/nvme/nvme0/model", "A drive\n")
        let drive = try #require(try findings("hub75-64x32", on: pi)["isolated-processors"])
        expectEqual(
            drive.steps.first,
            "add-words /boot/firmware/cmdline.txt isolcpus=domain,managed_irq,3 irqaffinity=0-2")
        // The words are there, but without managed_irq.
        try pi.add("sys/devices/system/cpu/isolated", "3\n")
        for path in ["proc/cmdline", "boot/firmware/cmdline.txt"] { try pi.add(path, "isolcpus=3 irqaffinity=0-2\n") }
        let missing = try #require(try findings("hub75-64x32", on: pi)["isolation-options"])
        expectEqual(
            missing.steps.prefix(3),
            [
                "remove-words /boot/firmware/cmdline.txt isolcpus=3",
                "add-words /boot/firmware/cmdline.txt isolcpus=domain,managed_irq,3", "command sudo reboot",
            ])
        let words = "isolcpus=domain,managed_irq,3 irqaffinity=0-2\n"
        try pi.add("boot/firmware/cmdline.txt", words)
        try expectEqual(findings("hub75-64x32", on: pi)["isolation-options"]?.steps.first, "command sudo reboot")
        try pi.add("proc/cmdline", words)
        #expect(try findings("hub75-64x32", on: pi)["isolation-options"] == nil)
    }
}
