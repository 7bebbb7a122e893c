import KernelModel
import PanelDrivers
import PanelSimulation
import SignTestSupport
import Testing

/// What a chain of four modules on an SPI device makes of the kernel's calls.
enum ChainPictures {
    /// Returns the picture after each message.
    static func pictures(of messages: [KernelRequest]) throws -> [String] {
        var wires = SPIWireWriter(
            timing: SPIWireTiming(clockRate: 8_000_000), into: SimulatedMAX7219Chain(count: 4))
        return try messages.map { request in
            let transfers = request.transfers
            var message = SPIMessage(transferLength: 8, transfers: transfers.count)
            let bytes = try transfers.joined().chunked(2).map { try #require(UInt8($0, radix: 16)) }
            message.fill(transfers: transfers.count) { target in
                for (index, byte) in bytes.enumerated() { target[index] = byte }
            }
            wires.send(message)
            return art(wires.listener.picture)
        }
    }
}
