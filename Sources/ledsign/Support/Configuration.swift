import FileReading
import Foundation
import Schedules
import Yams

/// What a user or a machine has set once: the board that commands work for when none is named, and the clock of signs.
///
/// The first of these files that exists counts: `$XDG_CONFIG_HOME/ledsign/config.yaml` (`~/.config/...` without that
/// variable), `/etc/ledsign/config.yaml`. Both of its keys may be left out:
///
///     board: max7219-32x8
///     clock: trusted
struct Configuration: Equatable {
    /// The name or path of the board.
    var board: String?
    /// Which clock signs go by whose files do not say it.
    var clock: ClockTrust?

    /// The files that may hold it, in order.
    static func candidates(environment: [String: String]) -> [String] {
        var paths: [String] = []
        if let folder = environment["XDG_CONFIG_HOME"], !folder.isEmpty {
            paths.append(folder + "/ledsign/config.yaml")
        } else if let home = environment["HOME"], !home.isEmpty {
            paths.append(home + "/.config/ledsign/config.yaml")
        }
        return paths + ["/etc/ledsign/config.yaml"]
    }

    /// Reads the first file that exists; empty where there is none.
    static func load(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> Configuration {
        guard let path = candidates(environment: environment).first(where: FileManager.default.fileExists) else {
            return Configuration()
        }
        do {
            return try Configuration(parsing: Configuration.text(of: path), path: path)
        } catch let error as FileReadingError {
            throw Failure("\(path): cannot be read: \(error.descriptionWithCure)")
        }
    }

    private static func text(of path: String) throws -> String {
        let bytes = try RegularFile.read(path: path, limit: 65_536)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure("\(path): cannot be read: it is not UTF-8; save the file as UTF-8 text")
        }
        return text
    }

    /// Reads a file's text; an empty one sets nothing.
    init(parsing text: String, path: String) throws {
        let node: Node?
        do {
            node = try compose(yaml: text)
        } catch {
            throw Failure("\(path): is not YAML: \(error)")
        }
        guard let node else { return }
        guard let mapping = node.mapping else {
            throw Failure("\(path):1:1: expected lines such as `board: NAME`")
        }
        var problems: [String] = []
        for (key, value) in mapping {
            guard let problem = take(key.string ?? "", value.scalar?.string) else { continue }
            problems.append("\(path):\(key.mark?.line ?? 1):\(key.mark?.column ?? 1): \(problem)")
        }
        guard problems.isEmpty else { throw Failure(problems.joined(separator: "\n")) }
    }

    /// Takes a key; returns what is wrong with it.
    private mutating func take(_ key: String, _ value: String?) -> String? {
        switch key {
        case "board":
            guard let value, !value.isEmpty else {
                return "`board` has to be the name of a board or the path of its file"
            }
            board = value
        case "clock":
            guard let trust = value.flatMap(ClockTrust.init) else {
                return "`clock` has to be `synchronised` or `trusted`"
            }
            clock = trust
        default: return "unknown key \"\(key)\"; the keys are `board` and `clock`"
        }
        return nil
    }

    private init() {}
}
