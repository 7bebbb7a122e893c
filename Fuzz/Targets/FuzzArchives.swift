import SignNetwork

/// An archive that is to be restored: its files stay beside the sign file, each has a path of its own, and they are the same when they are
/// written again.
let fuzzArchives: FuzzTarget = { data, count in
    let archive = input(data, count)
    guard let files = try? TarArchive.decode(archive) else { return 0 }
    precondition(files.reduce(0) { $0 + $1.bytes.count } <= archive.count, "no file has more bytes than there are")
    precondition(Set(files.map(\.name)).count == files.count, "each has a path of its own")
    for (name, _) in files {
        let names = name.split(separator: "/", omittingEmptySubsequences: false)
        precondition(names.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }, "no path leads elsewhere or is hidden")
    }
    guard files.allSatisfy({ $0.name.utf8.count <= 100 }) else { return 0 }
    let again = (try? TarArchive.encode(files)).flatMap { try? TarArchive.decode($0) }
    precondition(again?.map(\.name) == files.map(\.name), "the paths come back")
    precondition(again?.map(\.bytes) == files.map(\.bytes), "the files come back")
    return 0
}
