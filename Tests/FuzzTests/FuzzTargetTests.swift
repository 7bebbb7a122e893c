import Foundation
import FuzzTargets
import SignTestSupport
import Testing

/// The targets of `make fuzz` without libFuzzer: each takes its seeds, and the findings that were kept among them.
@Suite struct FuzzTargetTests {
    static let names = fuzzTargets.map(\.name)

    @Test("every target takes each of its seeds", arguments: names)
    func replays(_ name: String) throws {
        let target = try #require(fuzzTargets.first { $0.name == name }).target
        let paths = Set(try FuzzSeeds.folders(of: name).flatMap(FuzzSeeds.files)).sorted()
        #expect(!paths.isEmpty, "\(name) has no seeds")
        for path in paths {
            let bytes = [UInt8](try Data(contentsOf: PackageFolder.root.appendingPathComponent(path)))
            // Where a promise does not hold, a target stops the whole program: the last such line names the input.
            FileHandle.standardError.write(Data("\(name): \(path)\n".utf8))
            let answer = bytes.withUnsafeBufferPointer { target($0.baseAddress, $0.count) }
            #expect(answer == 0 || answer == -1, "\(path): libFuzzer takes no other answer than 0 and -1")
        }
    }

    @Test("every target has seeds in each of its folders", arguments: names)
    func hasSeeds(_ name: String) throws {
        let folders = try FuzzSeeds.folders(of: name)
        #expect(!folders.isEmpty, "add seeds to Fuzz/Seeds/\(name)")
        for folder in folders {
            try #expect(!FuzzSeeds.files(in: folder).isEmpty, "\(name): no seeds in \(folder.path)")
        }
    }

    @Test("the list has the target of every file Fuzz/Targets/Fuzz*.swift, and all seeds belong to a target")
    func list() throws {
        func names(in folder: String) throws -> Set<String> {
            let files = try FileManager.default.contentsOfDirectory(atPath: PackageFolder.root.path + "/" + folder)
            return Set(
                files.filter { $0.hasPrefix("Fuzz") }.compactMap { $0.split(separator: ".").first.map(String.init) })
        }
        // Two files are about all targets.
        try expectEqual(Set(Self.names), names(in: "Fuzz/Targets").subtracting(["FuzzTarget", "FuzzTargets"]))
        try expectEqual(names(in: "Fuzz/Seeds").subtracting(Self.names), [])
    }
}
