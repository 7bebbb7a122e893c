import Foundation
import Glibc
import LinuxHardware
import LinuxSystem
import NetworkPixels
import PixelGraphics
import Settings
import SignHost
import SignNetwork
import Timelines

/// Sends pictures at their instants, until a time is over or a signal ends it.
struct PixelSender {
    let receiver: any PixelReceiving
    let fps: Int
    let duration: Nanoseconds?

    /// How often a picture that does not change is sent again, so that the stream does not end.
    private static let keepAlive = Nanoseconds.milliseconds(500)

    /// What comes next.
    private enum Turn {
        case send, stop
        case signal(Int32)
    }

    /// Sends until the time is over or a signal comes; ends the stream where the protocol can.
    ///
    /// - Returns: the signal that ended it, if it was another one than that of ctrl-c.
    func send(_ pictures: SentPictures) throws -> Int32? {
        let waiter = try EventWaiter()
        defer { waiter.close() }
        let end =
            switch pictures {
            case .image(let images, _): try send(images, waiter)
            case .sign(let renderer): try send(renderer, waiter)
            }
        try receiver.end()
        if case .signal(let number) = end, number != SIGINT { return number }
        return nil
    }

    private func send(_ images: [(bytes: [UInt8], hundredths: Int)], _ waiter: EventWaiter) throws -> Turn {
        let clock = SystemMonotonicClock()
        let start = clock.now
        var due = Nanoseconds.zero
        while true {
            for (bytes, hundredths) in images {
                let end = images.count == 1 ? due + Self.keepAlive : due + .milliseconds(10 * Int64(hundredths))
                // A frame of a GIF that stands for long is sent again, too.
                while due < end {
                    let turn = try wait(until: due, from: start, clock, waiter)
                    guard case .send = turn else { return turn }
                    try receiver.show(bytes)
                    due = min(end, due + Self.keepAlive)
                }
            }
        }
    }

    private func send(_ renderer: OfflineRenderer, _ waiter: EventWaiter) throws -> Turn {
        let clock = SystemMonotonicClock()
        let start = clock.now
        var presenter = Presenter(renderer.content, size: renderer.board.size, format: renderer.board.format)
        var last: Nanoseconds?
        var number: Int64 = 0
        while true {
            let due = Nanoseconds(number * 1_000_000_000 / Int64(fps))
            let turn = try wait(until: due, from: start, clock, waiter)
            guard case .send = turn else { return turn }
            let isNew = presenter.present(at: .zero + due)
            if isNew || last.map({ due - $0 >= Self.keepAlive }) ?? true {
                try receiver.show(SentPictures.bytes(of: presenter.frame.canvas))
                last = due
            }
            number += 1
        }
    }

    /// Waits for an instant; says what comes then.
    private func wait(
        until due: Nanoseconds, from start: Instant, _ clock: SystemMonotonicClock, _ waiter: EventWaiter
    ) throws -> Turn {
        let wake = start + (duration.map { min($0, due) } ?? due)
        repeat {
            for case .signal(let number) in try waiter.wait(until: wake, clock: clock) {
                switch number {
                case SIGTSTP: waiter.stopProcess()
                case SIGCONT, SIGWINCH, SIGUSR1: break
                default: return .signal(number)
                }
            }
        } while clock.now < wake
        guard let duration, due >= duration else { return .send }
        return .stop
    }
}

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
