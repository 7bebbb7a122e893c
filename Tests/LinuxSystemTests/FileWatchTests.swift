import Foundation
import LinuxSystem
import SignTestSupport
import Testing
import Timelines

@Suite struct FileWatchTests {
    private let folder: URL

    private func at(_ milliseconds: Int64) -> Instant { .zero + .milliseconds(milliseconds) }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func write(_ name: String, _ text: String = "x") throws {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }

    private func folder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    private func watch(_ name: String) throws -> FileWatch { try FileWatch(path: path(name), quiet: .zero) }

    private func isReady(_ watch: FileWatch, within milliseconds: Int32 = 0) -> Bool {
        var descriptor = pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) == 1
    }

    @Test("writing, replacing, appending to, recreating and removing a file are reported")
    func changes() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("sign.yaml")
        let watch = try watch("sign.yaml")
        #expect(!isReady(watch) && !watch.takeChange(at: at(0)))
        try write("sign.yaml", "y")
        #expect(isReady(watch) && watch.takeChange(at: at(1)))
        #expect(!watch.takeChange(at: at(2)) && !isReady(watch))
        try write(".sign.yaml.new", "z")
        _ = watch.takeChange(at: at(3))
        expectEqual(rename(path(".sign.yaml.new"), path("sign.yaml")), 0)
        #expect(watch.takeChange(at: at(4)))
        let file = try FileHandle(forWritingTo: folder.appendingPathComponent("sign.yaml"))
        try file.seekToEnd()
        try file.write(contentsOf: Data("more".utf8))
        #expect(!watch.takeChange(at: at(5)))
        try file.close()
        #expect(watch.takeChange(at: at(6)))
        unlink(path("sign.yaml"))
        #expect(watch.takeChange(at: at(7)))
        try write("sign.yaml")
        #expect(watch.takeChange(at: at(8)))
    }

    @Test("of several files each one is watched")
    func several() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try folder("a")
        try write("a/one.png")
        try write("two.png")
        let watch = try FileWatch(paths: [path("a/one.png"), path("two.png"), path("three.png")], quiet: .zero)
        #expect(!watch.takeChange(at: at(0)))
        for (time, name) in ["a/one.png", "two.png", "three.png"].enumerated() {
            try write(name, "y")
            #expect(isReady(watch) && watch.takeChange(at: at(Int64(2 * time))), "\(name)")
            try write("a/two.png")
            #expect(!watch.takeChange(at: at(Int64(2 * time + 1))))
        }
    }

    @Test("of a folder whose path ends with a slash, all files are watched once they are written")
    func wholeFolder() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try folder("a")
        let watch = try FileWatch(path: path("a") + "/", quiet: .zero)
        try write("b")
        #expect(!watch.takeChange(at: at(0)))
        try write("a/one.png")
        #expect(isReady(watch) && watch.takeChange(at: at(1)))
        expectEqual(rename(path("a/one.png"), path("a/two.png")), 0)
        #expect(watch.takeChange(at: at(2)))
        unlink(path("a/two.png"))
        #expect(watch.takeChange(at: at(3)))
        expectEqual(rename(path("a"), path("c")), 0)
        #expect(watch.takeChange(at: at(4)))
        try folder("a")
        _ = watch.takeChange(at: at(5))
        try write("a/three.png")
        #expect(watch.takeChange(at: at(6)))
    }

    @Test("other files of the folder are ignored")
    func others() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("sign.yaml")
        let watch = try watch("sign.yaml")
        try write("sign.yaml.swp")
        try write("sign.yam")
        unlink(path("sign.yam"))
        #expect(isReady(watch) && !watch.takeChange(at: at(0)) && !isReady(watch))
    }

    @Test("a file that is being written is reported when it is complete")
    func beingWritten() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let watch = try watch("sign.yaml")
        let descriptor = open(path("sign.yaml"), O_CREAT | O_WRONLY, 0o600)
        #expect(!watch.takeChange(at: at(0)))
        close(descriptor)
        #expect(watch.takeChange(at: at(1)))
        try write("other")
        expectEqual(Glibc.link(path("other"), path("linked")), 0)
        let linked = try self.watch("second.yaml")
        expectEqual(Glibc.link(path("other"), path("second.yaml")), 0)
        #expect(linked.takeChange(at: at(2)))
    }

    @Test("replacing a symbolic link to the file is reported, and so is a change of its target")
    func fileLink() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try folder("a")
        try folder("b")
        try write("a/real.yaml")
        try write("b/real.yaml")
        try link("sign.yaml", to: "a/real.yaml")
        let watch = try watch("sign.yaml")
        try write("a/real.yaml", "y")
        #expect(watch.takeChange(at: at(0)))
        // ln -sf
        unlink(path("sign.yaml"))
        try link("sign.yaml", to: "b/real.yaml")
        #expect(watch.takeChange(at: at(1)))
        try write("a/real.yaml", "z")
        #expect(!watch.takeChange(at: at(2)))
        try write("b/real.yaml", "z")
        #expect(watch.takeChange(at: at(3)))
        try link("new", to: path("a/real.yaml"))
        expectEqual(rename(path("new"), path("sign.yaml")), 0)
        #expect(watch.takeChange(at: at(4)))
        try write("a/real.yaml", "1")
        #expect(watch.takeChange(at: at(5)))
    }

    @Test("a link to a folder on the way that is exchanged counts, as container managers and ln -sfn do it")
    func folderLink() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["..1", "..2"] {
            try folder(name)
            try write(name + "/sign.yaml")
        }
        try link("..data", to: "..1")
        try link("sign.yaml", to: "..data/sign.yaml")
        let watch = try watch("sign.yaml")
        try link("..data_tmp", to: "..2")
        #expect(!watch.takeChange(at: at(0)))
        expectEqual(rename(path("..data_tmp"), path("..data")), 0)
        #expect(watch.takeChange(at: at(1)))
        try write("..1/sign.yaml", "old")
        #expect(!watch.takeChange(at: at(2)))
        try write("..2/sign.yaml", "new")
        #expect(watch.takeChange(at: at(3)))
        // A whole way through a link: current/sign.yaml, current -> release.
        try link("current", to: "..1")
        let other = try self.watch("current/sign.yaml")
        unlink(path("current"))
        try link("current", to: "..2")
        #expect(other.takeChange(at: at(4)))
        try write("..2/sign.yaml", "again")
        #expect(other.takeChange(at: at(5)))
    }

    @Test("folders that are missing, made, moved and removed are followed")
    func folders() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let watch = try watch("a/b/sign.yaml")
        try folder("a")
        _ = watch.takeChange(at: at(0))
        try folder("a/b")
        _ = watch.takeChange(at: at(1))
        try write("a/b/sign.yaml")
        #expect(watch.takeChange(at: at(2)))
        expectEqual(rename(path("a/b"), path("a/c")), 0)
        #expect(watch.takeChange(at: at(3)))
        try write("a/c/sign.yaml", "y")
        #expect(!watch.takeChange(at: at(4)))
        expectEqual(rename(path("a/c"), path("a/b")), 0)
        #expect(watch.takeChange(at: at(5)))
        try write("a/b/sign.yaml", "z")
        #expect(watch.takeChange(at: at(6)))
    }

    @Test("links that go in circles end")
    func circles() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try link("a", to: "b")
        try link("b", to: "a")
        let watch = try watch("a")
        unlink(path("b"))
        try write("b")
        #expect(watch.takeChange(at: at(0)))
    }

    @Test("a change is reported after the quiet time, also by the descriptor")
    func quiet() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let watch = try FileWatch(path: path("sign.yaml"), quiet: .milliseconds(100))
        try write("sign.yaml")
        // Instants of long ago: the timer behind the descriptor is due at once.
        #expect(!watch.takeChange(at: at(0)))
        #expect(isReady(watch, within: Polling.timeout))
        #expect(!watch.takeChange(at: at(50)))
        try write("sign.yaml")
        #expect(!watch.takeChange(at: at(90)))
        #expect(!watch.takeChange(at: at(189)))
        #expect(watch.takeChange(at: at(190)))
        #expect(!isReady(watch))
    }

    @Test("a file that never stops changing is reported, too")
    func never() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write("sign.yaml")
        let watch = try FileWatch(path: path("sign.yaml"), quiet: .milliseconds(100))
        var told: [Int64] = []
        for time in stride(from: Int64(0), to: 2_500, by: 50) {
            try write("sign.yaml")
            if watch.takeChange(at: at(time)) { told.append(time) }
        }
        expectEqual(told, [1_000, 2_050])
    }
}
