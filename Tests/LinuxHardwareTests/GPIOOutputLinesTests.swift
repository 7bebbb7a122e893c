import CGPIOLines
import KernelModel
import SignTestSupport
import Testing

/// The real program and the real libgpiod, and a model of the kernel's GPIO interface.
@Suite struct GPIOOutputLinesTests {
    private let names = [17: "GPIO17", 22: "GPIO22", 27: "GPIO27"]

    private func errors(_ model: KernelModel, _ lines: String, label: String = "-") throws -> String {
        let outcome = try HardwareProbe.run("lines", label, lines, "0", on: model)
        expectEqual(outcome.status, 1)
        return outcome.errors
    }

    @Test("lines are taken by name and by number with their first levels, and given back at the end")
    func takesLines() throws {
        let model = try KernelModel(chips: [KernelModel.Chip(names: names)])
        let outcome = try HardwareProbe.run("lines", "-", "GPIO27,22,GPIO17", "101", on: model)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(
            model.log().map(\.description),
            [
                "gpiochip0 request 27=1 22=0 17=1 ledsign", "gpiochip0 release 27 22 17",
            ])
    }

    @Test("no lines are released without an error")
    func releasesNoLines() { gpio_lines_release(nil) }

    @Test("one call drives the lines of the mask, leaves the others as they are, and allocates nothing")
    func drivesMaskedLines() throws {
        let model = try KernelModel(chips: [KernelModel.Chip()])
        let outcome = try HardwareProbe.run(
            "lines", "-", "17,27,22", "100", "000/001", "111/010", "000/111", "101/101", "010/000", on: model)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        expectEqual(outcome.number(after: "allocations"), 0)
        try expectEqual(
            model.log().dropFirst().dropLast().map(\.description),
            [
                "gpiochip0 set", "gpiochip0 set 27=1", "gpiochip0 set 27=0 22=0", "gpiochip0 set 17=1 22=1",
            ])
    }

    @Test("64 lines can be taken, in any order")
    func maximumLines() throws {
        let model = try KernelModel(chips: [KernelModel.Chip(lines: 64)])
        let lines = (0..<64).reversed().map(String.init).joined(separator: ",")
        let first = String(repeating: "0", count: 64)
        let last = "1" + String(repeating: "0", count: 63)
        let outcome = try HardwareProbe.run("lines", "-", lines, first, last + "/" + last, on: model)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(model.log()[1].description, "gpiochip0 set 0=1")
    }

    @Test(
        "the header's chip is found by label, whatever its number",
        arguments: [
            "pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835",
        ])
    func headerChip(label: String) throws {
        let model = try KernelModel(chips: [
            KernelModel.Chip(name: "gpiochip0", label: "raspberrypi-exp-gpio", lines: 8),
            KernelModel.Chip(name: "gpiochip11", label: label),
        ])
        try model.addLink("dev/gpiochip4", to: "gpiochip11")
        let outcome = try HardwareProbe.run("lines", "-", "17", "1", on: model)
        expectEqual(outcome.status, 0, "\(outcome.errors)")
        try expectEqual(model.log().first?.description, "gpiochip11 request 17=1 ledsign")
        let other = try HardwareProbe.run("lines", "raspberrypi-exp-gpio", "7", "1", on: model)
        expectEqual(other.status, 0, "\(other.errors)")
        try expectEqual(model.log().last?.description, "gpiochip0 release 7")
    }

    @Test("the error about a missing chip names the present labels, each chip once")
    func missingChip() throws {
        let model = try KernelModel(chips: [
            KernelModel.Chip(name: "gpiochip0", label: "raspberrypi-exp-gpio", lines: 8),
            KernelModel.Chip(name: "gpiochip11", label: "gpio-brcmstb@107d508500", lines: 32),
        ])
        try model.addLink("dev/gpiochip4", to: "gpiochip0")
        let found = "this machine has raspberrypi-exp-gpio (/dev/gpiochip0), gpio-brcmstb@107d508500 (/dev/gpiochip11);"
        #expect(try errors(model, "17", label: "x").hasPrefix("cannot find a GPIO chip with the label x: \(found)"))
        #expect(try errors(model, "17").hasPrefix("cannot find the GPIO chip of a Raspberry Pi's header: \(found)"))
        #expect(try errors(try KernelModel(), "17").contains("this machine has no /dev/gpiochip*;"))
    }

    @Test("lines that the chip does not have, and duplicate lines, are errors")
    func wrongLines() throws {
        let model = try KernelModel(chips: [KernelModel.Chip(names: names)])
        #expect(
            try errors(model, "17,58").hasPrefix(
                "cannot find line 58 of /dev/gpiochip0: the chip pinctrl-bcm2711 has the lines 0 to 57;"))
        #expect(try errors(model, "-1").hasPrefix("cannot find line -1 of /dev/gpiochip0: the chip"))
        #expect(
            try errors(model, "GPIO17,GPIO18").hasPrefix(
                "cannot find line GPIO18 of /dev/gpiochip0: the chip pinctrl-bcm2711 has no line of that name;"))
        try expectEqual(
            errors(model, "17,GPIO17"), "cannot request line GPIO17 of /dev/gpiochip0: it is given twice\n")
        let tooMany = (0..<65).map(String.init).joined(separator: ",")
        #expect(try errors(model, tooMany).contains("65 lines were given, 1 to 64 are possible"))
        #expect(try errors(model, ",").contains("0 lines were given, 1 to 64 are possible"))
        #expect(try model.log().isEmpty)
    }

    @Test("the error about a busy line names its owner")
    func takenLines() throws {
        let model = try KernelModel(chips: [KernelModel.Chip(names: names, used: [8: "spi0 CS0", 27: "buttons"])])
        try expectEqual(
            errors(model, "GPIO17,8,27"),
            """
            cannot request line GPIO17, line 8, line 27 of /dev/gpiochip0: Device or resource busy (error 16); \
            spi0 CS0 holds line 8, buttons holds line 27 (GPIO27): stop that program, or disable that \
            driver in /boot/firmware/config.txt

            """)
    }

    @Test("the error about a chip without access names the group to join")
    func group() throws {
        let model = try KernelModel(
            chips: [KernelModel.Chip()], further: ["group gpiochip0 20 660", "refuse gpiochip0 13"])
        #expect(
            try errors(model, "17").hasPrefix(
                "cannot open /dev/gpiochip0: Permission denied (error 13); its group is dialout: sudo usermod -aG dialout"
            ))
    }

    @Test("driving lines of a chip that is gone is an error; a call that a signal interrupts is made again")
    func drivingFails() throws {
        let gone = try KernelModel(chips: [KernelModel.Chip()], further: ["answer gpiochip0 19"])
        let outcome = try HardwareProbe.run("lines", "-", "17", "0", "1/1", on: gone)
        expectEqual(outcome.errors, "cannot drive lines of /dev/gpiochip0: No such device (error 19)\n")
        let interrupted = try KernelModel(chips: [KernelModel.Chip()], further: ["answer gpiochip0 4"])
        try expectEqual(HardwareProbe.run("lines", "-", "17", "0", "1/1", on: interrupted).status, 0)
        try expectEqual(interrupted.log()[1].description, "gpiochip0 set 17=1")
    }
}
