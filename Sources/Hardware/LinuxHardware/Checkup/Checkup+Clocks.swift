import PanelDrivers

/// The clock rates on which the lengths of pulses depend.
extension Checkup {
    /// How the kernel sets the rate of the processors.
    var governor: Finding? {
        guard let governor = machine.scheduling.governor else { return nil }
        if governor == "performance" || needs.way != .registers {
            return .ok("governor", "the clock governor is \(governor)")
        }
        return .note(
            "governor", "the clock governor is \(governor)",
            means: "pulses that are timed by writes change their length with the clock rate",
            fix: [
                .command("echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor"),
                .advice(
                    "until the next start; permanently: a unit that runs this command at boot, or the line force_turbo=1 in "
                        + "config.txt; costs: more current and heat while the Raspberry Pi has nothing to do"),
            ])
    }

    /// The core clock in MHz of a machine whose GPIO registers lie on its bus: what it falls to, and its highest rate.
    ///
    /// From the table of defaults in the Raspberry Pi documentation, "Overclocking options"; nil where the rate does not change:
    /// the Raspberry Pi 2 has one, and the Raspberry Pi 5 has its GPIO lines in a chip with clocks of its own.
    private static func coreRates(ofModel model: String) -> (least: Int, most: Int)? {
        switch GPIOBlock(model: model) {
        case .bcm2837: model.hasPrefix("Raspberry Pi 2 ") ? nil : (250, 400)
        case .bcm2711: (200, 500)
        case .rp1, nil: nil
        }
    }

    /// Whether the firmware changes the rate of the bus that the GPIO registers lie on.
    var coreClock: Finding? {
        guard needs.way == .registers, let file = machine.boot.configuration,
            let rates = machine.model.flatMap(Self.coreRates(ofModel:))
        else { return nil }
        let name = "core-clock"
        if file.value(of: "force_turbo").flatMap({ Int($0) }) == 1 {
            return .ok(name, "the core clock has one rate (force_turbo=1)")
        }
        let most = file.value(of: "core_freq").flatMap { Int($0) } ?? rates.most
        let least = file.value(of: "core_freq_min").flatMap { Int($0) } ?? rates.least
        if least >= most { return .ok(name, "the core clock has one rate, \(most) MHz") }
        return .note(
            name, "the firmware changes the core clock between \(least) and \(most) MHz",
            means: "writes to GPIO registers take longer at the low rate, and the shortest pulses of light with them",
            fix: [
                .configuration("core_freq_min=\(most)"), .reboot,
                .advice(
                    "costs: more current and heat while the Raspberry Pi has nothing to do; force_turbo=1 holds the "
                        + "processor's clock too and costs more, and together with any over_voltage line it may set a bit "
                        + "in the chip for good that shows that it was overclocked"),
            ])
    }
}
