import LinuxHardware
import SignTestSupport
import Testing

@Suite struct BootConfigurationTests {
    @Test("the last setting of a parameter counts, in lists as well, and a name alone means on")
    func parameters() {
        let file = BootConfiguration(
            "dtparam=i2c_arm=on,spi=on\ndtparam=audio\n dtparam=spi=off # not now\n", model: nil)
        expectEqual(file.parameter("spi")?.value, "off")
        expectEqual(file.parameter("spi")?.entry.line, 3)
        #expect(file.enabling("spi") == nil)
        expectEqual(file.enabling("audio")?.text, "dtparam=audio")
        expectEqual((file.enabling("i2c_arm") ?? file.enabling("i2c"))?.line, 1)
        #expect(file.parameter("watchdog") == nil)
    }

    @Test("commented lines and lines without a value are ignored")
    func comments() {
        let file = BootConfiguration("#dtparam=spi=on\ndtoverlay\n\n=x\r\n", model: nil)
        #expect(file.enabling("spi") == nil)
        #expect(file.overlays(prefix: "w1").isEmpty)
    }

    @Test(
        "lines count under the filters of the model",
        arguments: [
            ("Raspberry Pi 3 Model B Rev 1.2", ["all", "pi3"]),
            ("Raspberry Pi 3 Model B Plus Rev 1.3", ["all", "pi3", "pi3+"]),
            ("Raspberry Pi 4 Model B Rev 1.4", ["all", "pi4"]), ("Raspberry Pi 400 Rev 1.0", ["all", "pi4", "pi400"]),
            ("Raspberry Pi Compute Module 4 Rev 1.1", ["all", "pi4", "cm4"]),
            ("Raspberry Pi 5 Model B Rev 1.0", ["all", "pi5"]), ("Raspberry Pi 500 Rev 1.0", ["all", "pi5", "pi500"]),
            ("Raspberry Pi Zero 2 W Rev 1.0", ["all", "pi02", "pi0"]), ("Orange Pi Zero", ["all"]),
        ])
    func filters(model: String, counted: [String]) {
        let filters = ["all", "none", "pi3", "pi3+", "pi4", "pi400", "cm4", "pi5", "pi500", "pi02", "pi0", "gpio4=1"]
        let text = filters.map { "[\($0)]\n\($0)=1\n" }.joined()
        let file = BootConfiguration(text, model: model)
        expectEqual(Set(file.entries.map(\.key)), Set(counted))
    }

    @Test(
        "a line is high from power-on by the last gpio line that names it",
        arguments: [
            ("gpio=18=op,dh", true), ("gpio=4,17-19=op,dh", true), ("gpio=18=op,dl", false), ("gpio=18=ip,pu", false),
            ("gpio=18=op,dh\ngpio=18=op,dl", false), ("gpio=0-27=a2\ngpio=18=OP , DH", true), ("gpio=8=op,dh", false),
            ("gpio=18", false), ("gpio=-=op,dh", false), ("gpio=op,dh", false),
        ])
    func powerOn(text: String, high: Bool) {
        expectEqual(BootConfiguration(text, model: nil).drivesHigh(18), high)
    }

    @Test("overlays are found by the beginning of their names, with their settings")
    func overlays() {
        let file = BootConfiguration(
            "dtoverlay=w1-gpio,gpiopin=17\ndtoverlay=spi1-2cs\ndtoverlay=vc4-kms-v3d\n", model: nil)
        let found = file.overlays(prefix: "w1-gpio")
        expectEqual(found.count, 1)
        expectEqual(found.first?.settings, ["gpiopin=17"])
        expectEqual(found.first?.entry.line, 1)
        expectEqual(file.overlays(prefix: "spi1-").map(\.entry.text), ["dtoverlay=spi1-2cs"])
    }
}
