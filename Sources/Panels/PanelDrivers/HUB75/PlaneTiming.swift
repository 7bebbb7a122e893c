/// For how long each bit plane is lit, and in which refreshes of the dither cycle.
///
/// Times are in units of the LSB. Plane b is worth 2^b over a whole cycle: with d dither bits the planes 0 to d last one
/// unit each, the further ones double; of the planes below d, plane b is shown in 2^b of the 2^d refreshes.
package struct PlaneTiming: Hashable, Sendable {
    /// The number of bit planes of a level.
    package static let planeCount = 11
    /// The highest level: all planes.
    package static let highestLevel = 2047

    /// How many of the eleven planes are shown.
    package let planes: Int
    /// The planes that share one time.
    package let ditherBits: Int

    /// Creates the timing; numbers outside of the ranges of `ScanSettings` are moved to their ends.
    package init(planes: Int, ditherBits: Int) {
        self.planes = min(max(planes, 1), Self.planeCount)
        self.ditherBits = min(max(ditherBits, 0), 2)
    }

    /// The number of refreshes of the dither cycle: 1, 2 or 4.
    package var phases: Int { 1 << ditherBits }

    /// The units for which plane `plane` is lit where it is shown.
    package func duration(plane: Int) -> Int { plane <= ditherBits ? 1 : 1 << (plane - ditherBits) }

    /// The lowest plane that is shown in a refresh of the cycle.
    package func firstPlane(phase: Int) -> Int {
        // The start planes of the cycle are 0, 0 1 and 0 1 2 2: plane b is left out of all but 2^b refreshes.
        max(phase < 2 ? phase : 2, Self.planeCount - planes)
    }

    /// The planes that are shown in a refresh of the cycle, as bits.
    package func shown(phase: Int) -> Int {
        let first = firstPlane(phase: phase)
        return (Self.highestLevel >> first) << first
    }

    /// The units for which a level is lit in a refresh that shows these planes.
    @inline(__always)
    func units(level: Int, shown: Int) -> Int {
        let bits = level & shown
        return bits >> ditherBits + (bits & (1 << ditherBits - 1)).nonzeroBitCount
    }
}
