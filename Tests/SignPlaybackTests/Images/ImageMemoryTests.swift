import ImageFiles
import Marquee
import PixelGraphics
import SignTestSupport
import Testing

@testable import SignPlayback

/// The memory that images share.
@Suite struct ImageMemoryTests {
    private func key(_ path: String) -> ImageCache.Key { ImageCache.Key(source: .file(path), fitting: ImageFitting()) }

    private func animation(_ cache: ImageCache, _ key: ImageCache.Key) -> ImageAnimation? {
        if case .ready(let animation) = cache.state(of: key) { animation } else { nil }
    }

    /// Writes a picture of 100x50 pixels: 20,000 bytes, and two masks of 800 bytes.
    private func picture(_ folder: ImageFolder, _ name: String) throws -> String {
        try PNG.write(RGBBitmap(size: Size(width: 100, height: 50), color: .white), path: folder.path(name))
        return folder.path(name)
    }

    @Test("E8: an image keeps its share of the memory until its last copy is gone")
    func share() throws {
        let folder = try ImageFolder()
        let memory = ImageMemory(limit: 100_000)
        let cache = ImageCache(memory: memory)
        let path = try picture(folder, "a.png")
        cache.request([key(path)])
        cache.settle()
        #expect((21_600...22_000).contains(memory.used.withLock { $0 }), "\(memory.used.withLock { $0 })")
        do {
            let copy = try #require(animation(cache, key(path))).still
            cache.keep([])
            expectEqual(copy.pictureCount, 1)
            #expect(memory.used.withLock { $0 } > 0)
            withExtendedLifetime(copy) {}
        }
        expectEqual(memory.used.withLock { $0 }, 0)
    }

    @Test("E8: an image without room is refused, with what it needs, and loaded when another one goes")
    func full() throws {
        let folder = try ImageFolder()
        let memory = ImageMemory(limit: 30_000)
        let paths = try ["a.png", "b.png"].map { try picture(folder, $0) }
        let (first, second) = (ImageCache(memory: memory), ImageCache(memory: memory))
        first.request([key(paths[0])])
        first.settle()
        second.request([key(paths[1])])
        second.settle()
        guard case .full(let needed) = second.state(of: key(paths[1])) else {
            Issue.record("there is no room for both")
            return
        }
        #expect((21_600...22_000).contains(needed))
        expectEqual(
            second.problems.first?.hasPrefix("\(paths[1]): it needs 0.1 MiB of memory, which other images take"), true)
        // The other cache gives its memory back; this one tries again when something of its own goes.
        first.keep([])
        second.request([key(folder.path("none.png"))])
        second.keep([key(paths[1])])
        second.settle()
        #expect(animation(second, key(paths[1])) != nil)
        expectEqual(second.problems, [])
    }

    @Test("E8: an image that cannot be read takes no memory")
    func unreadable() throws {
        let memory = ImageMemory(limit: 30_000)
        let cache = ImageCache(memory: memory)
        cache.request([key("/nowhere/a.png")])
        cache.settle()
        #expect(memory.used.withLock { $0 } == 0 && cache.problems.count == 1)
    }
}
