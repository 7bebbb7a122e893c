import Boards
import LinuxHardware
import LinuxSystem
import PanelDrivers
import PixelGraphics
import Timelines

/// Opens the device of a board.
extension Board {
    /// Opens the device and makes the panel dark; nil for simulated boards.
    ///
    /// - Parameters:
    ///   - isOptional: whether a device that cannot be driven is only a warning, because the sign is simulated, too.
    ///   - brightness: that of the first picture.
    /// - Throws: why the device cannot be driven, and the fix.
    package func openDevice(
        isOptional: Bool, brightness: Brightness, settings: DriveSettings, log: Log
    ) throws -> (any PanelDrive)? {
        guard !isSimulated else { return nil }
        do {
            switch panel {
            case .picture: return nil
            case .max7219(let wired): return try Self.open(wired, brightness: brightness, settings: settings, log: log)
            case .hub75(let wired): return try Self.open(wired, settings: settings, log: log)
            case .network(let board): return try Self.open(board, settings: settings, log: log)
            }
        } catch {
            guard isOptional else {
                throw WordedError(
                    "the board \(name) cannot be driven: \(error). With --simulate its wires are simulated and shown in "
                        + "the terminal, with or without the device")
            }
            log.warn("the board \(name) is not driven, only simulated: \(error)")
            return nil
        }
    }

    private static func open(
        _ wired: MAX7219Board, brightness: Brightness, settings: DriveSettings, log: Log
    ) throws -> (any PanelDrive)? {
        let stop = stopMessage(of: wired.chain)
        let limits = PanelWatch.limitsOfChips
        switch wired.device {
        case .simulated: return nil
        case .spidev(let path):
            return try drive(
                wired, brightness: brightness, settings: settings, log: log,
                open: { try SPIDeviceFile(path: path, clockRate: wired.clockRate) },
                watch: { device, watch in
                    device.watch = try watch.begin(device.darkPlan(stop: stop), limits: limits)
                })
        case .gpio(let wiring):
            return try drive(
                wired, brightness: brightness, settings: settings, log: log,
                open: {
                    try BitBangedSPI(
                        port: try lines(of: wiring), clockRate: wired.clockRate, clock: SystemMonotonicClock())
                },
                watch: { bus, watch in
                    let plan = try bus.port.darkPlan(stop: stop, clockRate: wired.clockRate)
                    bus.port.watch = try watch.begin(plan, limits: limits)
                })
        }
    }

    /// Takes the lines of a bus, in the order of `SPILines`.
    private static func lines(of wiring: MAX7219Board.GPIOWiring) throws -> GPIOOutputLines {
        let lines = [wiring.clock, wiring.data, wiring.chipSelect]
        return try GPIOOutputLines(chip: wiring.chip, lines: lines, levels: SPILines.idleLevels)
    }

    /// The lines of HUB75 panels.
    ///
    /// The names of lines beyond those that are used are checked by the encoder; it is made before a line is taken.
    private static func lines(of wired: HUB75Board) throws -> ScanLines {
        ScanLines(
            outputs: try wired.encoder().usedLines, outputEnable: wired.lines.outputEnable,
            inputs: wired.wiring.inputs)
    }

    /// What makes a chain dark.
    private static func stopMessage(of chain: MAX7219Chain) -> SPIMessage {
        let encoder = MAX7219Encoder(chain: chain)
        var message = encoder.makeMessage()
        var stopping = encoder
        stopping.encodeStop(into: &message)
        return message
    }

    private static func open(_ wired: HUB75Board, settings: DriveSettings, log: Log) throws -> (any PanelDrive)? {
        let lines = try lines(of: wired)
        switch wired.port {
        case .simulated: return nil
        case .pio: return try drive(wired, lines: lines, settings: settings, log: log)
        case .dpi:
            let plan = try wired.scanOutPlan()
            return try drive(wired, plan: plan, settings: settings, log: log) {
                try DPIPort(lines: lines, mode: plan.mode, dark: plan.darkPixel)
            }
        case .registers:
            let port = try RegisterScanPort(lines: lines, slowdown: wired.slowdown, pads: wired.pads)
            let encoder = try wired.encoder(timing: port.timing)
            let leastWrite = encoder.leastWrite
            port.leastWrite = leastWrite
            let limits = PanelWatch.limitsOfScan(period: encoder.refreshPeriod)
            return try drive(
                wired, encoder: encoder, port: port, settings: settings, log: log,
                open: {
                    // On the plan of the first one.
                    let port = try RegisterScanPort(lines: lines, slowdown: wired.slowdown, pads: wired.pads)
                    port.leastWrite = leastWrite
                    return port
                },
                light: { $0.light },
                watch: { port, watch in port.watch = try watch.begin(try port.darkPlan(), limits: limits) })
        case .gpiod(let chip):
            let port = try GPIOScanPort(chip: chip, lines: lines)
            let callTime = try port.measureCallTime()
            let timing = PortTiming(kind: .kernel, writeTime: max((callTime + 9) / 10 * 10, 10))
            let encoder = try wired.encoder(timing: timing)
            let limits = PanelWatch.limitsOfScan(period: encoder.refreshPeriod)
            return try drive(
                wired, encoder: encoder, port: port, settings: settings, log: log,
                open: { try GPIOScanPort(chip: chip, lines: lines) }, light: { $0.light },
                watch: { port, watch in port.watch = try watch.begin(try port.darkPlan(), limits: limits) })
        }
    }

    /// Drives a chain on the device that the closure opens; another one has it watched.
    private static func drive<Device: SPIDevice & ~Copyable>(
        _ wired: MAX7219Board, brightness: Brightness, settings: DriveSettings, log: Log,
        open: @escaping () throws -> Device, watch begin: @escaping (inout Device, PanelWatch) throws -> Void
    ) throws -> any PanelDrive {
        typealias Panel = RefreshedMAX7219<Device>
        let size = wired.chain.size
        let watch = PanelWatch(origin: settings.guardian)
        func panel(at instant: Instant) throws -> Panel {
            var panel = Panel(chain: wired.chain, device: try open(), brightness: brightness)
            // Dark; from then on it is watched, and the refresh is expected to beat once it has begun to.
            try panel.start(at: instant)
            try begin(&panel.panel.device, watch)
            return panel
        }
        let kind = DrivenPanel<Panel>.Kind(
            heartbeatInterval: .seconds(1), isBusy: false, batch: 10, makePicture: { Frame(size: size, format: .mono) },
            encode: { frame, picture in swap(&frame, &picture) }, lock: { _, _ in }, open: { try panel(at: $0) })
        return try DrivenPanel(
            try panel(at: SystemMonotonicClock().now), kind: kind, watch: watch, settings: settings, log: log)
    }

    /// Drives panels on a port, and later on the ports that the closure opens; another one has each of them watched.
    private static func drive<Port: ScanPort & ~Copyable>(
        _ wired: HUB75Board, encoder: HUB75Encoder, port: consuming Port, settings: DriveSettings, log: Log,
        open: @escaping () throws -> Port, light: @escaping (borrowing Port) -> LightCounters,
        watch begin: @escaping (inout Port, PanelWatch) throws -> Void
    ) throws -> any PanelDrive {
        typealias Panel = RefreshedHUB75<Port>
        let (first, watch) = (encoder, PanelWatch(origin: settings.guardian))
        var encoder = encoder
        var limiter = wired.limiter
        func panel(_ port: consuming Port, at instant: Instant) throws -> Panel {
            var panel = Panel(
                player: HUB75Player(
                    encoder: first, port: port,
                    initializationInterval: wired.reinitialiseInterval.map { Nanoseconds($0) }),
                light: light)
            try panel.start(at: instant)
            try begin(&panel.player.port, watch)
            return panel
        }
        let kind = DrivenPanel<Panel>.Kind(
            // A panel that should be lit and is not refreshed burns after tens of milliseconds.
            heartbeatInterval: .milliseconds(20), isBusy: true, batch: 1, makePicture: { first.makePrograms() },
            encode: { frame, picture in
                if let brightness = limiter?.brightness(of: frame) { frame.brightness = brightness }
                encoder.encode(frame, into: &picture)
            },
            lock: { picture, locking in
                for phase in 0..<picture.count { locking.lock(elementsOf: picture[phase].storage) }
            },
            open: { try panel(try open(), at: $0) })
        return try DrivenPanel(
            try panel(port, at: SystemMonotonicClock().now), kind: kind, watch: watch, settings: settings, log: log)
    }

    /// Drives panels at the display engine that the closure opens, and opens again later; another process has it watched.
    private static func drive(
        _ wired: HUB75Board, plan: ScanOutPlan, settings: DriveSettings, log: Log,
        open: @escaping () throws -> DPIPort
    ) throws -> any PanelDrive {
        typealias Panel = RefreshedScanOut<DPIPort>
        let watch = PanelWatch(origin: settings.guardian)
        var encoder = ScanOutEncoder(plan)
        var limiter = wired.limiter
        func panel(at instant: Instant) throws -> Panel {
            var panel = Panel(plan: plan, port: try open())
            try panel.start(at: instant)
            panel.port.watch = try watch.begin(try panel.port.darkPlan(), limits: PanelWatch.limitsOfChips)
            return panel
        }
        let kind = DrivenPanel<Panel>.Kind(
            // The engine continues without the refresh thread, and each pulse of light is as long as before: nothing burns.
            heartbeatInterval: .seconds(1), isBusy: false, batch: 1, makePicture: { ScanOutPicture(plan) },
            encode: { frame, picture in
                if let brightness = limiter?.brightness(of: frame) { frame.brightness = brightness }
                encoder.encode(frame, into: &picture)
            },
            lock: { _, _ in }, open: { try panel(at: $0) })
        return try DrivenPanel(
            try panel(at: SystemMonotonicClock().now), kind: kind, watch: watch, settings: settings, log: log)
    }

    /// Drives panels by a state machine.
    private static func drive(
        _ wired: HUB75Board, lines: ScanLines, settings: DriveSettings, log: Log
    ) throws -> any PanelDrive {
        let watch = PanelWatch(origin: settings.guardian)
        let bytes = try 4 * wired.encoder().maximumPIOWords
        let pace = PIOPace(clockWidth: wired.settings.clockWidth)
        func open() throws -> PIOPort {
            try PIOPort(lines: lines, clock: wired.lines.clock, divider: pace.divider, bytesPerRefresh: bytes)
        }
        let first = try open()
        // Refreshes keep their time when the device is opened again.
        let rate = first.rate
        log.say("port: pio: \(rate / 100_000 * 100) kB/s are planned with, of what reaches the state machine")
        let scan = try wired.encoder(timing: .pio(wired.settings, rate: rate))
        var encoder = PIOEncoder(scan, pace: PIOPace(clockWidth: wired.settings.clockWidth, rate: rate))
        let original = encoder
        var limiter = wired.limiter
        func panel(_ port: consuming PIOPort, at instant: Instant) throws -> PIOPort {
            port.prepare(original, initializationInterval: wired.reinitialiseInterval.map { Nanoseconds($0) }) {
                _ = RealTimeRequest().apply(on: Machine.Scheduling.read())
            }
            // Before the thread begins that lights it.
            port.watch = try watch.begin(try port.darkPlan(), limits: PanelWatch.limitsOfChips)
            try port.start(at: instant)
            return port
        }
        let kind = DrivenPanel<PIOPort>.Kind(
            // The machine continues without the refresh thread, and each pulse of light is as long as before: nothing burns.
            heartbeatInterval: .seconds(1), isBusy: false, batch: 1, makePicture: { original.makePicture() },
            encode: { frame, picture in
                if let brightness = limiter?.brightness(of: frame) { frame.brightness = brightness }
                encoder.encode(frame, into: &picture)
            },
            lock: { _, _ in }, open: { try panel(try open(), at: $0) })
        return try DrivenPanel(
            try panel(first, at: SystemMonotonicClock().now), kind: kind, watch: watch, settings: settings, log: log)
    }
}

/// A port of a state machine is a panel by itself, which keeps its picture.
extension PIOPort: RefreshedPanel {
    /// The pictures that were shown.
    package var traffic: PanelTraffic { PanelTraffic(messages: pictures) }
}

// MARK: - Darkness

extension Board {
    /// Makes the panel dark while no sign drives it.
    ///
    /// - Throws: if the device or its lines cannot be opened, for example while a sign holds them.
    package func darken() throws {
        switch panel {
        case .picture: break
        case .max7219(let wired): try Self.darken(wired)
        case .hub75(let wired): try Self.darken(wired)
        case .network(let board): try board.darken()
        }
    }

    private static func darken(_ wired: MAX7219Board) throws {
        switch wired.device {
        case .simulated: break
        case .spidev(let path): try darken(wired, try SPIDeviceFile(path: path, clockRate: wired.clockRate))
        case .gpio(let wiring):
            let port = try lines(of: wiring)
            let plan = try port.darkPlan(stop: stopMessage(of: wired.chain), clockRate: wired.clockRate)
            let holder = try holder(of: plan)
            try darken(
                wired, try BitBangedSPI(port: port, clockRate: wired.clockRate, clock: SystemMonotonicClock()))
            holder?.end()
        }
    }

    /// Sends all settings to the chips, because their state is unknown, and shuts them down.
    private static func darken<Device: SPIDevice & ~Copyable>(
        _ wired: MAX7219Board, _ device: consuming Device
    ) throws {
        var panel = MAX7219Panel(chain: wired.chain, device: device)
        try panel.start(at: .zero)
        try panel.stop()
    }

    private static func darken(_ wired: HUB75Board) throws {
        let lines = try lines(of: wired)
        switch wired.port {
        case .simulated: break
        // OE goes high by its register; a line that the kernel gives out is not a state machine's any more.
        case .registers, .dpi:
            let port = try RegisterScanPort(lines: lines, slowdown: wired.slowdown)
            let holder = try holder(of: try port.darkPlan())
            port.darken()
            holder?.end()
        case .gpiod, .pio:
            let chip: String? = if case .gpiod(let chip) = wired.port { chip } else { nil }
            let port = try GPIOScanPort(chip: chip, lines: lines)
            let holder = try holder(of: try port.darkPlan())
            try port.darken()
            holder?.end()
        }
    }

    /// Where the kernel does not keep outputs, what keeps holding the lines after this process.
    private static func holder(of plan: DarkPlan) throws -> FailDark? {
        plan.isKept ? nil : try FailDark(plan: plan, limits: .unlimited)
    }
}
