import Glibc
import ImageFiles
import LinuxSystem
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import Synchronization
import Timelines

/// The images of a sign: read and decoded on a thread of its own, and handed over without blocking.
///
/// The thread begins with the first image. A loaded image stays until `keep` drops
/// it; an image that cannot be loaded again stays as it was.
package final class ImageCache: Sendable {
    /// An image as it is shown.
    struct Key: Hashable, Sendable {
        /// Its file, URL or bytes; the path of a file is one that can be opened.
        let source: SignImage.Source
        /// How it is brought to the size of its area.
        let fitting: ImageFitting
        /// How often the file is looked at, or its server is asked; nil for the default.
        var every: Nanoseconds?
        /// The order of the images of a folder.
        var order = ImageSlides.Order.name
        /// The turn for which its server is asked, once; nil for other images.
        var turn: Int?

        /// How long each image of a folder is shown.
        var pause: Nanoseconds { every ?? .seconds(10) }
    }

    /// What has become of an image.
    enum State {
        /// It has not come yet.
        case waiting
        /// It is there.
        case ready(ImageAnimation)
        /// It is missing or unreadable; why, in the words of the layer that found it.
        case failed(String)
        /// There is no memory for it; the bytes that it needs.
        case full(needed: Int)
    }

    struct Entry: Sendable {
        var animation: ImageAnimation?
        var problem: String?
        /// The bytes that it needs and that were not there; nil if it was not refused for that.
        var lacking: Int?
        var stamp: FileStamp?
        /// Whether the server gives none; its source says why.
        var isRefused = false
        /// What tells the document of a server from others.
        var digest: Int?
        /// What the server said of the picture of a turn.
        var answer: TronbytAnswer?
        var jobs = 0
    }

    /// What is to be loaded, and what a server gave; nil for files.
    typealias Job = (key: Key, bytes: [UInt8]?)

    /// What is asked for, and what has become of it.
    struct Content: Sendable {
        var entries: [Key: Entry] = [:]
        var queue: [Job] = []
        /// The images that stay whatever values ask for.
        var fixed: Set<Key> = []
        /// Those that values ask for now.
        var demanded: [Key] = []
        /// Those that values asked for before, the oldest first.
        var recent: [Key] = []
        /// Whether something is being loaded, or waits for the thread.
        var isWorking = false {
            didSet { isWorking ? idle.lower() : idle.raise() }
        }
        let memory: ImageMemory
        /// What shows images on a panel of few levels.
        let dither: OrderedDither?
        /// Raised when an image has been loaded, or could not be.
        let news = EventDescriptor()
        /// Raised while nothing is left to load.
        let idle = EventDescriptor()
    }

    private let mailbox: Mailbox<Content>
    private let worker = Mutex<Worker?>(nil)
    private let news: EventDescriptor
    private let idle: EventDescriptor

    /// Creates an empty cache.
    ///
    /// - Parameter planes: the bit planes of the panel that the images are for; nil where they are no matter.
    package init(memory: ImageMemory = .shared, planes: Int? = nil) {
        let content = Content(memory: memory, dither: planes.flatMap { OrderedDither(planes: $0) })
        (news, idle) = (content.news, content.idle)
        mailbox = Mailbox(content)
    }

    /// Becomes readable when an image has been loaded, or could not be; for poll(2).
    package var descriptor: Int32 { news.number }

    /// Has images loaded: files that are new, or have changed since; those of servers come with `take`.
    func request(_ keys: [Key]) {
        mailbox.look { $0.fixed.formUnion(keys) }
        load(keys)
    }

    /// The paths of all files, in order: when one of them changes, `lookAtFiles` is to be called.
    package var files: [String] {
        let paths = mailbox.look { content in content.entries.keys.compactMap(\.path) }
        return Set(paths).sorted()
    }

    /// Has those files loaded again that are others now.
    package func lookAtFiles() { load(mailbox.look { content in content.entries.keys.filter { $0.path != nil } }) }

    private func load(_ keys: [Key]) {
        mailbox.enqueue(keys)
        startWork()
    }

    /// Takes what a server gave to a source; what is shown already stays.
    func take(_ document: LiveDocument, named name: String) {
        var hasher = Hasher()
        hasher.combine(document.bytes)
        let digest = hasher.finalize()
        mailbox.look { content in
            content.setBrightness(document.answer?.brightness, ofConnection: name)
            for (key, entry) in content.entries where key.isAsked(by: name) && key.turn == document.answer?.turn {
                guard entry.digest != digest || entry.lacking != nil else {
                    content.entries[key]?.answer = document.answer
                    if entry.answer != document.answer { content.news.raise() }
                    continue
                }
                content.entries[key]?.digest = digest
                content.entries[key]?.answer = document.answer
                content.entries[key]?.jobs += 1
                content.queue.append((key, document.bytes))
            }
        }
        startWork()
    }

    /// Records that a server gave nothing to a source, so that what stands for its images is shown.
    func fail(named name: String) {
        mailbox.look { content in
            for (key, entry) in content.entries where key.isAsked(by: name) && !entry.isRefused {
                content.entries[key]?.isRefused = true
                content.news.raise()
            }
        }
    }

    /// What has become of an image; a changed one is the old one until the new one is there.
    func state(of key: Key) -> State {
        guard let entry = mailbox.look({ $0.entries[key] }) else { return .waiting }
        if let animation = entry.animation { return .ready(animation) }
        if let lacking = entry.lacking { return .full(needed: lacking) }
        if entry.isRefused { return .failed("the server does not give it") }
        return entry.problem.map { .failed($0) } ?? .waiting
    }

    /// What a server said of the picture of a turn that it gave; nil for none.
    func answer(of key: Key) -> TronbytAnswer? { mailbox.look { $0.entries[key]?.answer } }

    /// Whether none of some images is being loaded; images of servers may come at any time.
    func isSettled(_ keys: [Key]) -> Bool {
        mailbox.look { content in keys.allSatisfy { content.entries[$0]?.jobs ?? 0 == 0 } }
    }

    /// Why images are not shown as they are now, for people; none where all are well.
    package var problems: [String] { mailbox.look { $0.entries.values.compactMap(\.problem).sorted() } }

    /// Whether anything has come of loading since this was asked last.
    func takeChanges() -> Bool {
        let isNew = news.isRaised
        news.lower()
        return isNew
    }

    /// Forgets all images but some, and tries those again that had no room.
    func keep(_ keys: Set<Key>) {
        mailbox.look { $0.fixed = keys }
        guard dropOthers() else { return }
        load(mailbox.look { content in content.entries.filter { $0.value.lacking != nil }.map(\.key) })
    }

    /// Forgets all images that nothing asks for, whose memory is given back outside of the lock; returns whether there were any.
    @discardableResult private func dropOthers() -> Bool {
        let gone = mailbox.look { content in
            let old = content.entries
            let needed = content.fixed.union(content.demanded).union(content.recent)
            content.entries = old.filter { needed.contains($0.key) }
            return old.count > content.entries.count ? old : [:]
        }
        return !gone.isEmpty
    }

    /// The images that values ask for.
    var demanded: [Key] { mailbox.look { $0.demanded } }

    /// Has the images loaded that values ask for now, and keeps some of those before; returns whether they are others.
    func demand(_ keys: [Key]) -> Bool {
        let isOther = mailbox.look { content in
            guard keys != content.demanded else { return false }
            let before = content.recent.filter { !content.demanded.contains($0) } + content.demanded
            // The picture of a turn never comes again.
            (content.demanded, content.recent) = (keys, before.filter { !keys.contains($0) && $0.turn == nil })
            content.trimRecent()
            return true
        }
        guard isOther else { return false }
        dropOthers()
        load(keys)
        return true
    }

    /// Waits until everything that was asked for is loaded: at the start of a sign, and for pictures that are made once.
    func settle() {
        while mailbox.look({ $0.isWorking }) { idle.wait(milliseconds: 1_000) }
    }

    /// Loads nothing more, and waits for the end of the thread, at most for a second.
    package func end() { worker.withLock { $0 }?.end() }

    // The thread may hold what it shares for a moment longer.
    deinit {
        mailbox.look { ($0.fixed, $0.demanded, $0.recent) = ([], [], []) }
        dropOthers()
    }

    private func startWork() {
        guard !mailbox.isEnding else { return }
        let isNeeded = mailbox.look { content in
            guard !content.isWorking, !content.queue.isEmpty else { return false }
            content.isWorking = true
            return true
        }
        guard isNeeded else { return }
        let hasWorker = worker.withLock { [mailbox] worker in
            if worker == nil {
                worker = try? Worker(named: "ledsign-images", mailbox) { mailbox in
                    mailbox.serve(timeout: { mailbox.fileTimeout }) { _ in
                        mailbox.enqueue(mailbox.look { $0.entries.keys.filter { $0.path != nil && $0.every != nil } })
                        mailbox.load()
                    }
                }
            }
            return worker != nil
        }
        // Without a thread it is better to be late than to be dark.
        if hasWorker { mailbox.wake.raise() } else { mailbox.load() }
    }
}

extension ImageCache.Key {
    /// The path of its file; nil for what a server gives.
    var path: String? { if case .file(let path) = source { path } else { nil } }

    /// Whether its bytes need no server.
    var isHere: Bool { if case .url = source { false } else { true } }

    /// Whether its server gives it over a connection that stays open.
    var isConnected: Bool { if case .url(let address) = source { address.isWebSocket } else { false } }

    /// Whether a source of that name asks a server for it.
    func isAsked(by name: String) -> Bool {
        guard case .url(let address) = source else { return false }
        return SignImage.liveName(of: address, isTurn: turn != nil) == name
    }

    /// Its path or URL for people.
    var name: String {
        guard case .url(let address) = source, turn != nil else { return source.name }
        return address.urlWithoutQuery
    }

    /// How large it may be.
    var limits: ImageLimits {
        var limits = ImageLimits.shown
        if turn != nil { (limits.maximumFrames, limits.indexesFrames) = (2_048, true) }
        return limits
    }
}

extension ImageCache.Content {
    /// The images that values asked for before and that are kept, and the bytes that they may take.
    private static let maximumRecent = (count: 8, bytes: 8 << 20)

    /// Sets how bright a server wants the sign that says so over a connection: whatever picture is shown.
    mutating func setBrightness(_ brightness: Int?, ofConnection name: String) {
        for key in entries.keys where key.isConnected && key.isAsked(by: name) {
            guard let answer = entries[key]?.answer, answer.brightness != brightness else { continue }
            entries[key]?.answer?.brightness = brightness
            news.raise()
        }
    }

    /// Forgets the oldest of the images that values asked for before.
    mutating func trimRecent() {
        recent = recent.filter { entries[$0]?.animation != nil }
        var bytes = recent.reduce(0) { $0 + (entries[$1]?.animation?.byteCount ?? 0) }
        while recent.count > Self.maximumRecent.count || bytes > Self.maximumRecent.bytes {
            bytes -= entries[recent.removeFirst()]?.animation?.byteCount ?? 0
        }
    }
}

/// Which version of a file is there: it differs after a change, and after another file has taken its place.
package struct FileStamp: Hashable, Sendable {
    private let device: UInt
    private let node: UInt
    private let bytes: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Looks at a file, or at all files of a folder if a slash ends the path; nil if it is missing, or a pipe, which can be read
    /// only once.
    package init?(path: String) {
        guard !path.hasSuffix("/") else {
            guard let names = try? Folder.names(in: path) else { return nil }
            var hasher = Hasher()
            for name in names { hasher.combine([name: FileStamp(path: path + name)]) }
            (device, node, bytes, seconds, nanoseconds) = (0, 0, hasher.finalize(), 0, 0)
            return
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (device, node, bytes) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
