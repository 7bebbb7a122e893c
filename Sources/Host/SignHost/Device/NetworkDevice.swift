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
        typealias Panel = RefreshedReceiver<ReceiverPort>
        let socket = try board.socket()
        let packets = board.packets
        let watch = PanelWatch(origin: settings.guardian)
        let connection = try ReceiverConnection(socket, to: board.destination, name: board.receiver)
        var encoder = board.encoder
        func panel(at instant: Instant) throws -> Panel {
            var panel = Panel(
                packets, port: board.port(socket, packets), limit: board.limit, receiver: board.receiver,
                record: { connection.record($0, at: $1) })
            try panel.start(at: instant)
            let plan = panel.port.darkPlan(packets)
            panel.port.watch = try watch.begin(plan, limits: PanelWatch.limitsOfChips)
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
        let (socket, packets) = (try socket(), packets)
        if let destination, let failure = socket.connect(host: destination.host, port: destination.port) {
            throw WordedError("no pictures can be sent to \(receiver): \(failure)")
        }
        var panel = RefreshedReceiver(
            packets, port: port(socket, packets), limit: limit, receiver: receiver, record: { _, _ in })
        try panel.stop()
    }

    fileprivate func socket() throws -> DatagramSocket {
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
    fileprivate var packets: PreparedPackets {
        var random = SystemRandomNumberGenerator()
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let host = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return packets(
            name: "ledsign on \(host)",
            identity: PixelSenderKey(.e131, high: random.next(), low: random.next()))
    }
}
