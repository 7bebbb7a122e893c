import PixelGraphics

/// A name that no kind of violation has.
public struct UnknownWireFault<Fault: WireFault>: Error, Equatable, Sendable {
    /// What was given.
    public let name: String
    /// The name that it was probably meant to be.
    public var nearest: String? { NearestName.find(name, among: Fault.allCases.map(\.name)) }
}

extension UnknownWireFault: CustomStringConvertible {
    /// One line: what was given, what it probably should have been, and what there is.
    public var description: String {
        let guess = nearest.map { "did you mean \"\($0)\"? " } ?? ""
        let known = Fault.allCases.map(\.name).joined(separator: ", ")
        return "there is no violation \"\(name)\": \(guess)the names are \(known)"
    }
}
