import Foundation
import SignTestSupport
import Testing

@testable import SignNetwork

@Suite struct SignVersionsTests {
    private let scratch: ScratchFolder
    private let versions: SignVersions

    init() throws {
        scratch = try ScratchFolder()
        versions = SignVersions(folder: scratch.path("versions"))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.path("versions")).sorted()
    }

    @Test("versions are listed with the latest first, and read by their numbers")
    func order() throws {
        #expect(versions.list().isEmpty)
        try expectEqual(versions.keep([65], at: 1_000), 1_000)
        try expectEqual(versions.keep([66, 67], at: 2_000), 2_000)
        expectEqual(versions.list().map(\.number), [2_000, 1_000])
        expectEqual(versions.list().map(\.size), [2, 1])
        expectEqual(versions.read(1_000), [65])
        #expect(versions.read(1_500) == nil)
        try expectEqual(names(), ["1000.yaml", "2000.yaml"])
    }

    @Test("the last ten are kept")
    func ten() throws {
        for number in 1...13 { try versions.keep([UInt8(number)], at: Int64(number)) }
        expectEqual(versions.list().map(\.number), [13, 12, 11, 10, 9, 8, 7, 6, 5, 4])
        try expectEqual(names().count, 10)
    }

    @Test("a clock that is behind, or beyond all bounds, still gives greater numbers")
    func clock() throws {
        try expectEqual(versions.keep([1], at: 5_000), 5_000)
        try expectEqual(versions.keep([2], at: 0), 5_001)
        try expectEqual(versions.keep([3], at: .min), 5_002)
        try expectEqual(versions.keep([4], at: .max), 253_402_300_799_999)
        try expectEqual(versions.keep([5], at: .max), 253_402_300_800_000)
    }

    @Test("the same bytes as the latest are not kept again")
    func same() throws {
        try expectEqual(versions.keep([1], at: 1), 1)
        try expectEqual(versions.keep([1], at: 2), 1)
        try expectEqual(versions.keep([2], at: 3), 3)
        try expectEqual(versions.keep([1], at: 4), 4)
    }

    @Test("only digits are a number")
    func numbers() {
        expectEqual(SignVersions.number("1790000000000"), 1_790_000_000_000)
        for text in ["", "-1", "+1", "01", "1.yaml", "../1", "1/../2", "٣", "9999999999999999999", "1 "] {
            #expect(SignVersions.number(text) == nil, "\(text)")
        }
        expectEqual(SignVersions.number("0"), 0)
    }

    @Test("other files in the folder, links and folders among them, are none")
    func others() throws {
        try versions.keep([1], at: 7)
        let files = FileManager.default
        for name in ["8.yml", "x.yaml", "07.yaml", "9.yaml.new"] {
            _ = files.createFile(atPath: scratch.path("versions/\(name)"), contents: Data([1]))
        }
        try files.createSymbolicLink(atPath: scratch.path("versions/10.yaml"), withDestinationPath: "/etc/passwd")
        try files.createDirectory(atPath: scratch.path("versions/11.yaml"), withIntermediateDirectories: false)
        expectEqual(versions.list().map(\.number), [7])
        #expect(versions.read(10) == nil)
    }
}
