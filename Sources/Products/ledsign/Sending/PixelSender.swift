import Glibc
import LinuxHardware
import LinuxSystem
import PixelGraphics
import PixelProtocols
import Settings
import SignHost
import SignNetwork
import Timelines

/// Sends pictures at their instants, until a time is over or a signal ends it.
struct PixelSender {
    var display: PixelDisplay
    let fps: Int
    let duration: Nanoseconds?
    /// The signal that ended it; nil if none has.
    var signal: Int32?

    /// How often a picture that does not change is sent again, so that the stream does not end.
    private static let keepAlive = Nanoseconds.milliseconds(500)

    /// Sends until the time is over or a signal comes; ends the stream where the protocol can.
    ///
    /// - Returns: the signal that ended it, if it was another one than that of ctrl-c.
    mutating func send(_ pictures: SentPictures) throws -> Int32? {
        let waiter = try EventWaiter()
        defer { waiter.close() }
        switch pictures {
        case .image(let images, _): try send(images, waiter)
        case .sign(let renderer): try send(renderer, waiter)
        }
        try display.end()
        return signal == SIGINT ? nil : signal
    }

    private mutating func send(_ images: [(bytes: [UInt8], milliseconds: Int)], _ waiter: EventWaiter) throws {
        let clock = SystemMonotonicClock()
        let start = clock.now
        var due = Nanoseconds.zero
        while true {
            for (bytes, milliseconds) in images {
                let end = images.count == 1 ? due + Self.keepAlive : due + .milliseconds(Int64(milliseconds))
                // A frame of a GIF that stands for long is sent again, too.
                while due < end {
                    guard try wait(until: due, from: start, clock, waiter) else { return }
                    try display.show(bytes)
                    due = min(end, due + Self.keepAlive)
                }
            }
        }
    }

    private mutating func send(_ renderer: OfflineRenderer, _ waiter: EventWaiter) throws {
        let clock = SystemMonotonicClock()
        let start = clock.now
        var presenter = Presenter(renderer.content, size: renderer.board.size, format: renderer.board.format)
        var last: Nanoseconds?
        var number: Int64 = 0
        while true {
            let due = Nanoseconds(number * 1_000_000_000 / Int64(fps))
            guard try wait(until: due, from: start, clock, waiter) else { return }
            let isNew = presenter.present(at: .zero + due)
            if isNew || last.map({ due - $0 >= Self.keepAlive }) ?? true {
                try display.show(SentPictures.bytes(of: presenter.frame.canvas))
                last = due
            }
            number += 1
        }
    }

    /// Waits for an instant; returns whether a picture is sent then, or it is over.
    private mutating func wait(
        until due: Nanoseconds, from start: Instant, _ clock: SystemMonotonicClock, _ waiter: EventWaiter
    ) throws -> Bool {
        let wake = start + (duration.map { min($0, due) } ?? due)
        repeat {
            for case .signal(let number) in try waiter.wait(until: wake, clock: clock) {
                switch number {
                case SIGTSTP: waiter.stopProcess()
                case SIGCONT, SIGWINCH, SIGUSR1: break
                default:
                    signal = number
                    return false
                }
            }
        } while clock.now < wake
        return duration.map { due < $0 } ?? true
    }
}

/// A display that gets pictures over the network.
enum PixelDisplay {
    case datagrams(PixelTransmitter, PixelPackets)
    /// A sign that gets pictures over HTTP, a request each.
    case sign(SignHTTPClient)

    /// Shows a picture: three bytes a pixel, row by row.
    mutating func show(_ bytes: [UInt8]) throws {
        switch self {
        case .datagrams(let transmitter, var packets):
            try transmitter.send(packets.picture(bytes))
            self = .datagrams(transmitter, packets)
        case .sign(let client):
            let answer = try client.put("/pixels", bytes)
            guard answer["ok"] == .bool(true) else {
                throw CommandError(PrintableText.lines(answer["error"]?.text ?? "the sign has refused the picture"))
            }
        }
    }

    /// Says that nothing follows, where the protocol can.
    func end() throws {
        if case .datagrams(let transmitter, var packets) = self { try transmitter.send(packets.endOfStream()) }
    }
}
