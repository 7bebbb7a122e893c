import Foundation
import SignTestSupport

/// The seeds of fuzz targets: files of `Fuzz/Seeds`, and of the folders that it names.
enum FuzzSeeds {
    static let folder = PackageFolder.root.appendingPathComponent("Fuzz/Seeds")

    /// The places of a target's seeds: the folder of its name, and those that its `.folders` file lists.
    static func folders(of target: String) throws -> [URL] {
        let own = folder.appendingPathComponent(target)
        let list = folder.appendingPathComponent(target + ".folders")
        let listed =
            FileManager.default.fileExists(atPath: list.path)
            ? try String(contentsOf: list, encoding: .utf8).split(separator: "\n")
                .map { PackageFolder.root.appendingPathComponent(String($0)) } : []
        return listed + (FileManager.default.fileExists(atPath: own.path) ? [own] : [])
    }

    /// The paths of all files in a place and in the folders within it, relative to the package, in order.
    static func files(in place: URL) throws -> [String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: place.path).sorted()
        let start = PackageFolder.root.path.count + 1
        return names.map { place.appendingPathComponent($0) }.filter { !$0.hasDirectoryPath && isFile($0) }
            .map { String($0.path.dropFirst(start)) }
    }

    private static func isFile(_ url: URL) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType) == .typeRegular
    }
}
