import LinuxHardware
import PanelDrivers
import SignTestSupport
import Testing

@Suite struct GPIOBlockTests {
    @Test(
        "the model gives the chip",
        arguments: [
            ("Raspberry Pi 2 Model B Rev 1.2", GPIOBlock.bcm2837), ("Raspberry Pi 3 Model B Plus Rev 1.3", .bcm2837),
            ("Raspberry Pi Zero 2 W Rev 1.0", .bcm2837), ("Raspberry Pi Compute Module 3 Plus Rev 1.0", .bcm2837),
            ("Raspberry Pi 3 Model B", .bcm2837), ("Raspberry Pi 4 Model B Rev 1.4", .bcm2711),
            ("Raspberry Pi 400 Rev 1.0", .bcm2711), ("Raspberry Pi Compute Module 4 Rev 1.1", .bcm2711),
            ("Raspberry Pi Compute Module 4S Rev 1.0", .bcm2711), ("Raspberry Pi 5 Model B Rev 1.0", .rp1),
            ("Raspberry Pi 500 Rev 1.0", .rp1), ("Raspberry Pi Compute Module 5 Rev 1.0", .rp1),
            ("Raspberry Pi Compute Module 5 Lite Rev 1.0", .rp1), ("Raspberry Pi Compute Module 0 Rev 1.0", .bcm2837),
            ("Raspberry Pi Compute Module Zero Rev 1.0", .bcm2837),
        ])
    func models(model: String, block: GPIOBlock) {
        expectEqual(GPIOBlock(model: model), block)
    }

    @Test(
        "other models are unknown",
        arguments: [
            "", "Raspberry", "Raspberry Pi", "Raspberry Pi Zero W Rev 1.1", "Raspberry Pi Zero", "Raspberry Pi Pico",
            "Raspberry Pi Model B Plus Rev 1.2", "Raspberry Pi Compute Module Rev 1.0", "Raspberry Pi 6 Model B",
            "Raspberry Pi 50", "Raspberry Pi 1 Model B", "Radxa ROCK 5B", "raspberry pi 4", "Orange Pi 4",
        ])
    func otherModels(model: String) {
        #expect(GPIOBlock(model: model) == nil)
    }

    @Test("write times are those of a store and its harmless ones, on a grid of 10 ns")
    func writeTimes() {
        expectEqual(GPIOBlock.bcm2837.writeTime(slowdown: GPIOBlock.bcm2837.defaultSlowdown), 20)
        expectEqual(GPIOBlock.bcm2711.writeTime(slowdown: GPIOBlock.bcm2711.defaultSlowdown), 20)
        expectEqual(GPIOBlock.rp1.writeTime(slowdown: GPIOBlock.rp1.defaultSlowdown), 50)
        expectEqual(GPIOBlock.bcm2711.writeTime(slowdown: 4), 30)
        expectEqual(GPIOBlock.bcm2711.writeTime(slowdown: -1), 10)
        expectEqual(GPIOBlock.rp1.writeTime(slowdown: .max), 27_030)
    }
}
