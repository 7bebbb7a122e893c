import ImageFiles
import LinuxSystem
import LiveValues
import Marquee
import PixelGraphics
import SignFiles
import Synchronization

/// The images of a sign: read and decoded on a thread of its own, and handed over without blocking.
///
/// The thread lives as long as there is something to load. A loaded image stays until `keep` drops
/// it; an image that cannot be loaded again stays as it was.
package final class ImageCache: Sendable {
    /// An image as it is shown.
    struct Key: Hashable, Sendable {
        /// Its file or URL; the path of a file is one that can be opened.
        let source: SignImage.Source
        /// How it is brought to the size of the area.
        let fit: ImageFit
        /// The area; nil if it keeps its own size.
        let area: Size?
    }

    /// What has become of an image.
    enum State {
        /// It has not come yet.
        case waiting
        /// It is there; a number tells it from earlier ones of the same source.
        case ready(ImageAnimation, revision: Int)
        /// It is missing or unreadable; why, in the words of the layer that found it.
        case failed(String)
        /// There is no memory for it; the bytes that it needs.
        case full(needed: Int)
    }

    fileprivate struct Entry {
        var animation: ImageAnimation?
        var problem: String?
        /// The bytes that it needs and that were not there; nil if it was not refused for that.
        var lacking: Int?
        var revision = 0
        var stamp: FileStamp?
        var jobs = 0
    }

    fileprivate struct Job {
        let key: Key
        /// What a server gave; nil for files.
        let bytes: [UInt8]?
    }

    private struct Content {
        var entries: [Key: Entry] = [:]
        var queue: [Job] = []
        var isWorking = false
        /// The last thread, which has ended unless it works.
        var thread: NativeThread?
    }

    private let memory: ImageMemory
    private let content = Mutex(Content())
    private let news = EventDescriptor()
    private let idle = EventDescriptor()

    /// Creates an empty cache.
    ///
    /// - Parameter memory: where images come from.
    package init(memory: ImageMemory = .shared) { self.memory = memory }

    /// Becomes readable when an image has been loaded, or could not be; for poll(2).
    package var descriptor: Int32 { news.number }

    // MARK: Asking

    /// Has images loaded: files that are new, or have changed since; those of servers come with `take`.
    func request(_ keys: [Key]) {
        let stamps = keys.map { key -> FileStamp? in
            guard case .file(let path) = key.source else { return nil }
            return FileStamp(path: path)
        }
        content.withLock { content in
            for (key, stamp) in zip(keys, stamps) {
                let known = content.entries[key]
                guard case .file = key.source else {
                    content.entries[key] = known ?? Entry()
                    continue
                }
                guard known == nil || known?.stamp != stamp || known?.lacking != nil else { continue }
                var entry = known ?? Entry()
                (entry.problem, entry.lacking, entry.stamp) = (nil, nil, stamp)
                let job = Job(key: key, bytes: nil)
                if stamp == nil, case .failure(let error) = Self.read(job) {
                    // That it is not there is known at once.
                    entry.note(.file(error), job)
                } else {
                    entry.jobs += 1
                    content.queue.append(job)
                }
                content.entries[key] = entry
            }
        }
        startWork()
    }

    /// Takes what a server gave for an address.
    func take(_ bytes: [UInt8], of address: LiveAddress) {
        content.withLock { content in
            for key in content.entries.keys where key.source == .url(address) {
                content.entries[key]?.jobs += 1
                content.queue.append(Job(key: key, bytes: bytes))
            }
        }
        startWork()
    }

    /// What has become of an image; a changed one is the old one until the new one is there.
    func state(of key: Key) -> State {
        guard let entry = content.withLock({ $0.entries[key] }) else { return .waiting }
        if let animation = entry.animation { return .ready(animation, revision: entry.revision) }
        if let lacking = entry.lacking { return .full(needed: lacking) }
        return entry.problem.map { .failed($0) } ?? .waiting
    }

    /// Whether none of some images is being loaded; images of servers may come at any time.
    func isSettled(_ keys: [Key]) -> Bool {
        content.withLock { content in keys.allSatisfy { content.entries[$0]?.jobs ?? 0 == 0 } }
    }

    /// Why images are not shown as they are now, for people.
    var problems: [String] { content.withLock { $0.entries.values.compactMap(\.problem).sorted() } }

    /// Whether anything has come of loading since this was asked last.
    func takeNews() -> Bool {
        let isNew = news.isRaised
        news.lower()
        return isNew
    }

    /// Forgets all images but some, and tries those again that had no room.
    func keep(_ keys: Set<Key>) {
        guard drop(allBut: keys) else { return }
        request(content.withLock { content in content.entries.filter { $0.value.lacking != nil }.map(\.key) })
    }

    /// Forgets all images but some, whose memory is given back outside of the lock; returns whether there were others.
    private func drop(allBut keys: Set<Key>) -> Bool {
        let gone = content.withLock { content in
            let old = content.entries
            content.entries = old.filter { keys.contains($0.key) }
            return old.count > content.entries.count ? old : [:]
        }
        return !gone.isEmpty
    }

    /// Waits until everything that was asked for is loaded: at the start of a sign, and for pictures that are made once.
    func settle() {
        while content.withLock({ $0.isWorking }) { idle.wait(milliseconds: 1_000) }
    }

    /// Loads nothing more, and waits for the end of the thread, at most for a second.
    func end() {
        let thread = content.withLock { content in
            content.queue = []
            defer { content.thread = nil }
            return content.thread
        }
        thread?.finish(within: .seconds(1))
    }

    // The thread keeps it alive while it works, and may be the last to do so.
    deinit { content.withLock { $0.thread }?.detach() }

    // MARK: The thread

    private func startWork() {
        let isNeeded = content.withLock { content in
            guard !content.isWorking, !content.queue.isEmpty else { return false }
            content.isWorking = true
            idle.lower()
            return true
        }
        guard isNeeded else { return }
        // Without a thread it is better to be late than to be dark.
        guard let thread = try? NativeThread(named: "ledsign-images", run: { [self] in work() }) else { return work() }
        let last = content.withLock { content in
            defer { content.thread = thread }
            return content.thread
        }
        // It has nothing left to do.
        last?.finish(within: .seconds(1))
    }

    private func work() {
        while let job = next() { finish(job, load(job)) }
    }

    private func next() -> Job? {
        content.withLock { content in
            content.isWorking = !content.queue.isEmpty
            if !content.isWorking { idle.raise() }
            return content.queue.isEmpty ? nil : content.queue.removeFirst()
        }
    }

    private func finish(_ job: Job, _ result: Result<ImageAnimation, ImageMemory.Failure>) {
        // What is replaced is given back outside of the lock.
        let old = content.withLock { content -> ImageAnimation? in
            // Images that are no longer needed are dropped.
            guard var entry = content.entries[job.key] else { return nil }
            let old = entry.animation
            entry.jobs -= 1
            switch result {
            case .success(let animation):
                (entry.animation, entry.problem, entry.lacking) = (animation, nil, nil)
                entry.revision += 1
            case .failure(let failure): entry.note(failure, job)
            }
            content.entries[job.key] = entry
            return old
        }
        withExtendedLifetime(old) { news.raise() }
    }

    private func load(_ job: Job) -> Result<ImageAnimation, ImageMemory.Failure> {
        memory.load { () throws(ImageFileError) in try Self.read(job).get() }
    }

    private static func read(_ job: Job) -> Result<ImageAnimation, ImageFileError> {
        do throws(ImageFileError) {
            let (fit, area) = (job.key.fit, job.key.area)
            switch job.key.source {
            case .file(let path): return .success(try ImageAnimation.read(path: path, fit: fit, area: area))
            case .url: return .success(ImageAnimation(try ImageLoader.decode(job.bytes ?? [], fit: fit, area: area)))
            }
        } catch {
            return .failure(error)
        }
    }
}

extension ImageCache.Entry {
    /// Notes why it could not be loaded.
    fileprivate mutating func note(_ failure: ImageMemory.Failure, _ job: ImageCache.Job) {
        switch failure {
        case .file(let error):
            (problem, lacking) = ("\(error)", nil)
            if case .url(let address) = job.key.source { problem = "\(address.url): \(error)" }
        case .full(let needed):
            (problem, lacking) = ("\(job.key.source.name): \(ImageMemory.words(needed: needed))", needed)
        }
    }
}
