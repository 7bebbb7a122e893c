import Boards
import PixelGraphics
import Timelines

/// What a panel shows after a capture of its wires.
package struct DecodedCapture {
    /// The picture.
    package let frame: Frame
    /// Facts about the picture, one in each line.
    package let remarks: [String]
    /// The errors on the wires, one in each line.
    package let violations: [String]
}

/// A simulated panel that decodes captures of its wires.
package protocol CaptureDecoder {
    /// The names of its wires.
    var wires: [String] { get }

    /// Plays a capture up to and including a time.
    func decode(_ trace: WireTrace, through time: Int64) -> DecodedCapture
}

extension CaptureDecoder {
    /// The first violations of each kind, with their names, and how many more there are.
    func lines<Kind: ViolationKind>(of violations: [WireViolation<Kind>], counts: [Kind: Int]) -> [String] {
        var listed: [Kind: Int] = [:]
        var lines: [String] = []
        for violation in violations where listed[violation.kind, default: 0] < 5 {
            listed[violation.kind, default: 0] += 1
            lines.append("\(violation) (\(violation.kind.name))")
        }
        for kind in Kind.allCases {
            let more = counts[kind, default: 0] - listed[kind, default: 0]
            if more > 0 { lines.append("\(kind.name): \(more) more") }
        }
        return lines
    }
}
