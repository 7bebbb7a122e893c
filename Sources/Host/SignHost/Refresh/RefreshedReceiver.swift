import Glibc
import PanelDrivers
import PixelProtocols
import Timelines

/// A panel of another device in the network, as the refresh thread drives it.
///
/// Its pictures are the levels of all pixels, which the content side encodes. They leave when they are due, never faster than the
/// receiver takes them: of pictures that come too fast, the newest waits. A picture is sent whole before another one begins, and again
/// each second while it stands still, because receivers end a stream after 2.5 seconds without one (E1.31 6.7.1, and so WLED) and
/// because packets get lost. A network that is down is no error: the next picture is tried as ever, and `record` gets to know.
package struct RefreshedReceiver<Port: DatagramPort & ~Copyable>: RefreshedPanel, ~Copyable {
    /// The time after which the same picture is sent again.
    static var keepAlive: Nanoseconds { .seconds(1) }
    /// When to look whether the kernel has room again, at first and at most, and whether the receiver was found.
    static var roomInterval: Nanoseconds { .milliseconds(1) }
    static var longestRoomInterval: Nanoseconds { .milliseconds(16) }
    static var findInterval: Nanoseconds { .milliseconds(100) }
    /// How long a picture waits for room before it is given up, and the connection with it where there is one.
    static var roomTimeout: Nanoseconds { .seconds(3) }
    /// How often room is waited for at the end.
    private static var attempts: Int { 10 }

    /// What sends the packets.
    package var port: Port
    private var packets: PreparedPackets
    private let interval: Nanoseconds
    private let receiver: String
    private let record: (Int32, Instant) -> Void
    /// The picture that waits until the one before is out, and the least time between two is over.
    private var waiting: [UInt8]
    private var isWaiting = false
    /// The packet that is sent next; as many as there are once the picture is out.
    private var next: Int
    /// When the last picture began to be sent, and when the rest of it can be, where it had to wait.
    private var begun: Instant?
    private var retry: Instant?
    /// Since when there is no room, and when to look for it after the next time.
    private var fullSince: Instant?
    private var pause = Nanoseconds.zero
    private var counted = PanelTraffic()

    /// Creates the panel; nothing is sent yet.
    ///
    /// - Parameters:
    ///   - limit: the most pictures a second.
    ///   - receiver: where they go, in words.
    ///   - record: gets the error number of what was sent, or 0; must not allocate or lock.
    package init(
        _ packets: PreparedPackets, port: consuming Port, limit: Int, receiver: String,
        record: @escaping (_ code: Int32, _ instant: Instant) -> Void
    ) {
        self.port = port
        self.packets = packets
        interval = Nanoseconds(1_000_000_000 / Int64(max(limit, 1)))
        self.receiver = receiver
        self.record = record
        waiting = [UInt8](repeating: 0, count: packets.levelCount)
        next = packets.packets.count
    }

    /// Sends a black picture.
    package mutating func start(at instant: Instant) throws {
        isWaiting = false
        packets.clear()
        packets.setTerminated(false)
        if port.restart() { record(ECONNRESET, instant) }
        begin(at: instant)
    }

    /// Sends a picture, at once or as soon as the receiver takes another one.
    package mutating func show(_ picture: borrowing [UInt8], at instant: Instant) throws {
        waiting.withUnsafeMutableBytes { waiting in
            picture.withUnsafeBytes {
                waiting.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(waiting.count)))
            }
        }
        isWaiting = true
        advance(at: instant)
    }

    /// When the rest of a picture, one that waits, or the same one again is sent.
    package var nextHealing: Instant? {
        guard let begun else { return nil }
        if let retry { return retry }
        return begun + (isWaiting ? interval : Self.keepAlive)
    }

    /// Sends what is due.
    package mutating func heal(at instant: Instant) throws { advance(at: instant) }

    /// Sends three black pictures, as one may be lost, and that nothing follows where the protocol can say so.
    ///
    /// - Throws: if the receiver cannot be reached, unless it never could.
    package mutating func stop() throws {
        isWaiting = false
        packets.clear()
        for _ in 0..<3 { try sendWhole() }
        if packets.canTerminate {
            packets.setTerminated(true)
            for _ in 0..<3 { try sendWhole() }
        }
        port.finish()
    }

    /// The pictures that were sent; those that were repeated are the healings.
    package var traffic: PanelTraffic { counted }

    private mutating func advance(at instant: Instant) {
        if next < packets.packets.count {
            sendRest(at: instant)
            guard next == packets.packets.count else { return }
        }
        guard let begun else { return begin(at: instant) }
        if isWaiting {
            guard instant - begun >= interval else { return }
            packets.fill(waiting)
            isWaiting = false
            begin(at: instant)
        } else if instant - begun >= Self.keepAlive {
            counted.healings += 1
            begin(at: instant)
        }
    }

    private mutating func begin(at instant: Instant) {
        packets.number()
        begun = instant
        next = 0
        sendRest(at: instant)
    }

    private mutating func sendRest(at instant: Instant) {
        let outcome = port.send(packets, from: next)
        retry = nil
        if outcome.hasNoReceiver {
            (next, fullSince) = (outcome.next, nil)
            retry = instant + Self.findInterval
            return
        }
        var code = outcome.code
        if outcome.isFull {
            if fullSince == nil || outcome.next > next { (fullSince, pause) = (instant, Self.roomInterval) }
            if let fullSince, instant - fullSince < Self.roomTimeout {
                next = outcome.next
                retry = instant + pause
                pause = min(Nanoseconds(2 * pause.count), Self.longestRoomInterval)
                return
            }
            port.abandon()
            code = ETIMEDOUT
        }
        fullSince = nil
        record(code, instant)
        if outcome.next == packets.packets.count {
            counted.messages += 1
            counted.bytes += packets.bytes.count
        } else {
            counted.lost += 1
        }
        // What could not be sent is not sent later: the picture is repeated, or there is a newer one.
        next = packets.packets.count
    }

    private mutating func sendWhole() throws {
        packets.number()
        (next, retry) = (packets.packets.count, nil)
        var outcome = port.send(packets, from: 0)
        var attempt = 0
        while outcome.isFull, attempt < Self.attempts, port.waitForRoom() {
            attempt += 1
            outcome = port.send(packets, from: outcome.next)
        }
        if outcome.isFull { port.abandon() }
        if outcome.wasNeverFound { return }
        guard outcome.next == packets.packets.count else {
            throw HardwareError(operation: "send a black picture to", path: receiver, code: outcome.code)
        }
        counted.messages += 1
        counted.bytes += packets.bytes.count
    }
}
