import Foundation
import Yams

/// What a user or a machine has set once: the board that commands work for when none is named.
///
/// The first of these files that exists counts: `$XDG_CONFIG_HOME/ledsign/config.yaml` (`~/.config/...` without that
/// variable), `/etc/ledsign/config.yaml`. It has one key:
///
///     board: max7219-32x8
struct Configuration: Equatable {
    /// The name or path of the board.
    var board: String?

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
            return try Configuration(parsing: String(contentsOfFile: path, encoding: .utf8), path: path)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure("\(path): cannot be read: \((error as NSError).localizedDescription)")
        }
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
            throw Failure("\(path):1:1: expected the line `board: NAME`")
        }
        for (key, value) in mapping {
            let place = "\(path):\(key.mark?.line ?? 1):\(key.mark?.column ?? 1)"
            guard key.string == "board" else {
                throw Failure("\(place): unknown key \"\(key.string ?? "")\"; the only key is `board`")
            }
            guard let board = value.scalar?.string, !board.isEmpty else {
                throw Failure("\(place): `board` has to be the name of a board or the path of its file")
            }
            self.board = board
        }
    }

    private init() {}
}
