import LinuxSystem
import NetworkPixels
import PixelGraphics
import PixelProtocols
import SignFiles
import SignHost
import SignPlayback
import Synchronization
import Timelines

/// What the thread `pixels`, the content thread, and those who steer the stream share.
///
/// The content thread takes finished pictures from three buffers and one flag, and never waits. All else is behind a lock that
/// is held for some packets at most.
package final class PixelStream: PixelStreamControl {
    /// What the lock guards.
    struct Content: Sendable {
        var receiver: PixelReceiver
        /// When the content thread was woken last, and when it is to be woken for a picture that came too soon after; nil for never.
        var woken: Instant?
        var wakes: Instant?
        /// Who sent pixels by HTTP last.
        var httpSender = ""
        var reports: [String] = []
        var problem: String?
        var isOver = false
    }

    private let content: Mutex<Content>
    private let pictures: FrameExchange<RGBBitmap>
    private let live = Atomic(false)
    private let number = Atomic(0)
    private let reported = Atomic(false)
    private let now: @Sendable () -> Instant
    let size: Size
    /// Is raised when there is a picture, the end of the stream, a line for the log or another problem.
    let news = EventDescriptor()
    /// Is raised when the thread `pixels` is to look at the time again.
    let changes = EventDescriptor()

    /// The least time between two wake-ups of the content thread.
    package static let interval = Nanoseconds(1_000_000_000 / 60)
    private static let maximumReports = 16

    package init(_ settings: PixelSettings, size: Size, clock: some MonotonicClock & Sendable) {
        content = Mutex(Content(receiver: PixelReceiver(settings, size: size)))
        self.size = size
        pictures = FrameExchange { RGBBitmap(size: size) }
        now = { clock.now }
    }

    // MARK: The content thread

    /// Whether a stream is on.
    var isLive: Bool { live.load(ordering: .sequentiallyConsistent) }

    /// The newest picture that was not taken yet; nil without one.
    func takePicture(at instant: Instant) -> UnsafePointer<RGBBitmap>? {
        guard case .taken = pictures.take(at: instant) else { return nil }
        return pictures.taken
    }

    /// Whether there are lines for the log, or another problem.
    var hasReports: Bool { reported.load(ordering: .sequentiallyConsistent) }

    /// Takes the lines for the log, and what keeps packets from coming.
    func takeReports() -> (lines: [String], problem: String?) {
        reported.store(false, ordering: .sequentiallyConsistent)
        return content.withLock { content in
            defer { content.reports = [] }
            return (content.reports, content.problem)
        }
    }

    // MARK: The thread `pixels`

    /// Does something with the receiver; what it leads to goes to the content thread.
    func receive<Result: Sendable>(
        at instant: Instant, _ body: (inout PixelReceiver, _ publish: (borrowing PixelReceiver) -> Void) -> Result
    ) -> Result {
        content.withLock { content in
            let before = content.receiver.ownerKey
            var isNew = false
            let result = body(&content.receiver) { receiver in
                publish(receiver)
                isNew = true
            }
            settle(&content, from: before, isNew: isNew, at: instant)
            return result
        }
    }

    /// Passes a finished picture on; the newest one counts.
    private func publish(_ receiver: borrowing PixelReceiver) {
        let bytes = receiver.pixels
        pictures.publish(due: .zero) { picture in
            bytes.withUnsafeBufferPointer { picture.store(UnsafeRawBufferPointer($0)) }
        }
    }

    /// Wakes the content thread for a new picture, at most 60 times a second, and for the end of the stream.
    private func settle(
        _ content: inout Content, from before: PixelSender.Key?, isNew: Bool, at instant: Instant
    ) {
        let owner = content.receiver.ownerKey
        if owner != before { number.add(1, ordering: .relaxed) }
        if owner == nil, before != nil {
            live.store(false, ordering: .sequentiallyConsistent)
            content.wakes = nil
            news.raise()
        } else if isNew {
            live.store(true, ordering: .sequentiallyConsistent)
            let due = content.woken.map { $0 + Self.interval } ?? instant
            if due <= instant {
                wake(&content, at: instant)
            } else if content.wakes == nil {
                content.wakes = due
            }
        }
    }

    private func wake(_ content: inout Content, at instant: Instant) {
        (content.woken, content.wakes) = (instant, nil)
        news.raise()
    }

    /// Wakes the content thread if it is time; returns when the thread `pixels` has to do something, nil for never.
    func due(at instant: Instant) -> Instant? {
        content.withLock { content in
            if let wakes = content.wakes, wakes <= instant { wake(&content, at: instant) }
            guard let due = content.receiver.due else { return content.wakes }
            return content.wakes.map { min($0, due) } ?? due
        }
    }

    /// Passes a line on to the log of the sign.
    func report(_ line: String) {
        content.withLock { content in
            if content.reports.count < Self.maximumReports { content.reports.append(line) }
        }
        reported.store(true, ordering: .sequentiallyConsistent)
        news.raise()
    }

    /// Says what keeps packets from coming, in a line; nil where all is well.
    func record(problem: String?) {
        let isNew = content.withLock { content in
            defer { content.problem = problem }
            return content.problem != problem
        }
        guard isNew else { return }
        reported.store(true, ordering: .sequentiallyConsistent)
        news.raise()
    }

    /// Whether the thread is to end.
    var isOver: Bool { content.withLock { $0.isOver } }

    /// Ends the thread.
    func end() {
        content.withLock { $0.isOver = true }
        changes.raise()
    }

    // MARK: Those who steer

    package func submit(_ area: Rectangle, _ bytes: [UInt8], from sender: String) -> PixelSubmission {
        let instant = now()
        let result = content.withLock { content -> PixelSubmission in
            let before = content.receiver.ownerKey
            let admission = bytes.withUnsafeBytes { content.receiver.submit($0, in: area, at: instant) }
            let isTaken = admission == .owner || admission == .newOwner
            if isTaken {
                content.httpSender = PrintableText.line(sender)
                publish(content.receiver)
            }
            settle(&content, from: before, isNew: isTaken, at: instant)
            switch admission {
            case .owner, .newOwner: return .taken
            case .refused: return .stopped
            case .other:
                let status = content.receiver.status(at: instant)
                return .owned(by: status.owner.map { Self.seen($0, content.httpSender).name } ?? "another sender")
            }
        }
        changes.raise()
        return result
    }

    package func stop() {
        let instant = now()
        content.withLock { content in
            let before = content.receiver.ownerKey
            _ = content.receiver.stop(at: instant)
            settle(&content, from: before, isNew: false, at: instant)
        }
        number.add(1, ordering: .relaxed)
        changes.raise()
    }

    package func allow() {
        content.withLock { $0.receiver.allow() }
        number.add(1, ordering: .relaxed)
    }

    package var revision: Int { number.load(ordering: .relaxed) }

    package var status: PixelStreamStatus {
        let instant = now()
        let (status, counts, sender) = content.withLock { content in
            (content.receiver.status(at: instant), content.receiver.counts, content.httpSender)
        }
        var seen = PixelStreamStatus(size: size)
        seen.owner = status.owner.map { Self.seen($0, sender) }
        seen.stopped = status.stopped.first.map { Self.seen($0, sender) }
        seen.others = status.others.prefix(PixelStreamStatus.maximumOthers).map { Self.seen($0, sender) }
        seen.frames = Int(clamping: counts.frames)
        seen.packets = Int(clamping: counts.packets)
        seen.dropped = Int(clamping: counts.dropped)
        return seen
    }

    /// A sender as people see it: its address, and before it the name that it gave itself.
    static func seen(_ sender: PixelReceiver.NamedSender, _ httpSender: String) -> PixelStreamStatus.Sender {
        let kind = sender.sender.key.protocol
        guard kind != .http else { return PixelStreamStatus.Sender(name: httpSender, proto: kind.rawValue) }
        let address = sender.sender.address.text
        let name = PrintableText.line(String(decoding: sender.name, as: UTF8.self))
        return PixelStreamStatus.Sender(name: name.isEmpty ? address : "\(name) (\(address))", proto: kind.rawValue)
    }
}
