import PanelDrivers

/// The facts about a machine that matter for signs: a snapshot, read without changing or requesting anything.
///
/// Everything is a value, so that checks are pure functions; unknown facts are nil or empty.
package struct Machine: Equatable, Sendable {
    /// The model in the device tree, such as "Raspberry Pi 4 Model B Rev 1.4".
    package var model: String?
    /// The revision code of a Raspberry Pi in hexadecimal digits, such as "c03114".
    package var revision: String?
    /// The name of the operating system, such as "Debian GNU/Linux 13 (trixie)".
    package var system: String?
    /// The release of the kernel, such as "6.12.47+rpt-rpi-v8".
    package var kernel: String?
    /// The processor that the kernel runs on, such as "aarch64".
    package var architecture: String?
    /// Whether the kernel was built to be preempted at any time (PREEMPT_RT).
    package var hasRealTimeKernel = false
    /// Whether the process runs in a container.
    package var isContainer = false
    /// The version of libgpiod that is linked, such as "2.2.1".
    package var libgpiod: String?

    /// The GPIO chips, each once.
    package var chips: [Chip] = []
    /// The device files that signs and their rivals use: gpiochip, gpiomem, mem, spidev, i2c, serial ports, pio and
    /// cards.
    package var devices: [DeviceFile] = []
    /// The kernel's modules that are loaded, and those built in that have parameters, with `_` for `-`.
    package var modules: Set<String> = []
    /// The buffer of the SPI driver in bytes.
    package var spiBufferSize: Int?
    /// Whether outputs keep their levels when they are released, by the labels of chips whose driver has that choice.
    package var keepsOutputs: [String: Bool] = [:]
    /// The cards of the kernel's graphics, in the order of their numbers.
    package var cards: [DisplayCard] = []
    /// Whether the device tree that the kernel was started with has the panel of the overlay ledsign-dpi.
    package var hasDisplayPanel = false
    /// Whether the program of panels fits into the memory of the state machines, or is there already; nil where they cannot be opened.
    package var hasRoomForStateMachine: Bool?
    /// The processes that hold GPIO lines or have devices of panels open, as far as this user may read them.
    package var holders: [Holder] = []

    /// The consoles that the kernel writes to, such as "tty1" and "ttyS0".
    package var consoles: Set<String> = []
    /// The names of the programs that run, as the kernel has them: their first 15 characters.
    package var programs: Set<String> = []

    /// What config.txt and cmdline.txt say, and what the kernel was started with.
    package var boot = BootFiles()
    /// The user who runs the program, and what the system allows.
    package var user = User()
    /// How the kernel schedules the processors.
    package var scheduling = Scheduling()
    /// The state of the supply and the cooling.
    package var power = PowerState()
    /// Whether a time service has set the system's clock.
    package var isClockSynchronized: Bool?

    /// The device file of that path; nil where it does not exist.
    package func device(_ path: String) -> DeviceFile? { devices.first { $0.path == path } }

    /// The chip with a label; nil stands for the chip of a Raspberry Pi's header.
    package func chip(labelled label: String?) -> Chip? {
        for wanted in label.map({ [$0] }) ?? RaspberryPiHeader.chipLabels {
            for chip in chips where chip.label == wanted { return chip }
        }
        return nil
    }

    /// The registers behind the header; nil where they are not known.
    package var registers: GPIOBlock? {
        guard let block = model.flatMap(GPIOBlock.init(model:)), chip(labelled: block.chipLabel) != nil else {
            return nil
        }
        return block
    }

    /// A GPIO chip.
    package struct Chip: Equatable, Sendable {
        /// The device file.
        package var path: String
        /// The name of its driver; nil where the file cannot be opened.
        package var label: String?
        /// The lines, in the order of their numbers.
        package var lines: [Line] = []
    }

    /// A line of a GPIO chip.
    package struct Line: Equatable, Sendable {
        /// The name that the device tree gives it; empty without one.
        package var name = ""
        /// Whether it is in use.
        package var isUsed = false
        /// The name that the holder gave; empty where it gave no name.
        package var consumer = ""
    }

    /// A process that has a device or lines open which a sign may need.
    package struct Holder: Equatable, Sendable {
        /// The number of the process.
        package var process: Int
        /// What it is called.
        package var name: String
        /// The path of the device file, or of the GPIO chip.
        package var path: String
        /// The lines of the chip that it holds; empty for other devices.
        package var lines: [Int] = []
        /// Whether it is the guardian of a sign, which gives its lines to the next one of the same user, or of root.
        package var isGuardian = false
    }

    /// The user who runs the program, and what the system allows.
    package struct User: Equatable, Sendable {
        /// The name, or the number of a user without one.
        package var name = ""
        package var isRoot = false
        /// The highest real-time priority that a thread may take without privilege; 0 if it may take no such priority.
        package var realTimePriority = 0
        /// The bytes that may be locked in memory; nil for any number.
        package var lockedMemory: Int? = 0
        /// Whether the process may take any priority (CAP_SYS_NICE).
        package var mayRaisePriority = false
        /// Whether the process may lock any memory (CAP_IPC_LOCK).
        package var mayLockMemory = false
    }

    /// How the kernel schedules the processors.
    package struct Scheduling: Equatable, Sendable {
        package var processors = 1
        /// The isolated processors, as the kernel writes them, such as "3" or "2-3"; empty if no processor is isolated.
        package var isolated = ""
        /// The clock governor of the processors, such as "ondemand"; nil where there is no governor.
        package var governor: String?
        /// The processors whose tick stops while they are busy; nil where the kernel cannot do that.
        package var tickless: [Int]?
        /// Whether the kernel can run a processor's callbacks on others.
        package var offloadsCallbacks = false
        /// Whether interrupts of devices can be moved to other processors.
        package var movesInterrupts = true
        /// Whether a drive has interrupts that the kernel itself gives to processors: those of NVMe have one for each.
        package var hasManagedInterrupts = false
        /// How the kernel limits real-time threads.
        package var realTime = RealTimeFacts()

        package var isolatedNumbers: [Int] { [Int](processorList: isolated) }
        /// What keeps a busy real-time thread from the processors that it runs on: the isolated ones, or any.
        package var limits: RealTimeLimits { realTime.limits(on: isolatedNumbers) }
    }

    /// Programs that decide what monitors show, as the kernel has their names.
    private static let compositors: Set = [
        "Xorg", "labwc", "wayfire", "weston", "sway", "kwin_wayland", "gnome-shell", "cage", "kodi.bin", "lightdm",
        "gdm3", "sddm", "greetd", "plymouthd",
    ]

    /// The programs of a desktop that run, in alphabetical order; empty without a desktop.
    package var desktopPrograms: [String] { programs.intersection(Self.compositors).sorted() }
}

/// The state of the supply and the cooling of a Raspberry Pi, from its firmware.
package struct PowerState: Equatable, Sendable {
    /// The bits of get_throttled: 0 to 3 for now, 16 to 19 since the start; nil if unknown.
    ///
    /// Bit 0 and 16: the supply is under 4.63 V; 1 and 17: the clock rate is capped; 2 and 18: throttled; 3 and 19: the
    /// soft limit of the temperature is reached (Raspberry Pi documentation, vcgencmd get_throttled).
    package var throttled: UInt32?
    /// Whether the supply was too low at the last look of the driver raspberrypi-hwmon; nil if it is not there.
    package var isUndervoltageAlarm: Bool?

    /// Whether anything is known.
    package var isKnown: Bool { throttled != nil || isUndervoltageAlarm != nil }
    /// Whether the supply is too low.
    package var isUndervoltageNow: Bool { has(bit: 0) || (throttled == nil && isUndervoltageAlarm == true) }
    /// Whether the supply was too low since the start.
    package var wasUndervoltage: Bool { has(bit: 16) || isUndervoltageNow || isUndervoltageAlarm == true }
    /// Whether the processor is slowed down.
    package var isSlowedNow: Bool { has(bit: 1) || has(bit: 2) || has(bit: 3) }
    /// Whether the processor was slowed down since the start.
    package var wasSlowed: Bool { isSlowedNow || has(bit: 17) || has(bit: 18) || has(bit: 19) }

    private func has(bit: UInt32) -> Bool { (throttled ?? 0) >> bit & 1 == 1 }

    /// Reads the hexadecimal digits of get_throttled, with or without "0x"; nil for anything else.
    static func throttled(_ text: String) -> UInt32? {
        UInt32(text.hasPrefix("0x") ? text.dropFirst(2) : text[...], radix: 16)
    }
}
