/// One request of a program to a device of the model, as its log has it.
public struct KernelRequest: CustomStringConvertible {
    /// When it was made, in nanoseconds of CLOCK_MONOTONIC.
    public let time: Int64
    /// The process that made it.
    public let process: Int32
    /// The name of the device, such as spidev0.0.
    public let device: String
    /// What was asked: request, set, release, mode, bits, speed, message or map.
    public let name: String
    /// The rest of the line.
    public let values: [String]

    init(line: String) {
        let words = line.split(separator: " ").map(String.init)
        time = words.first.flatMap { Int64($0) } ?? 0
        process = words.count > 1 ? Int32(words[1]) ?? 0 : 0
        device = words.count > 2 ? words[2] : ""
        name = words.count > 3 ? words[3] : ""
        values = Array(words.dropFirst(4))
    }

    /// The line of the log without the time and the process.
    public var description: String { ([device, name] + values).joined(separator: " ") }

    /// The lines that a request or a setting names with a level, in order.
    public var levels: [(line: Int, level: Bool)] {
        values.compactMap { value in
            let parts = value.split(separator: "=")
            guard parts.count == 2, let line = Int(parts[0]) else { return nil }
            return (line, parts[1] == "1")
        }
    }

    /// The transfers of a message that was sent, each as hexadecimal digits; `description` has the separators.
    public var transfers: [String] {
        guard name == "message", values.count == 1 else { return [] }
        return values[0].split { $0 == "^" || $0 == "_" }.map(String.init)
    }

    /// The bytes of these transfers.
    public var transferBytes: [[UInt8]] {
        transfers.map { transfer in
            stride(from: 0, to: transfer.utf8.count, by: 2).compactMap {
                UInt8(transfer.dropFirst($0).prefix(2), radix: 16)
            }
        }
    }
}

extension [KernelRequest] {
    /// The changes of lines that a program holds, in order: the place of the line among `lines`, and in which setting.
    ///
    /// They make the edges of a simulated panel's wires.
    public func edges(on lines: [Int]) -> [(setting: Int, wire: Int, level: Bool)] {
        filter { $0.name == "set" }.enumerated().flatMap { number, request in
            request.levels.compactMap { line, level in
                lines.firstIndex(of: line).map { (setting: number, wire: $0, level: level) }
            }
        }
    }
}
