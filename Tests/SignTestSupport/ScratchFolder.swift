import Foundation

/// A folder that goes away with its owner.
public final class ScratchFolder {
    /// The folder.
    public let url: URL

    /// Creates an empty folder.
    public init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("ledsign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of a file in the folder.
    public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// The content of a file in the folder.
    public func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
    }

    /// The content of a text file in the folder.
    public func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }

    deinit { try? FileManager.default.removeItem(at: url) }
}
