import Boards
import PanelDrivers
import SignTestSupport
import Testing

@Suite struct PlainRefreshTests {
    /// Refreshes in a second at 59 ns a column and 300 ns around each latch, from the model that was fitted to published measurements.
    @Test(
        "the plain method's refresh is that of the published model",
        arguments: [
            (64, 16, 11, 130, 0, 220), (64, 32, 11, 130, 0, 110), (256, 32, 11, 130, 0, 87), (512, 32, 8, 50, 1, 128),
            (64, 32, 11, 130, 2, 359),
        ])
    func model(columns: Int, rowPairs: Int, planes: Int, lsb: Int, dither: Int, rate: Int) {
        var settings = ScanSettings()
        settings.planes = planes
        settings.leastPulse = Int64(lsb)
        settings.ditherBits = dither
        let matrix = HUB75Matrix(columns: columns, rowPairs: rowPairs, chains: 1)
        let period = settings.plainRefreshPeriod(matrix, columnTime: 59, planeTime: 300)
        let found = Double(1_000_000_000) / Double(period)
        let difference = abs(found - Double(rate))
        #expect(difference < 1, "\(found)")
    }

    @Test("through the kernel a column takes two calls, and a plane six more")
    func kernel() {
        let matrix = HUB75Matrix(columns: 64, rowPairs: 16, chains: 1)
        var settings = ScanSettings()
        settings.planes = 8
        let period = PortTiming(kind: .kernel, writeTime: 2_000).plainRefreshPeriod(matrix, settings)
        let plane: Int64 = 64 * 4_000 + 12_000
        let expected: Int64 = 16 * 8 * plane
        expectEqual(period, expected)
    }

    @Test("registers take three stores a column, or two where a store inverts lines, and six more a plane")
    func registers() {
        let matrix = HUB75Matrix(columns: 64, rowPairs: 16, chains: 1)
        var settings = ScanSettings()
        // Every plane is lit for less time than its shift takes.
        settings.planes = 1
        settings.ditherBits = 2
        settings.leastPulse = 10
        for (kind, writeTime, column) in [(PortKind.bcm, Int64(20), Int64(60)), (.rp1, 30, 60)] {
            let period = PortTiming(kind: kind, writeTime: writeTime).plainRefreshPeriod(matrix, settings)
            expectEqual(period, 16 * (64 * column + 6 * writeTime), "\(kind)")
        }
    }
}
