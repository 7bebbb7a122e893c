import Foundation
import LinuxSystem
import NetworkPixels
import Settings
import SignNetwork
import Timelines

/// A display that gets pictures over the network.
protocol PixelReceiving: AnyObject {
    /// Shows a picture: three bytes a pixel, row by row.
    func show(_ bytes: [UInt8]) throws

    /// Says that nothing follows, where the protocol can.
    func end() throws
}

/// A display that gets pictures as datagrams.
final class DatagramDisplay: PixelReceiving {
    private let transmitter: PixelTransmitter
    private var packets: PixelPackets

    init(_ transmitter: PixelTransmitter, _ packets: PixelPackets) {
        (self.transmitter, self.packets) = (transmitter, packets)
    }

    func show(_ bytes: [UInt8]) throws { try transmitter.send(packets.picture(bytes)) }
    func end() throws { try transmitter.send(packets.endOfStream()) }
}

/// A sign that gets pictures over HTTP, a request each.
final class HTTPDisplay: PixelReceiving {
    private let client: SignHTTPClient
    /// Where curl finds the picture.
    private let file = FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-\(UUID().uuidString)")

    /// - Throws: for a URL that is none of a sign, and a token file that cannot be read.
    init(url: String, tokenFile: String?) throws {
        client = try SignHTTPClient(url: url, tokenFile: tokenFile, limit: .seconds(10))
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    func show(_ bytes: [UInt8]) throws {
        do {
            try Data(bytes).write(to: file)
        } catch {
            throw CommandError("cannot write \(file.path): \(error.localizedDescription)")
        }
        let answer = try client.put("/pixels", fileAt: file.path)
        guard answer["ok"] == .bool(true) else {
            throw CommandError(PrintableText.lines(answer["error"]?.text ?? "the sign has refused the picture"))
        }
    }

    func end() throws { try? FileManager.default.removeItem(at: file) }
}
