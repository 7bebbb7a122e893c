import PanelDrivers

/// How long a refresh takes by the plain method, which shifts every bit plane of every row: for comparison.
///
/// A plane is shifted while the one before it is lit, so that each takes the longer of the two, and a fixed time around the
/// latch.
package struct PlainRefresh: Hashable, Sendable {
    /// The time in which a column is shifted, in ns.
    package let columnTime: Int64
    /// The time around the latch of a plane, in ns.
    package let planeTime: Int64

    /// Creates the method from its times in ns.
    package init(columnTime: Int64, planeTime: Int64 = 0) {
        self.columnTime = columnTime
        self.planeTime = planeTime
    }

    /// Creates the method of a port: three writes a column where setting and clearing lines are separate, otherwise two,
    /// and about six around each latch.
    package init(timing: PortTiming) {
        columnTime = (timing.kind == .bcm ? 3 : 2) * timing.writeTime
        planeTime = 6 * timing.writeTime
    }

    /// The mean time of a refresh over the dither cycle, in ns.
    package func period(_ matrix: HUB75Matrix, _ settings: ScanSettings) -> Int64 {
        let shift = Int64(matrix.columns) * columnTime
        let planes = PlaneTiming(planes: settings.planes, ditherBits: settings.ditherBits)
        var total: Int64 = 0
        for phase in 0..<planes.phases {
            let shown = planes.firstPlane(phase: phase)..<PlaneTiming.planeCount
            for plane in shown {
                let before = plane == shown.lowerBound ? PlaneTiming.planeCount - 1 : plane - 1
                let light = Int64(planes.duration(plane: before)) * settings.leastPulse
                total += max(shift, light) + planeTime
            }
        }
        return total * Int64(matrix.rowPairs) / Int64(planes.phases)
    }
}
