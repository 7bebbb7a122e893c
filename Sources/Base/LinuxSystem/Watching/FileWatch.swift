import CLinuxSystem
import Glibc
import Timelines

/// Reports when one of some files is written or replaced (inotify(7)), however it is saved: in place, by renaming another one over
/// it, by exchanging a symbolic link on the way to it, or by making a folder that was missing.
///
/// The folders are watched, not the files themselves, which a save by renaming would leave behind. For one thread.
package final class FileWatch {
    /// Becomes readable when `takeChange` is to be called.
    package var descriptor: Int32 { polls.descriptor }
    private let paths: [String]
    private let polls: PollSet
    private let folders: Int32
    private var places: [FilePlace]
    /// The names that matter, by the number of the watch of their folder.
    private var names: [Int32: Set<String>] = [:]
    /// The time without a change after which a change counts, because a file is often saved in several steps.
    private let quiet: Nanoseconds
    /// The first and the last change that was not reported yet.
    private var changes: (first: Instant, last: Instant)?
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    /// Begins to watch files, which may be missing; a path that ends with a slash is that of a folder with all of its files.
    ///
    /// - Parameter quiet: how long they must be unchanged before a change is reported; zero reports each change at once.
    /// - Throws: if no folder on the way to any of them can be watched.
    package init(paths: [String], quiet: Nanoseconds = .milliseconds(100)) throws(WordedError) {
        self.paths = paths
        self.quiet = max(quiet, .zero)
        places = paths.flatMap(FilePlace.all)
        let path = paths.first ?? ""
        do throws(SystemCallError) {
            polls = try PollSet()
        } catch {
            throw WordedError("cannot watch \(path): \(error)")
        }
        folders = folder_watch_open()
        guard folders >= 0, polls.watch(folders) else {
            let error = SystemCallError("inotify_init1")
            if folders >= 0 { close(folders) }
            throw WordedError("cannot watch \(path): \(error)")
        }
        let code = follow()
        if names.isEmpty {
            close(folders)
            throw WordedError("cannot watch the folder of \(path): \(SystemCallError.reason(code))")
        }
    }

    /// Begins to watch one file.
    package convenience init(path: String, quiet: Nanoseconds = .milliseconds(100)) throws(WordedError) {
        try self.init(paths: [path], quiet: quiet)
    }

    deinit { close(folders) }

    /// Takes the events; returns whether the files have to be read again.
    ///
    /// To be called when the descriptor can be read, with the present instant of CLOCK_MONOTONIC.
    package func takeChange(at instant: Instant) -> Bool {
        if takeEvents() {
            changes = (changes?.first ?? instant, instant)
            _ = follow()
        }
        let isChanged = due.map { instant >= $0 } ?? false
        if isChanged { changes = nil }
        polls.wake(at: due)
        return isChanged
    }

    /// How many quiet times a change waits at most if changes never stop.
    private static let maximumQuietTimes: Int64 = 10

    /// When the recorded changes count; nil without changes.
    private var due: Instant? {
        guard let changes else { return nil }
        let maximum = Nanoseconds(Int64(clamping: Int128(quiet.count) * Int128(Self.maximumQuietTimes)))
        return min(changes.last + quiet, changes.first + maximum)
    }

    /// Returns whether one of the events that wait is about the file.
    private func takeEvents() -> Bool {
        var isChanged = false
        while true {
            let count = read(folders, &buffer, buffer.count)
            guard count > 0 else { return isChanged }
            buffer.withUnsafeBufferPointer { bytes in
                guard let start = bytes.baseAddress else { return }
                var place = 0
                var event = folder_event()
                while true {
                    let length = folder_watch_take(start + place, Int32(count - place), &event)
                    guard length > 0 else { break }
                    if matters(event) { isChanged = true }
                    place += Int(length)
                }
            }
        }
    }

    private func matters(_ event: folder_event) -> Bool {
        switch event.kind {
        case folder_event_lost: return true
        case folder_event_gone: return names[event.watch] != nil
        default: break
        }
        let name = String(cString: event.name)
        guard let wanted = names[event.watch], wanted.contains(name) || wanted.contains(FilePlace.anyName) else {
            return false
        }
        guard event.kind == folder_event_created else { return true }
        // For a new file another event follows when it has been written; for links and folders no other event follows.
        return !places.contains { place in
            (place.name == name || place.name == FilePlace.anyName)
                && Self.isBeingWritten(FilePlace(folder: place.folder, name: name))
        }
    }

    private static func isBeingWritten(_ place: FilePlace) -> Bool {
        var status = stat()
        guard lstat(place.folder + "/" + place.name, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_nlink == 1
    }

    /// Watches the folders of the way as it is now; returns the last error number.
    private func follow() -> Int32 {
        var code: Int32 = 0
        // Looked at again if it changes meanwhile.
        for _ in 0..<5 {
            let places = paths.flatMap(FilePlace.all)
            let isSame = places == self.places && !names.isEmpty
            self.places = places
            var watched: [Int32: Set<String>] = [:]
            for place in places {
                let watch = folder_watch_add(folders, place.folder)
                if watch >= 0 { watched[watch, default: []].insert(place.name) } else { code = errno }
            }
            for watch in names.keys where watched[watch] == nil { folder_watch_remove(folders, watch) }
            names = watched
            if isSame { break }
        }
        return code
    }
}

/// A name in a folder that decides which file a path means.
struct FilePlace: Hashable {
    /// Stands for all names in a folder.
    static let anyName = ""

    /// The path of the folder, without symbolic links.
    let folder: String
    let name: String

    /// The links that a path may have (the kernel's own limit).
    private static let maximumLinks = 40

    /// Follows a path as the kernel does: the file's own name in its folder, and those of the symbolic links on the way to it, in the
    /// order of the path; a missing one is the last.
    ///
    /// If a slash ends the path, all names in that folder follow.
    static func all(of path: String) -> [FilePlace] {
        var found: [FilePlace] = []
        var folder = path.hasPrefix("/") ? "/" : "."
        var rest = components(of: path)
        var links = 0
        while let name = rest.popLast() {
            if name == ".." {
                folder = join(folder, name)
                continue
            }
            let here = join(folder, name)
            let target = Folder.target(ofLink: here)
            // The last name decides which file it is; a missing name may appear.
            if target != nil || rest.isEmpty || access(here, F_OK) != 0 {
                found.append(FilePlace(folder: folder, name: name))
            }
            guard let target else {
                if access(here, F_OK) != 0 { break }
                folder = here
                continue
            }
            links += 1
            guard links <= maximumLinks else { break }
            if target.hasPrefix("/") { folder = "/" }
            rest += components(of: target)
        }
        if rest.isEmpty, path.hasSuffix("/"), access(folder, F_OK) == 0 {
            found.append(FilePlace(folder: folder, name: anyName))
        }
        return found
    }

    /// The names of a path, the first one last.
    private static func components(of path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/" + name : folder + "/" + name
    }
}
