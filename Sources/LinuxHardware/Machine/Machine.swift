/// What a machine tells about itself, as far as it concerns signs: a snapshot, read without changing or asking for anything.
///
/// Everything is a value, so that findings about it are pure functions; what a machine does not tell is nil or empty.
public struct Machine: Equatable, Sendable {
    /// What the device tree calls it, such as "Raspberry Pi 4 Model B Rev 1.4".
    public var model: String?
    /// The revision code of a Raspberry Pi in hexadecimal digits, such as "c03114".
    public var revision: String?
    /// The name of the operating system, such as "Debian GNU/Linux 13 (trixie)".
    public var system: String?
    /// The release of the kernel, such as "6.12.47+rpt-rpi-v8".
    public var kernel: String?
    /// The processor that the kernel runs on, such as "aarch64".
    public var architecture: String?
    /// Whether the kernel was built to be preempted at any time (PREEMPT_RT).
    public var hasRealTimeKernel = false
    /// Whether the process runs in a container.
    public var isContainer = false
    /// The version of libgpiod that is linked, such as "2.2.1".
    public var libgpiod: String?

    /// The GPIO chips, each once.
    public var chips: [Chip] = []
    /// The device files that signs and their rivals use: gpiochip, gpiomem, mem, spidev, i2c and serial ports.
    public var devices: [DeviceFile] = []
    /// The kernel's modules that are loaded, and those built in that have parameters, with `_` for `-`.
    public var modules: Set<String> = []
    /// The buffer of the SPI driver in bytes.
    public var spiBufferSize: Int?
    /// Whether outputs of the header keep their levels when they are released; nil where the driver has no such choice.
    public var keepsOutputs: Bool?
    /// The processes that hold GPIO lines or have devices of panels open, as far as this user may look into them.
    public var holders: [Holder] = []

    /// The names of the programs that run, as the kernel has them: their first 15 characters.
    public var programs: Set<String> = []

    /// What config.txt and cmdline.txt say, and what the kernel was started with.
    public var boot = BootFiles()
    /// Who runs the program and what is allowed to him.
    public var user = User()
    /// How the kernel shares out the processors.
    public var scheduling = Scheduling()
    /// What the supply and the cooling do.
    public var power = PowerState()
    /// Whether the system's clock is kept right by a time service.
    public var isClockSynchronized: Bool?

    /// Creates a machine of which nothing is known.
    public init() {}

    /// The device file of that path; nil where it does not exist.
    public func device(_ path: String) -> DeviceFile? { devices.first { $0.path == path } }

    /// The chip with a label, or where none is named that of a Raspberry Pi's header.
    public func chip(labelled label: String?) -> Chip? {
        for wanted in label.map({ [$0] }) ?? GPIOChip.headerLabels {
            for chip in chips where chip.label == wanted { return chip }
        }
        return nil
    }

    /// The registers behind the header; nil where they are not known.
    public var registers: GPIOBlock? {
        guard let block = model.flatMap(GPIOBlock.init(model:)), chip(labelled: block.chipLabel) != nil else {
            return nil
        }
        return block
    }
}

extension Machine {
    /// A GPIO chip.
    public struct Chip: Equatable, Sendable {
        /// The device file.
        public var path: String
        /// The name of its driver; nil where the file cannot be opened.
        public var label: String?
        /// The lines, in the order of their numbers.
        public var lines: [Line]

        /// Creates a chip.
        public init(path: String, label: String?, lines: [Line] = []) {
            self.path = path
            self.label = label
            self.lines = lines
        }
    }

    /// A line of a GPIO chip.
    public struct Line: Equatable, Sendable {
        /// The name that the device tree gives it; empty without one.
        public var name: String
        /// Whether somebody holds it.
        public var isUsed: Bool
        /// What the holder calls itself; empty where it does not say.
        public var consumer: String

        /// Creates a line; without further arguments nobody holds it.
        public init(name: String = "", isUsed: Bool = false, consumer: String = "") {
            self.name = name
            self.isUsed = isUsed
            self.consumer = consumer
        }
    }

    /// A device file, and who may use it.
    public struct DeviceFile: Equatable, Sendable {
        /// The path.
        public var path: String
        /// Whether this process may read and write it.
        public var mayUse: Bool
        /// The name of its group; nil where the system does not tell.
        public var group: String?
        /// Whether members of the group may read and write.
        public var groupMayUse: Bool
        /// Whether the user database has the user in the group.
        public var isMember: Bool

        /// Creates a device file; without further arguments it may be used.
        public init(
            path: String, mayUse: Bool = true, group: String? = nil, groupMayUse: Bool = true, isMember: Bool = false
        ) {
            self.path = path
            self.mayUse = mayUse
            self.group = group
            self.groupMayUse = groupMayUse
            self.isMember = isMember
        }
    }

    /// A process that has something open which a sign may need.
    public struct Holder: Equatable, Sendable {
        /// The number of the process.
        public var process: Int
        /// What it is called.
        public var name: String
        /// The path of the device file, or of the GPIO chip.
        public var path: String
        /// The lines of the chip that it holds; empty for other devices.
        public var lines: [Int]
        /// Whether it is the guardian of a sign, which gives its lines to the next one of the same user, or of root.
        public var isGuardian = false

        /// Creates a holder.
        public init(process: Int, name: String, path: String, lines: [Int] = []) {
            self.process = process
            self.name = name
            self.path = path
            self.lines = lines
        }
    }

    /// Who runs the program, and what the system allows him.
    public struct User: Equatable, Sendable {
        /// The name, or the number of a user without one.
        public var name = ""
        /// Whether it is root.
        public var isRoot = false
        /// The greatest real-time priority that a thread may take without privilege; 0 for none.
        public var realTimePriority = 0
        /// The bytes that may be locked in memory; nil for any number.
        public var lockedMemory: Int? = 0
        /// Whether the process may take any priority (CAP_SYS_NICE).
        public var mayRaisePriority = false
        /// Whether the process may lock any memory (CAP_IPC_LOCK).
        public var mayLockMemory = false

        /// Creates a user to whom nothing is allowed.
        public init() {}
    }

    /// How the kernel shares out the processors.
    public struct Scheduling: Equatable, Sendable {
        /// The number of processors.
        public var processors = 1
        /// The processors that the scheduler leaves alone, as the kernel writes them, such as "3" or "2-3"; empty for none.
        public var isolated = ""
        /// What governs the clock rate of the processors, such as "ondemand"; nil where nothing does.
        public var governor: String?
        /// The microseconds of a period that real-time threads may run; -1 for all of it.
        public var realTimeRuntime: Int?
        /// The microseconds of a period.
        public var realTimePeriod: Int?

        /// Creates what a machine with one processor has.
        public init() {}
    }
}
