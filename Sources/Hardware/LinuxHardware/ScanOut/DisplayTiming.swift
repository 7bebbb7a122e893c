import CDisplayEngine
import Glibc
import PanelDrivers

/// A mode as the kernel takes it, after it was checked for what drivers accept and cannot do.
struct DisplayTiming {
    /// In the kernel's numbers.
    let numbers: display_timing

    /// The pixel clocks in kHz that display engines of Raspberry Pis make: an RP1's from 1 to 200 MHz.
    static let clocks = 1_000...200_000
    /// What the kernel's numbers hold.
    private static let maximumTotal = 65_535

    /// Converts a mode.
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
        numbers = display_timing(
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

    /// The mode that such numbers are.
    static func mode(of numbers: display_timing) -> ScanOutMode {
        func extent(_ visible: UInt16, _ start: UInt16, _ end: UInt16, _ total: UInt16) -> ScanOutMode.Extent {
            ScanOutMode.Extent(
                visible: Int(visible), frontPorch: Int(start) - Int(visible), sync: Int(end) - Int(start),
                backPorch: Int(total) - Int(end))
        }
        return ScanOutMode(
            pixelClock: Int(numbers.clock),
            columns: extent(
                numbers.columns, numbers.column_sync_start, numbers.column_sync_end, numbers.column_total),
            lines: extent(numbers.lines, numbers.line_sync_start, numbers.line_sync_end, numbers.line_total))
    }
}
