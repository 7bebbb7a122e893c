import CSignNetwork
import Glibc
import LinuxSystem
import NetworkPixels
import PixelProtocols
import SignFiles
import SignHost
import Timelines

/// What the thread `pixels` does: takes datagrams, hands them to the receiver, and answers those who ask.
final class PixelService {
    private let stream: PixelStream
    private let settings: PixelSettings
    private let batch: OpaquePointer
    private var sockets: PixelSockets
    private var answers: PixelAnswers
    /// The sender that the log has named, when it did so, and the revision of the stream that it knows.
    private var loggedOwner: PixelStreamStatus.Sender?
    private var logged: Instant?
    private var revision = 0
    let polls: PollSet
    /// What a batch has asked for, which is answered once the lock is open.
    private var questions: [(outcome: PixelReceiver.Outcome, from: pixel_address, socket: Int)] = []

    /// The most batches of a socket that are taken before others get their turn.
    private static let maximumBatches = 4
    private static let maximumQuestions = 32
    /// The least time between two lines for the log.
    private static let logInterval = Nanoseconds.seconds(10)

    /// - Parameter ports: the port of each protocol; 0 for any free one.
    init(
        _ settings: PixelSettings, version: String, stream: PixelStream, at instant: Instant,
        ports: @escaping @Sendable (PixelProtocol) -> UInt16 = { $0.port ?? 0 }
    ) throws(SystemCallError) {
        guard let batch = pixel_batch_create() else { throw SystemCallError("calloc") }
        self.batch = batch
        do throws(SystemCallError) {
            polls = try PollSet(maximum: 64)
        } catch {
            pixel_batch_free(batch)
            throw error
        }
        (self.stream, self.settings) = (stream, settings)
        let (universes, artNet) = stream.receive(at: instant) { receiver, _ in
            (receiver.universes, receiver.artNetUniverses)
        }
        let first = settings.universe
        sockets = PixelSockets(
            settings, universes: first...(first + max(universes, 1) - 1), ports: ports, at: instant)
        answers = PixelAnswers(model: "\(stream.size)", version: version, universes: artNet)
        polls.watch(stream.changes.number)
        if let changes = sockets.changes { polls.watch(changes) }
        questions.reserveCapacity(Self.maximumQuestions)
    }

    deinit { pixel_batch_free(batch) }

    /// Takes what has come and does what is due; returns when it has to be called again at the latest.
    func step(at instant: Instant) -> Instant? {
        stream.changes.lower()
        for socket in sockets.step(at: instant) { polls.watch(socket.descriptor) }
        stream.record(problem: sockets.problem)
        for index in sockets.open.indices { take(index, at: instant) }
        advance(at: instant)
        answer(at: instant)
        logOwner(at: instant)
        return [stream.due(at: instant), sockets.retry, answers.due].compactMap { $0 }.min()
    }

    /// The ports at which it takes datagrams, for tests.
    var ports: [PixelProtocol: UInt16] {
        Dictionary(sockets.open.map { ($0.protocol, $0.port) }) { first, _ in first }
    }

    private func take(_ index: Int, at instant: Instant) {
        let socket = sockets.open[index]
        for _ in 0..<Self.maximumBatches {
            let count = pixel_batch_take(batch, socket.descriptor)
            guard count > 0 else { return }
            let batch = batch
            let kind = socket.protocol
            let settings = settings
            var awaited: UInt16 = 0
            // The lock is held for one batch.
            let asked = stream.receive(at: instant) { receiver, publish -> [(PixelReceiver.Outcome, pixel_address)] in
                var asked: [(PixelReceiver.Outcome, pixel_address)] = []
                for number in 0..<count {
                    var length: UInt32 = 0
                    var from = pixel_address()
                    let bytes = pixel_batch_bytes(batch, number, &length, &from)
                    let address = PixelAddress(from)
                    guard Self.isAllowed(address, settings) else {
                        receiver.recordForeign()
                        continue
                    }
                    let datagram = UnsafeRawBufferPointer(start: bytes, count: Int(length))
                    switch receiver.receive(datagram, of: kind, from: address, at: instant) {
                    case .finished: publish(receiver)
                    case .nothing, .ended: break
                    case let outcome: if asked.count < Self.maximumQuestions { asked.append((outcome, from)) }
                    }
                }
                awaited = receiver.awaitedSynchronization
                return asked
            }
            for (outcome, from) in asked { questions.append((outcome, from, index)) }
            if awaited != 0 { sockets.want(awaited, at: instant) }
            guard count == Int32(pixel_batch_size) else { return }
        }
    }

    /// Whether an address may send: those that the file names, else those of local networks.
    private static func isAllowed(_ address: PixelAddress, _ settings: PixelSettings) -> Bool {
        guard !settings.from.isEmpty else { return address.isLocal }
        for range in settings.from where range.contains(high: address.high, low: address.low) { return true }
        return false
    }

    private func advance(at instant: Instant) {
        stream.receive(at: instant) { receiver, publish in
            if receiver.advance(to: instant) == .finished { publish(receiver) }
        }
    }

    /// Says in the log who begins to send, and when the last one has ended.
    private func logOwner(at instant: Instant) {
        let mayLog = logged.map { instant - $0 >= Self.logInterval } ?? true
        guard mayLog, revision != stream.revision else { return }
        revision = stream.revision
        let owner = stream.status.owner
        guard owner != loggedOwner else { return }
        (loggedOwner, logged) = (owner, instant)
        stream.report(owner.map { "network pixels come from \($0.name) by \($0.proto)" } ?? "network pixels have ended")
    }

    private func answer(at instant: Instant) {
        for question in questions {
            switch question.outcome {
            case .artNetPoll: answers.poll(from: question.from, at: instant)
            case .ddpStatus, .ddpUnsupported:
                guard let answer = answers.answer(status: question.outcome == .ddpStatus, at: instant) else { continue }
                sockets.open[question.socket].send(answer, to: question.from)
            case .nothing, .finished, .ended: break
            }
        }
        questions.removeAll(keepingCapacity: true)
        guard let due = answers.due, due <= instant, let socket = sockets.open.first(where: { $0.protocol == .artNet })
        else { return }
        for (address, packets) in answers.take(isReceiving: stream.isLive, at: instant) {
            for packet in packets { socket.send(packet, to: address) }
        }
    }
}

/// The thread `pixels`, which takes the datagrams.
extension PixelService {
    /// Starts to take datagrams; what goes wrong is reported through the stream.
    static func start(
        _ settings: PixelSettings, version: String, stream: PixelStream, clock: some MonotonicClock & Sendable
    ) throws(SystemCallError) -> Worker {
        try Worker(named: "pixels", stop: stream.end) {
            do throws(SystemCallError) {
                let service = try PixelService(settings, version: version, stream: stream, at: clock.now)
                while !stream.isOver {
                    service.polls.wake(at: service.step(at: clock.now))
                    var waiting = pollfd(fd: service.polls.descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&waiting, 1, -1)
                }
            } catch {
                stream.report("no network pixels: \(error)")
                stream.record(problem: "\(error)")
            }
        }
    }
}
