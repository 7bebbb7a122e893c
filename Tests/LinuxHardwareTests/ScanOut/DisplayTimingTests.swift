import CDisplayEngine
import PanelDrivers
import SignTestSupport
import Testing

@testable import LinuxHardware

@Suite struct DisplayTimingTests {
    private func mode(
        clock: Int = 50_000, columns: ScanOutMode.Extent? = nil, lines: ScanOutMode.Extent? = nil
    ) -> ScanOutMode {
        ScanOutMode(
            pixelClock: clock,
            columns: columns ?? ScanOutMode.Extent(visible: 1_920, frontPorch: 2, sync: 3, backPorch: 4),
            lines: lines ?? ScanOutMode.Extent(visible: 341, frontPorch: 1, sync: 5, backPorch: 6))
    }

    private func refusal(_ mode: ScanOutMode) -> String {
        do throws(HardwareError) {
            _ = try display_timing(mode)
            return "taken"
        } catch {
            return "\(error)"
        }
    }

    @Test("the kernel's numbers are where a part ends, counted from the beginning of a line or a frame")
    func numbers() throws {
        let numbers = try display_timing(mode())
        expectEqual(numbers.clock, 50_000)
        expectEqual(
            [numbers.columns, numbers.column_sync_start, numbers.column_sync_end, numbers.column_total],
            [1_920, 1_922, 1_925, 1_929])
        expectEqual(
            [numbers.lines, numbers.line_sync_start, numbers.line_sync_end, numbers.line_total],
            [341, 342, 347, 353])
        expectEqual(numbers.mode, mode())
    }

    @Test("a mode without a front porch of lines is refused: the driver would wait for ten seconds")
    func frontPorch() {
        let lines = ScanOutMode.Extent(visible: 341, frontPorch: 0, sync: 1, backPorch: 1)
        expectEqual(
            refusal(mode(lines: lines)),
            "cannot scan out 1920x341 pixels (+2+3+4, +0+1+1) at 50000 kHz: lines need a front porch of at least 1, "
                + "at which the driver says that a picture is shown")
        let columns = ScanOutMode.Extent(visible: 1_920, frontPorch: 0, sync: 1, backPorch: 0)
        expectEqual(refusal(mode(columns: columns)), "taken")
    }

    @Test("pixel clocks that no display engine makes are refused", arguments: [0, -1, 999, 200_001, Int.max])
    func clocks(clock: Int) {
        #expect(
            refusal(mode(clock: clock)).contains("the pixel clock is not one of 1000 to 200000 kHz; 50000 kHz suits"))
    }

    @Test("the slowest and the fastest pixel clock are taken", arguments: [1_000, 200_000])
    func clockLimits(clock: Int) {
        expectEqual(refusal(mode(clock: clock)), "taken")
    }

    @Test(
        "parts that are missing, negative or too large are refused",
        arguments: [
            [0, 0, 1, 0], [-5, 0, 1, 0], [8, 1, 0, 1], [8, -1, 1, 1], [8, 1, 1, -1], [65_534, 1, 1, 0],
            [Int.max, 1, 1, 0], [8, Int.max, 1, 1],
        ])
    func parts(numbers: [Int]) {
        let extent = ScanOutMode.Extent(
            visible: numbers[0], frontPorch: numbers[1], sync: numbers[2], backPorch: numbers[3])
        #expect(refusal(mode(columns: extent)).hasPrefix("cannot scan out"))
        #expect(refusal(mode(lines: extent)).hasPrefix("cannot scan out"))
    }
}
