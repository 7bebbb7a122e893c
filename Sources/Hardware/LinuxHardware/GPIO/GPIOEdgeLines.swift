import CGPIOLines
import Glibc
import PanelDrivers
import Timelines

/// Input lines of one GPIO chip whose edges the kernel reports with time stamps: for buttons and rotary encoders.
///
/// No other process can take them while the value exists.
package final class GPIOEdgeLines: EdgeSource {
    package enum Bias: String, Hashable, Sendable, CaseIterable {
        /// To the supply; contacts connect it to ground.
        case pullUp
        /// To ground; contacts connect it to the supply.
        case pullDown
        /// To what is soldered to it.
        case none
    }

    /// A line to watch.
    package struct Input: Hashable, Sendable {
        package var line: GPIOLine
        package var bias: Bias
        /// How long a contact may bounce, for kernels that debounce; zero reports every edge.
        package var debounce: Nanoseconds

        /// Describes an input.
        package init(_ line: GPIOLine, bias: Bias, debounce: Nanoseconds = .zero) {
            self.line = line
            self.bias = bias
            self.debounce = debounce
        }
    }

    /// How many lines can be watched together.
    package static let maximumInputs = Int(gpio_edges_maximum_lines)

    /// The device file of the chip.
    package let path: String
    /// Becomes readable when there are changes to take.
    package let descriptor: Int32
    private let edges: OpaquePointer
    private var buffer = [gpio_edge](repeating: gpio_edge(), count: Int(gpio_edges_maximum))

    /// Takes 1 to 16 lines, each once, as inputs.
    ///
    /// - Throws: as ``GPIOOutputLines`` does.
    package init(chip label: String? = nil, _ inputs: [Input]) throws(HardwareError) {
        let chip = try GPIOChip.find(label: label)
        guard inputs.count <= Self.maximumInputs else {
            throw HardwareError.request(
                of: [], chip: chip,
                reason: "\(inputs.count) lines were given, at most \(Self.maximumInputs) can be watched")
        }
        let lines = inputs.map(\.line)
        let offsets = try GPIOOutputLines.offsets(of: lines, on: chip)
        let biases = inputs.map { Self.bias($0.bias) }
        let periods = inputs.map { UInt32(clamping: max($0.debounce.count, 0) / 1_000) }
        edges = try chip.request(lines, offsets: offsets) {
            gpio_edges_request(chip.path, offsets, biases, periods, UInt32(offsets.count), GPIOChip.consumer)
        }
        descriptor = gpio_edges_descriptor(edges)
        path = chip.path
    }

    deinit { gpio_edges_release(edges) }

    private static func bias(_ bias: Bias) -> gpio_edges_bias {
        switch bias {
        case .pullUp: gpio_edges_pull_up
        case .pullDown: gpio_edges_pull_down
        case .none: gpio_edges_as_is
        }
    }

    /// Whether the kernel debounces, which needs libgpiod 2.
    package var isDebounced: Bool { gpio_edges_can_debounce() }

    /// The present levels; bit i is input i.
    package func levels() throws(HardwareError) -> UInt64 {
        var levels: UInt64 = 0
        guard gpio_edges_levels(edges, &levels) == 0 else {
            throw HardwareError(operation: "read the lines of", path: path, code: errno)
        }
        return levels
    }

    /// Takes the changes that wait, in the order of time, without waiting for any.
    package func takeEdges() throws(HardwareError) -> [LineEdge] {
        let count = gpio_edges_take(edges, &buffer)
        guard count >= 0 else {
            throw HardwareError(operation: "read the changes of lines of", path: path, code: errno)
        }
        return buffer.prefix(Int(count)).map { edge in
            LineEdge(
                input: Int(edge.line), isHigh: edge.rises, time: Instant(nanoseconds: edge.nanoseconds))
        }
    }
}
