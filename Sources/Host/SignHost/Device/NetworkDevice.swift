import Boards
import Glibc
import LinuxHardware
import LinuxSystem
import PanelDrivers
import PixelProtocols
import Timelines

/// Opens the connection to a panel of another device, and drives it.
extension Board {
    static func open(_ board: NetworkBoard, settings: DriveSettings, log: Log) throws -> any PanelDrive {
        let packets = try board.makePackets()
        if board.protocol == .http {
            let socket = try board.requestSocket()
            return try open(board, packets, socket: socket, settings: settings, log: log) { watch in
                var port = RequestPort(socket)
                port.watch = try watch.begin(port.darkPlan(packets), limits: PanelWatch.limitsOfChips)
                return port
            }
        }
        let socket = try board.datagramSocket()
        return try open(board, packets, socket: socket, settings: settings, log: log) { watch in
            var port = board.port(socket, packets)
            port.watch = try watch.begin(port.darkPlan(packets), limits: PanelWatch.limitsOfChips)
            return port
        }
    }

    private static func open<Port: DatagramPort & ~Copyable>(
        _ board: NetworkBoard, _ packets: PreparedPackets, socket: any ReceiverSocket, settings: DriveSettings,
        log: Log,
        port: @escaping (PanelWatch) throws -> Port
    ) throws -> any PanelDrive {
        typealias Panel = RefreshedReceiver<Port>
        let watch = PanelWatch(origin: settings.guardian)
        let connection = try ReceiverConnection(socket, to: board.destination, name: board.receiver)
        var encoder = board.encoder
        func panel(at instant: Instant) throws -> Panel {
            var panel = Panel(
                packets, port: try port(watch), limit: board.limit, receiver: board.receiver,
                record: { connection.record($0, at: $1) })
            try panel.start(at: instant)
            return panel
        }
        let kind = DrivenPanel<Panel>.Kind(
            // The receiver shows what it has got without the refresh thread.
            heartbeatInterval: .seconds(1), isBusy: false, batch: 1, makePicture: { board.encoder.makePicture() },
            encode: { frame, picture in encoder.encode(frame, into: &picture) }, lock: { _, _ in },
            open: { try panel(at: $0) }, connection: connection)
        return try DrivenPanel(
            try panel(at: SystemMonotonicClock().now), kind: kind, watch: watch, settings: settings, log: log)
    }
}

extension NetworkBoard {
    /// Makes the panel dark while no sign drives it.
    ///
    /// - Throws: why the receiver cannot be reached.
    func darken() throws {
        let packets = try makePackets()
        if `protocol` == .http {
            let socket = try requestSocket()
            try darken(packets, socket) { RequestPort(socket) }
        } else {
            let socket = try datagramSocket()
            try darken(packets, socket) { port(socket, packets) }
        }
    }

    private func darken<Port: DatagramPort & ~Copyable>(
        _ packets: PreparedPackets, _ socket: any ReceiverSocket, _ port: () -> Port
    ) throws {
        if let destination, let failure = socket.connect(host: destination.host, port: destination.port) {
            throw WordedError("no pictures can be sent to \(receiver): \(failure)")
        }
        var panel = RefreshedReceiver(
            packets, port: port(), limit: limit, receiver: receiver, record: { _, _ in })
        try panel.stop()
    }

    fileprivate func requestSocket() throws -> RequestSocket {
        do throws(SystemCallError) {
            return try RequestSocket()
        } catch {
            throw HardwareError(operation: "open", path: "a socket for pictures", code: error.code)
        }
    }

    fileprivate func datagramSocket() throws -> DatagramSocket {
        do throws(SystemCallError) {
            return try DatagramSocket(groupPort: groupPort)
        } catch {
            throw HardwareError(operation: "open", path: "a socket for pictures", code: error.code)
        }
    }

    fileprivate func port(_ socket: DatagramSocket, _ packets: PreparedPackets) -> ReceiverPort {
        ReceiverPort(socket, packets: packets, groupPort: groupPort)
    }

    /// The port of groups; nil for a receiver.
    private var groupPort: UInt16? { destination == nil ? `protocol`.port : nil }

    /// The packets of a picture; the sender has another identity in each run, as E1.31 allows.
    ///
    /// - Throws: why the token of the receiver cannot be read.
    fileprivate func makePackets() throws -> PreparedPackets {
        var random = SystemRandomNumberGenerator()
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return packets(
            name: "ledsign on \(host)",
            identity: PixelSenderKey(.e131, high: random.next(), low: random.next()), token: try readToken())
    }
}
