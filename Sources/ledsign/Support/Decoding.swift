import ImageFiles
import PanelSimulation
import PixelGraphics

/// What a panel makes of a capture of its wires.
struct Decoded {
    /// The picture.
    let frame: Frame
    /// What is worth knowing about it, a line each.
    let remarks: [String]
    /// What the wires did wrong, a line each.
    let violations: [String]
}

/// A simulated panel that is fed a capture.
protocol Decoding {
    /// The names of its wires.
    var wires: [String] { get }
    /// The style of its pictures where none is asked for.
    var usualStyle: PanelStyle { get }

    /// Plays a capture up to and including a time.
    func decode(_ trace: WireTrace, through time: Int64) -> Decoded
}

extension Decoding {
    /// The first violations of each kind, with their names, and how many more there are.
    func lines<Fault: WireFault>(of violations: [WireViolation<Fault>], counts: [Fault: Int]) -> [String] {
        var said: [Fault: Int] = [:]
        var lines: [String] = []
        for violation in violations where said[violation.kind, default: 0] < 5 {
            said[violation.kind, default: 0] += 1
            lines.append("\(violation) (\(violation.kind.name))")
        }
        for kind in Fault.allCases {
            let more = counts[kind, default: 0] - said[kind, default: 0]
            if more > 0 { lines.append("\(kind.name): \(more) more") }
        }
        return lines
    }
}
