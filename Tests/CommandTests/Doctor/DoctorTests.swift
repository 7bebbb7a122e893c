import Foundation
import KernelModel
import SignTestSupport
import Testing

/// `ledsign doctor` on machines that are folders.
@Suite struct DoctorTests {
    /// What the doctor says as JSON, by the ids of its findings.
    private struct Report {
        let status: Int32
        let fit: Bool
        let machine: [String: Any]
        let findings: [String: [String: Any]]
        let order: [String]

        func level(_ id: String) -> String? { findings[id]?["level"] as? String }
        func found(_ id: String) -> String { findings[id]?["found"] as? String ?? "" }

        /// The steps of a fix, each as its kind, its file and its text.
        func fix(_ id: String) -> [String] {
            let steps = findings[id]?["fix"] as? [[String: Any]] ?? []
            return steps.map { step in
                ["kind", "file", "text"].compactMap { step[$0] as? String }.joined(separator: " ")
            }
        }

        /// The ids of all findings of a level.
        func ids(_ level: String) -> Set<String> { Set(findings.keys.filter { self.level($0) == level }) }
    }

    private func run(_ arguments: [String], on machine: KernelModel) throws -> Outcome {
        try CommandRunner.run(
            CommandRunner.products.appendingPathComponent("ledsign").path,
            ["doctor"] + arguments + ["--root", machine.folder.path], environment: try machine.environment())
    }

    private func report(_ board: String, on machine: KernelModel) throws -> Report {
        let run = try run(["--board", board, "--json"], on: machine)
        #expect(run.errors.isEmpty, "\(run.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let whole = try #require(object as? [String: Any])
        expectEqual(whole["schema"] as? Int, 1)
        expectEqual(whole["board"] as? String, board)
        let list = try #require(whole["findings"] as? [[String: Any]])
        let order = list.compactMap { $0["id"] as? String }
        expectEqual(Set(order).count, list.count, "ids are listed once")
        return Report(
            status: run.status, fit: try #require(whole["fit"] as? Bool),
            machine: try #require(whole["machine"] as? [String: Any]),
            findings: Dictionary(zip(order, list)) { first, _ in first }, order: order)
    }

    @Test("a Raspberry Pi 3 in good order has nothing but ok, and exit code 0")
    func good() throws {
        let report = try report("hub75-64x32", on: try SamplePis.pi3())
        expectEqual(report.ids("ok"), Set(report.order))
        #expect(report.fit && report.status == 0)
        expectEqual(report.machine["model"] as? String, "Raspberry Pi 3 Model B Rev 1.2")
        expectEqual(report.machine["revision"] as? String, "a02082")
        expectEqual(report.found("gpio-chip"), "pinctrl-bcm2835, /dev/gpiochip0, 54 lines")
        expectEqual(report.found("gpio-lines"), "the 13 lines of hub75-64x32 are free")
        #expect(report.found("clash").contains("SPI0") && report.found("clash").contains("1-wire"))
    }

    @Test("nothing is requested, mapped or set")
    func looksOnly() throws {
        for machine in [try SamplePis.pi3(), try SamplePis.pi5(), try SamplePis.broken()] {
            for board in ["hub75-64x32", "max7219-32x8", "max7219-gpio-32x8", "sim-32x8"] {
                _ = try run(["--board", board], on: machine)
            }
            #expect(try machine.log().isEmpty)
        }
    }

    @Test("a Raspberry Pi 4 with its default settings gets a warning about OE at power-on, and can be driven")
    func asItComes() throws {
        let report = try report("hub75-64x32", on: try SamplePis.pi4())
        #expect(report.fit && report.status == 0)
        expectEqual(report.ids("warning"), ["power-on"])
        expectEqual(
            report.fix("clash-sound"),
            [
                "remove-line /boot/firmware/config.txt dtparam=audio=on",
                "add-line /boot/firmware/config.txt dtparam=audio=off",
                "add-line /etc/modprobe.d/ledsign-no-sound.conf blacklist snd_bcm2835", "command sudo reboot",
            ])
        expectEqual(
            report.fix("power-on"), ["add-line /boot/firmware/config.txt gpio=18=op,dh", "command sudo reboot"])
        expectEqual(report.ids("note"), ["clash-sound", "isolated-processors", "real-time-share", "core-clock"])
        expectEqual(
            report.fix("isolated-processors"),
            [
                "add-words /boot/firmware/cmdline.txt isolcpus=3 irqaffinity=0-2", "command sudo reboot",
                "advice costs: everything else has one processor less; the other processors do all interrupts of devices",
            ])
        // GPIO 15 is E, which a panel with 1/16 scan does without; three chains and 1/32 scan want it.
        #expect(report.level("clash-serial") == nil)
        let machine = try SamplePis.pi4()
        try machine.add("proc/consoles", "ttyS0                -W- (EC  p  )    4:64\n")
        let large = try self.report("hub75-64x64", on: machine)
        expectEqual(large.level("clash-serial"), "warning")
        expectEqual(
            large.fix("clash-serial"),
            [
                "remove-words /boot/firmware/cmdline.txt console=serial0,115200", "command sudo reboot",
            ])
    }

    @Test("on a Raspberry Pi 5 the SPI driver's chip selects stop the regular wiring, and not an SPI chain")
    func spi() throws {
        let panel = try report("hub75-64x32", on: try SamplePis.pi5())
        #expect(!panel.fit && panel.status == 3)
        expectEqual(panel.ids("problem"), ["gpio-lines", "clash-spi0"])
        #expect(panel.found("gpio-lines").contains("7 (B1) by \"spi0 CS1\""))
        expectEqual(
            panel.fix("gpio-lines"), ["remove-line /boot/firmware/config.txt dtparam=spi=on", "command sudo reboot"])
        expectEqual(
            panel.fix("outputs-kept"),
            [
                "add-words /boot/firmware/cmdline.txt pinctrl_rp1.persist_gpio_outputs=1", "command sudo reboot",
            ])
        let chain = try report("max7219-32x8", on: try SamplePis.pi5())
        #expect(chain.fit && chain.status == 0)
        #expect(chain.level("spi-device") == "ok" && chain.level("spi-buffer") == "ok")
        expectEqual(chain.found("spi-users"), "/dev/spidev0.0 is open in process 700 (python3)")
        expectEqual(chain.fix("spi-users"), ["command kill 700"])
        #expect(chain.level("gpio-lines") == nil)
    }

    @Test("lines that a guardian holds for the next sign do not stop it; those of a sign that runs do")
    func guardian() throws {
        let lines = [4, 7, 8, 9, 10, 11, 17, 18, 22, 23, 24, 25, 27]
        let held = Dictionary(lines.map { ($0, "ledsign") }) { first, _ in first }
        let machine = try SamplePis.pi3(used: held)
        let information = "gpio-chip:\tgpiochip0\n" + lines.map { "gpio-line:\t\($0)\n" }.joined()
        try machine.add("proc/50/comm", "ledsign\n")
        try machine.add("proc/50/cmdline", "panel-guardian\0")
        try machine.addLink("proc/50/fd/12", to: "anon_inode:gpio-line")
        try machine.add("proc/50/fdinfo/12", information)
        let guarded = try report("hub75-64x32", on: machine)
        #expect(guarded.level("gpio-lines") == "note" && guarded.status == 0)
        try machine.add("proc/49/comm", "ledsign\n")
        try machine.add("proc/49/cmdline", "ledsign\0run\0guardian\0")
        try machine.addLink("proc/49/fd/6", to: "anon_inode:gpio-line")
        try machine.add("proc/49/fdinfo/6", information)
        let running = try report("hub75-64x32", on: machine)
        #expect(running.level("gpio-lines") == "problem" && running.status == 3)
        expectEqual(running.fix("gpio-lines"), ["command sudo systemctl stop ledsign"])
    }

    @Test("the board is that of the sign file that the option names")
    func boardOfSign() throws {
        let folder = try ScratchFolder()
        try Data("board: max7219-gpio-32x8\nmessage:\n  text: Hi\n".utf8).write(
            to: folder.url.appendingPathComponent("sign.yaml"))
        let run = try run(["--sign", folder.path("sign.yaml")], on: try SamplePis.pi3())
        #expect(run.status == 0 && run.output.hasPrefix("max7219-gpio-32x8 on "), "\(run.output)\(run.errors)")
    }

    @Test("the fix for a missing SPI device is a line of config.txt, or a reboot if the line is there")
    func missingSPI() throws {
        let machine = try SamplePis.pi3()
        let missing = try report("max7219-32x8", on: machine)
        expectEqual(missing.status, 3)
        expectEqual(
            missing.fix("spi-device"),
            [
                "add-line /boot/firmware/config.txt dtparam=spi=on", "command sudo reboot",
            ])
        try machine.add("boot/firmware/config.txt", "dtparam=audio=off,spi=on\n")
        try expectEqual(report("max7219-32x8", on: machine).fix("spi-device"), ["command sudo reboot"])
    }

    @Test("a computer without GPIO lines cannot drive a board with wires, and can show a simulated one")
    func desktop() throws {
        let machine = try SamplePis.desktop()
        for board in ["hub75-64x32", "max7219-32x8", "max7219-gpio-32x8"] {
            let report = try report(board, on: machine)
            #expect(!report.fit && report.status == 3, "\(board)")
        }
        let simulated = try report("sim-64x32", on: machine)
        #expect(simulated.fit && simulated.status == 0)
        #expect(simulated.machine["model"] is NSNull)
        try expectEqual(report("hub75-64x32", on: machine).ids("problem"), ["model", "gpio-chip"])
    }

    @Test("on a machine where everything is wrong, all problems are reported together, each with a fix")
    func broken() throws {
        let report = try report("hub75-64x32", on: try SamplePis.broken())
        #expect(!report.fit && report.status == 3)
        expectEqual(report.ids("problem"), ["gpio-lines", "registers", "clash-1-wire"])
        let warnings: Set = ["clash-pigpiod", "power-on", "priority", "power"]
        expectEqual(report.ids("warning"), warnings)
        let lines = report.found("gpio-lines")
        #expect(lines.contains("18 (OE) by \"ledsign\""))
        #expect(lines.contains("17 (CLK) by an unnamed holder, process 44 (fppd)"))
        #expect(lines.contains("4 (LAT) by \"w1\""))
        expectEqual(
            report.fix("gpio-lines"),
            [
                "command sudo systemctl stop ledsign", "command kill 44",
                "remove-line /boot/firmware/config.txt dtoverlay=w1-gpio", "command sudo reboot",
            ])
        expectEqual(report.fix("priority").first, "add-line /etc/security/limits.d/ledsign.conf @gpio - rtprio 40")
        #expect(report.ids("note").contains("locked-memory"))
        // Only what is as it should be needs no fix.
        for id in report.order where report.level(id) != "ok" { #expect(!report.fix(id).isEmpty, "\(id)") }
    }

    @Test("the text is aligned, has colours only in a terminal, and ends with the result")
    func text() throws {
        let run = try run(["--board", "hub75-64x32"], on: try SamplePis.broken())
        expectEqual(run.status, 3)
        #expect(!run.output.contains("\u{1B}"))
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        expectEqual(lines.first, "hub75-64x32 on Raspberry Pi 3 Model B Rev 1.2")
        let heads = lines.dropFirst(2).filter { $0.first.map { $0 != " " } ?? false }.dropLast()
        let column = try #require(heads.first?.range(of: "Raspberry")).lowerBound.utf16Offset(in: heads.first ?? "")
        for line in heads {
            let before = line.prefix(column)
            #expect(before.count == column && before.last == " " && line.dropFirst(column).first != " ", "\(line)")
        }
        #expect(lines.contains { $0.hasSuffix("add to /boot/firmware/config.txt: gpio=18=op,dh") })
        let verdict = "hub75-64x32 cannot be driven on this machine: 3 problems, 4 warnings, "
        expectEqual(lines.dropLast().last?.hasPrefix(verdict), true)
    }

    @Test("without a board the simulated one is checked, and the devices of the machine are listed")
    func noBoard() throws {
        let run = try run([], on: try SamplePis.pi5())
        expectEqual(run.status, 0, "\(run.errors)")
        #expect(run.output.contains("GPIO chips: pinctrl-rp1 (/dev/gpiochip0)"))
        #expect(run.output.contains("SPI devices: /dev/spidev0.0, /dev/spidev0.1"))
    }

    @Test("a newer version that apt has is a note with the command, and no package is no finding")
    func update() throws {
        let folder = try ScratchFolder()
        func update(_ policy: String) throws -> String? {
            let program = folder.url.appendingPathComponent("apt-cache")
            try Data("#!/bin/sh\n[ \"$*\" = 'policy ledsign' ] && printf '\(policy)'\n".utf8).write(to: program)
            chmod(program.path, 0o755)
            let run = try CommandRunner.run(
                CommandRunner.products.appendingPathComponent("ledsign").path, ["doctor", "--board", "sim-32x8"],
                environment: ["PATH": "\(folder.url.path):/usr/bin:/bin"])
            expectEqual(run.status, 0, "\(run.errors)")
            let lines = run.output.split(separator: "\n").map(String.init)
            return lines.firstIndex { $0.contains("update") }.map { lines[$0...].prefix(3).joined(separator: "\n") }
        }
        let newer = try #require(
            try update("ledsign:\\n  Installed: 0.1.0\\n  Candidate: 0.2.0-1\\n  Version table:\\n"))
        #expect(newer.contains("ledsign 0.1.0 is installed, and apt has 0.2.0-1"), "\(newer)")
        #expect(newer.contains("sudo apt update && sudo apt install --only-upgrade ledsign"), "\(newer)")
        let same = try #require(try update("ledsign:\\n  Installed: 0.1.0\\n  Candidate: 0.1.0\\n"))
        #expect(same.contains("ledsign 0.1.0 is the newest that apt knows of"), "\(same)")
        expectEqual(try update("ledsign:\\n  Installed: (none)\\n  Candidate: 0.1.0\\n"), nil)
        expectEqual(try update(""), nil)
    }

    @Test("an unreadable board is an error")
    func unknownBoard() throws {
        let run = try run(["--board", "hub75-64x33"], on: try SamplePis.pi3())
        #expect(run.status == 1 && run.errors.contains("hub75-64x32"), "\(run.errors)")
    }
}
