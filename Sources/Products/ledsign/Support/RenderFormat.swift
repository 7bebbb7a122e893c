import ArgumentParser
import Foundation

/// What kind of file an ending asks for.
enum RenderFormat: String, CaseIterable {
    case png, gif, txt, vcd

    /// Reads the ending of a path.
    init(path: String) throws {
        let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
        guard let format = RenderFormat(rawValue: ending) else {
            throw ValidationError("--out must end in .png, .gif, .txt or .vcd, not \"\(path)\"")
        }
        self = format
    }
}
