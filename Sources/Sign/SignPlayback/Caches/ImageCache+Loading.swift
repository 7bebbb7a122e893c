import ImageFiles
import LinuxSystem
import Marquee
import PixelGraphics

extension ImageCache {
    /// Reads and decodes the image of a file or a folder, or what a server gave.
    static func read(_ job: Job, _ dither: OrderedDither? = nil) -> Result<ImageAnimation, ImageFileError> {
        do throws(ImageFileError) {
            let fitting = job.key.fitting
            switch job.key.source {
            case .file(let path) where ImageSlides.isPath(path):
                let images = try ImageSlides.read(path: path, job.key.order, fitting)
                let slides = images.map { ImageAnimation($0, dither: dither) }
                return .success(ImageAnimation(slides: slides, every: job.key.pause))
            case .file(let path):
                return .success(ImageAnimation(try ImageLoader.read(path: path, fitting), dither: dither))
            case .url:
                let image = try ImageLoader.decode(job.bytes ?? [], limits: job.key.limits, fitting)
                return .success(ImageAnimation(image, dither: dither, isEndless: job.key.turn != nil))
            case .inline(let image):
                return .success(ImageAnimation(try ImageLoader.decode(image.bytes, fitting), dither: dither))
            }
        } catch {
            return .failure(error)
        }
    }
}

extension ImageCache.Entry {
    /// Records what came of loading it.
    mutating func record(_ outcome: ImageMemory.Outcome, _ job: ImageCache.Job) {
        switch outcome {
        case .loaded(let animation):
            (self.animation, problem, lacking, isRefused) = (animation, nil, nil, false)
        case .unreadable(let error):
            (problem, lacking) = ("\(error)", nil)
            if job.key.path == nil { problem = "\(job.key.name): \(error)" }
        case .full(let needed):
            (problem, lacking) = ("\(job.key.name): \(ImageMemory.words(needed: needed))", needed)
        }
    }
}

/// The thread's part.
extension Mailbox where Content == ImageCache.Content {
    /// Queues files that are new, or have changed since; those of servers come with `take`.
    func enqueue(_ keys: [ImageCache.Key]) {
        let stamps = keys.map { $0.path.flatMap { FileStamp(path: $0) } }
        look { content in
            for (key, stamp) in zip(keys, stamps) {
                let known = content.entries[key]
                guard key.isHere else {
                    content.entries[key] = known ?? ImageCache.Entry()
                    continue
                }
                guard known == nil || known?.stamp != stamp || known?.lacking != nil else { continue }
                var entry = known ?? ImageCache.Entry()
                (entry.problem, entry.lacking, entry.stamp) = (nil, nil, stamp)
                let job: ImageCache.Job = (key, nil)
                if stamp == nil, key.path != nil, case .failure(let error) = ImageCache.read(job) {
                    // That it is not there is known at once.
                    entry.record(.unreadable(error), job)
                    content.news.raise()
                } else {
                    entry.jobs += 1
                    content.queue.append(job)
                }
                content.entries[key] = entry
            }
        }
    }

    /// The milliseconds after which files have to be looked at again; -1 for never.
    var fileTimeout: Int32 {
        let shortest = look { content in content.entries.keys.lazy.filter { $0.path != nil }.compactMap(\.every).min() }
        return shortest.map { Int32(clamping: $0.count / 1_000_000 + 1) } ?? -1
    }

    /// Loads all that is asked for.
    func load() {
        let (memory, dither) = look { ($0.memory, $0.dither) }
        while let job = next() {
            finish(job, memory.load { () throws(ImageFileError) in try ImageCache.read(job, dither).get() })
        }
    }

    private func next() -> ImageCache.Job? {
        let isEnding = isEnding
        return look { content in
            content.isWorking = !isEnding && !content.queue.isEmpty
            return content.isWorking ? content.queue.removeFirst() : nil
        }
    }

    private func finish(_ job: ImageCache.Job, _ outcome: ImageMemory.Outcome) {
        // What is replaced is given back outside of the lock.
        let old = look { content -> ImageAnimation? in
            // Images that are no longer needed are dropped.
            guard var entry = content.entries[job.key] else { return nil }
            let old = entry.animation
            entry.jobs -= 1
            entry.record(outcome, job)
            content.entries[job.key] = entry
            return old
        }
        withExtendedLifetime(old) { look { $0.news.raise() } }
    }
}
