import CDisplayEngine
import Glibc
import PanelDrivers

/// An open card that scans out to a connector, and up to three pictures in its memory.
///
/// Without it nothing is scanned out.
struct OpenDisplayCard: ~Copyable {
    /// The device file.
    let path: String
    /// What scans out.
    let engine: UnsafeMutablePointer<display_engine>
    /// The pictures, of which those with the number 0 were not made.
    let pictures: UnsafeMutablePointer<display_picture>

    private static let maximumPictures = 3
    /// How often the right to set modes is asked for, and how long is waited in between: a guardian that makes the panel of a program
    /// dark that is gone still has the card.
    private static let attempts = 15
    private static let milliseconds: Int32 = 20

    /// Opens the card with a connector, and takes the right to set its mode.
    init(_ connector: DisplayConnector) throws(HardwareError) {
        let path = try connector.card()
        let engine = UnsafeMutablePointer<display_engine>.allocate(capacity: 1)
        engine.initialize(to: display_engine())
        do throws(HardwareError) {
            try Self.take(path, engine)
            if display_find(engine, connector.number) != 0 {
                let code = errno
                display_close(engine)
                if code == ENOENT { throw HardwareError.missingConnector(connector, present: []) }
                throw HardwareError(
                    operation: "scan out pictures by", path: path, code: code,
                    reason: code == EOPNOTSUPP
                        ? "it sets no modes, or has no memory for plain pictures"
                        : code == ENODEV ? "nothing can scan out to the connector" : nil)
            }
        } catch {
            engine.deallocate()
            throw error
        }
        pictures = .allocate(capacity: Self.maximumPictures)
        pictures.initialize(repeating: display_picture(), count: Self.maximumPictures)
        self.engine = engine
        self.path = path
    }

    deinit {
        // A driver without a picture on the lowest plane turns itself off; with one it would scan it out forever.
        if engine.pointee.overlay != 0 { display_turn_off(engine) }
        for place in 0..<Self.maximumPictures { display_forget_picture(engine, pictures + place) }
        display_close(engine)
        pictures.deallocate()
        engine.deallocate()
    }

    private static func take(
        _ path: String, _ engine: UnsafeMutablePointer<display_engine>
    ) throws(HardwareError) {
        var attempt = 0
        while true {
            if display_open(engine, path) != 0 {
                let code = errno
                let isGone = code == ENODEV || code == ENXIO
                throw HardwareError.opening(
                    path, code: code, fix: isGone ? "its driver is gone: reboot; dmesg | grep drm shows why" : nil)
            }
            if display_become_master(engine) == 0 { return }
            let code = errno
            // Only the first process that opens a free card may set modes, so it is opened again.
            display_close(engine)
            attempt += 1
            guard attempt < attempts, [EACCES, EBUSY].contains(code) else {
                throw HardwareError.displayTaken(path, code: code)
            }
            poll(nil, 0, milliseconds)
        }
    }

    func makePicture(_ place: Int, mode: ScanOutMode, filledWith word: UInt32) throws(HardwareError) {
        let (columns, lines) = (mode.columns.visible, mode.lines.visible)
        guard columns <= Int(engine.pointee.maximum_columns), lines <= Int(engine.pointee.maximum_lines) else {
            let (columns, lines) = (engine.pointee.maximum_columns, engine.pointee.maximum_lines)
            throw HardwareError.mode(mode, reason: "\(path) scans out up to \(columns)x\(lines) pixels")
        }
        if display_make_picture(engine, UInt32(columns), UInt32(lines), pictures + place) != 0 {
            let code = errno
            throw HardwareError(
                operation: "make pictures of \(columns)x\(lines) pixels for", path: path, code: code,
                fix: code == ENOMEM
                    ? "give display engines more memory: dtoverlay=vc4-kms-v3d,cma-128 in "
                        + "\(MachineFiles.here.configurationFile), and reboot"
                    : nil)
        }
        fill(place, with: word)
    }

    /// Sets a mode, and scans a picture out; returns when it is scanned out.
    func set(_ mode: ScanOutMode, _ timing: display_timing, picture place: Int) throws(HardwareError) {
        var timing = timing
        if display_set_timing(engine, &timing, pictures + place) != 0 {
            let code = errno
            if code == EACCES { throw HardwareError.displayTaken(path, code: code) }
            throw HardwareError(
                operation: "scan out \(mode.words) by", path: path, code: code,
                fix: code == ENOSPC || code == EINVAL ? "the driver refuses this mode: try another pixel clock" : nil)
        }
    }

    func pixels(_ place: Int) -> UnsafeMutableBufferPointer<UInt32> {
        UnsafeMutableBufferPointer(start: pictures[place].pixels, count: stride(place) * Int(pictures[place].lines))
    }

    /// The pixels from the beginning of a line to that of the next one.
    func stride(_ place: Int) -> Int { Int(pictures[place].pitch) / MemoryLayout<UInt32>.stride }

    func fill(_ place: Int, with word: UInt32) {
        pixels(place).update(repeating: word)
    }
}

/// A kind of connector that pictures are scanned out to, by the kernel's name.
package enum DisplayConnector: String, CaseIterable, Hashable, Sendable {
    /// The parallel one on GPIO lines.
    case dpi = "DPI"
    /// That of an emulated display, for tests.
    case virtual = "Virtual"

    /// The kernel's number of it.
    var number: UInt32 { UInt32(self == .dpi ? display_connector_dpi : display_connector_virtual) }

    /// The folder in which the kernel lists cards, such as card1, and their connectors, such as card1-DPI-1.
    static let folder = "/sys/class/drm"

    /// The device file of the card with such a connector; no card is opened, as that may make it ours for a moment.
    ///
    /// - Throws: if there is no card, or none has the connector.
    func card() throws(HardwareError) -> String {
        let names = MachineFiles.here.names(in: Self.folder, prefix: "card")
        guard let connector = names.first(where: { $0.contains("-\(rawValue)-") }) else {
            let present = names.filter { $0.contains("-") }
            guard names.isEmpty else { throw HardwareError.missingConnector(self, present: present) }
            throw HardwareError(
                operation: "find", path: "a display engine", code: ENODEV, reason: "\(Self.folder) lists no card",
                fix: "add the line dtoverlay=vc4-kms-v3d to \(MachineFiles.here.configurationFile) and reboot")
        }
        return "/dev/dri/" + connector.prefix { $0 != "-" }
    }

    /// Whether the kernel has a text console on a card: when the last program lets go of the card, it comes back.
    static func hasConsole(card path: String) -> Bool {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return access("\(folder)/\(name)/device/graphics", F_OK) == 0
    }
}

/// A mode in the kernel's numbers.
extension display_timing {
    /// The pixel clocks in kHz that display engines of Raspberry Pis make: an RP1's from 1 to 200 MHz.
    static let clocks = 1_000...200_000
    /// What the kernel's numbers hold.
    private static let maximumTotal = 65_535

    /// Converts a mode, after it was checked for what drivers accept and cannot do.
    ///
    /// - Throws: what is impossible with it. vc4 reports that a picture is shown by an interrupt at the first line of the front porch,
    ///   so without such a line it waits for ten seconds, and then refuses every picture (raspberrypi/linux issue 5167).
    init(_ mode: ScanOutMode) throws(HardwareError) {
        guard Self.clocks ~= mode.pixelClock else {
            throw HardwareError.mode(
                mode, reason: "the pixel clock is not one of 1000 to 200000 kHz", fix: "50000 kHz suits every model")
        }
        for (extent, name) in [(mode.columns, "pixels"), (mode.lines, "lines")] {
            guard extent.visible >= 1, extent.sync >= 1, extent.frontPorch >= 0, extent.backPorch >= 0 else {
                throw HardwareError.mode(
                    mode, reason: "\(name) need at least one that is visible and one of sync, and porches of 0 or more")
            }
            // Each by itself first: their sum may be too large a number.
            let parts = [extent.visible, extent.frontPorch, extent.sync, extent.backPorch]
            guard parts.allSatisfy({ $0 <= Self.maximumTotal }), extent.total <= Self.maximumTotal else {
                throw HardwareError.mode(mode, reason: "there are more than \(Self.maximumTotal) \(name)")
            }
        }
        guard mode.lines.frontPorch >= 1 else {
            throw HardwareError.mode(
                mode, reason: "lines need a front porch of at least 1, at which the driver says that a picture is shown"
            )
        }
        self.init(
            clock: UInt32(mode.pixelClock),
            columns: UInt16(mode.columns.visible),
            column_sync_start: UInt16(mode.columns.visible + mode.columns.frontPorch),
            column_sync_end: UInt16(mode.columns.total - mode.columns.backPorch),
            column_total: UInt16(mode.columns.total),
            lines: UInt16(mode.lines.visible),
            line_sync_start: UInt16(mode.lines.visible + mode.lines.frontPorch),
            line_sync_end: UInt16(mode.lines.total - mode.lines.backPorch),
            line_total: UInt16(mode.lines.total))
    }

    /// The mode that the numbers are.
    var mode: ScanOutMode {
        func extent(_ visible: UInt16, _ start: UInt16, _ end: UInt16, _ total: UInt16) -> ScanOutMode.Extent {
            ScanOutMode.Extent(
                visible: Int(visible), frontPorch: Int(start) - Int(visible), sync: Int(end) - Int(start),
                backPorch: Int(total) - Int(end))
        }
        return ScanOutMode(
            pixelClock: Int(clock), columns: extent(columns, column_sync_start, column_sync_end, column_total),
            lines: extent(lines, line_sync_start, line_sync_end, line_total))
    }
}
