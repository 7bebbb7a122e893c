import Boards
import Settings
import SignFiles
import SignPlayback
import Timelines

/// The last good sign file and its board, stored in the state folder for a start with a broken one.
package struct LastGoodSign: Equatable {
    /// The bytes of the sign file.
    let sign: [UInt8]
    /// The board with its files.
    package let board: BoardCopy

    /// The version of the format.
    private static let version: Int64 = 1

    /// What is kept of a sign file, and the path of the copy; nil if it is missing or damaged.
    package static func find(signFile path: String) -> (kept: LastGoodSign, path: String)? {
        guard let place = ControlPaths.ofProcess.state(signFile: path)?.good,
            let bytes = try? StateFile(path: place).content(), let kept = LastGoodSign(parsing: bytes)
        else { return nil }
        return (kept, place)
    }

    /// The sign file; its paths are relative to the folder of the original.
    package func file(path: String) throws -> SignFile { try SignFile(parsing: sign, path: path) }

    /// The content of the file.
    ///
    /// - Parameter path: that of the sign file, for people who look into the state folder.
    func bytes(signFile path: String) -> [UInt8] {
        let content: JSONValue = [
            "version": .integer(Self.version), "path": .text(path), "sign": .text(of: sign),
            "board": [
                "name": .text(board.name), "path": .text(board.path), "text": .text(of: board.bytes),
                "parts": .list(board.parts.map(\.json)),
            ],
        ]
        return Array((content.line + "\n").utf8)
    }
}

extension LastGoodSign {
    /// Reads the content of the file; nil if it has changed.
    fileprivate init?(parsing bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes), value["version"]?.integer == Self.version,
            let sign = value["sign"]?.text, let board = value["board"], let name = board["name"]?.text,
            let path = board["path"]?.text, let text = board["text"]?.text, case .list(let list) = board["parts"]
        else { return nil }
        let parts = list.compactMap { BoardCopy.Part($0) }
        guard parts.count == list.count else { return nil }
        self.init(
            sign: Array(sign.utf8), board: BoardCopy(name: name, path: path, bytes: Array(text.utf8), parts: parts))
    }
}

extension JSONValue {
    /// The text of a good file, which is UTF-8.
    fileprivate static func text(of bytes: [UInt8]) -> JSONValue { .text(String(decoding: bytes, as: UTF8.self)) }
}

extension BoardCopy.Part {
    fileprivate var json: JSONValue {
        [
            "kind": .text(kind.rawValue), "given": .text(given), "name": .text(name), "path": .text(path),
            "text": .text(of: bytes),
        ]
    }

    fileprivate init?(_ value: JSONValue) {
        guard let kind = (value["kind"]?.text).flatMap({ BoardFiles.Kind(rawValue: $0) }),
            let given = value["given"]?.text, let name = value["name"]?.text, let path = value["path"]?.text,
            let text = value["text"]?.text
        else { return nil }
        self.init(kind: kind, given: given, name: name, path: path, bytes: Array(text.utf8))
    }
}

/// Stores the last good sign file and its board in the state folder, for `dark` and for a start with a broken file.
///
/// For the thread that draws; the disk is waited for by that of the writer.
package final class LastGoodKeeper {
    private let file: StateFile
    private let signFile: String
    private let board: BoardCopy
    private let writer: StateWriter
    private var schedule = SaveSchedule()
    /// What was kept last.
    private var kept: [UInt8]?

    init(_ file: StateFile, signFile: String, board: BoardCopy, writer: StateWriter) {
        (self.file, self.signFile, self.board, self.writer) = (file, signFile, board, writer)
        // What is there already is not written again at every start.
        kept = try? file.content()
    }

    /// Stores a copy of a sign file that is shown.
    func keep(_ sign: SignFile, at instant: Instant) {
        let bytes = LastGoodSign(sign: sign.source, board: board).bytes(signFile: signFile)
        guard bytes != kept else { return }
        kept = bytes
        schedule.record(at: instant)
        step(at: instant)
    }

    /// When `step` is to be called; nil while no work is due.
    var due: Instant? { schedule.due }

    /// Writes what is due.
    func step(at instant: Instant) {
        if let kept, schedule.step(at: instant, writer.outcome(of: file)) { writer.write(file) { kept } }
    }

    /// Why the copy is out of date; nil if there is no problem.
    var problem: String? {
        writer.failure(of: file).map { "no copy of the sign file is kept for a start with a broken one: \($0)" }
    }
}
