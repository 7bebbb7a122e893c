import ArgumentParser
import Foundation
import ImageFiles
import PixelGraphics
import PixelProtocols
import SignFiles
import SignNetwork
import Timelines

/// `ledsign send`: sends pictures to a sign, or to any display of the same protocols.
struct Send: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send a picture, a GIF or a sign as pixels over the network.",
        discussion: """
            The display shows it as it arrives: a sign whose file has `pixels:`, WLED, or any other display of these \
            protocols. Without --for it is sent until interrupted.

            Examples:
              ledsign send logo.png --to sign.local
              ledsign send fire.gif --to 192.168.1.20 --protocol e131 --size 64x32 --for 1m
              ledsign send fire.gif --protocol e131 --universe 5
              ledsign send bakery.yaml --to sign.local --protocol art-net
              ledsign send logo.png --to sign.local:8080 --protocol http --token token-file
            """)

    @Argument(
        help: ArgumentHelp("An image (\(ImageFormat.names)) or a sign file.", valueName: "file"),
        completion: .file(extensions: ImageFormat.endings + ["yaml", "yml"]))
    var file: String

    @Option(
        "The display's name or address, with :port if it is not the default. Without it E1.31 goes to the groups of "
            + "its universes.", value: "host")
    var to: String?

    @Option(name: .customLong("protocol"), help: "The protocol.")
    var way = PixelProtocol.ddp

    @Option("The file with the token of the sign, for http.", value: "path", completion: .file())
    var token: String?

    @Option(
        help: ArgumentHelp("The display's size such as 64x32: pictures are fitted to it.", valueName: "size"),
        transform: Send.size)
    var size: Size?

    @Option("The first universe. (default: 1 of E1.31, 0 of Art-Net)", value: "number")
    var universe: Int?

    @Option(help: ArgumentHelp("The pixels of a universe, 1 to 170.", valueName: "number"))
    var universePixels = 170

    @Option(help: ArgumentHelp("The priority by E1.31, 0 to 200.", valueName: "number"))
    var priority = 100

    @Option(parsing: .unconditional, help: ArgumentHelp("Frames per second of a sign, 1 to 60.", valueName: "number"))
    var fps = 30

    @Option("Stop after this time.", time: .customLong("for"))
    var duration: Nanoseconds?

    @OptionGroup var board: BoardChoice

    mutating func validate() throws {
        guard to != nil || way == .e131 else {
            throw ValidationError("--to is missing: only e131 has groups; give the name or address of a sign")
        }
        _ = try SentPictures.isSign(file, size: size)
        guard token == nil || way == .http else {
            throw ValidationError("--token is only for --protocol http: the others have none")
        }
        if way != .http { _ = try target() }
        try check("--fps", fps, in: 1...60)
        try check("--universe-pixels", universePixels, in: 1...170)
        try check("--priority", priority, in: 0...200)
        if let universe { try check("--universe", universe, in: way == .artNet ? 0...32_767 : E131Packet.universes) }
    }

    func run() throws {
        let pictures = try SentPictures.read(file, size: size, board: board)
        var sender = PixelSender(display: try display(of: pictures.size), fps: fps, duration: duration)
        if let signal = try sender.send(pictures) { throw ExitCode.signal(signal) }
    }

    private func display(of size: Size) throws -> PixelDisplay {
        if way == .http, let to {
            let url = to.contains("://") ? to : "http://" + (to.contains(":") ? to : to + ":8080")
            return .sign(try SignHTTPClient(url: url, tokenFile: token, limit: .seconds(10)))
        }
        var random = SystemRandomNumberGenerator()
        var sender = E131Packet.Sender(
            cid: .init(.e131, high: random.next(), low: random.next()),
            name: "ledsign on \(ProcessInfo.processInfo.hostName)")
        sender.priority = UInt8(priority)
        var packets = PixelPackets(way, size: size, sender: sender)
        if let universe { packets.universe = universe }
        packets.universePixels = universePixels
        let (host, port) = try target()
        return .datagrams(try PixelTransmitter(host: host, port: port), packets)
    }

    /// Where the packets go; without a host to the groups of the universes.
    private func target() throws -> (host: String?, port: UInt16) {
        let defaultPort = way.port ?? 0
        guard let to else { return (nil, defaultPort) }
        guard !to.contains("://") else {
            throw ValidationError("--to takes a name or an address, not the URL \(to); --protocol http takes a URL")
        }
        do throws(PixelDestination.Failure) {
            let destination = try PixelDestination(to, defaultPort: defaultPort)
            return (destination.host, destination.port)
        } catch {
            switch error {
            case .host: throw ValidationError("expected a name or an address, with or without :port, not --to \(to)")
            case .port: throw ValidationError("expected a port from 1 to 65535 behind the colon of --to \(to)")
            }
        }
    }

    /// Reads a size such as 64x32.
    static func size(_ text: String) throws -> Size {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], (1...4_096).contains(width),
            (1...4_096).contains(height)
        else { throw ValidationError("expected a size such as 64x32, each side 1 to 4096") }
        return Size(width: width, height: height)
    }
}
