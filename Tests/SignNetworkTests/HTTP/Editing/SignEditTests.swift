import Foundation
import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

@Suite struct SignEditTests {
    private let fixture: SignFileFixture
    private let versions: SignVersions
    private let edit: SignEdit
    private static let old = "board: max7219-32x8\nmessage: Bread\n"

    init() throws {
        fixture = try SignFileFixture()
        try fixture.write("signs/sign.yaml", Self.old)
        versions = SignVersions(folder: fixture.scratch.path("versions"))
        edit = SignEdit(path: fixture.path, versions: versions, allowsURLs: false)
    }

    private func save(_ text: String, _ header: String?) -> SignEdit.Outcome {
        edit.saveFirst(Array(text.utf8), ifMatch: header, at: 1_000)
    }

    private func saved() throws -> String { try fixture.scratch.text("signs/sign.yaml") }

    @Test("a tag is that of the bytes: FNV-1a and the length")
    func tags() {
        // The vectors of the FNV authors.
        expectEqual(SignEdit.tag(of: []), "\"cbf29ce484222325-0\"")
        expectEqual(SignEdit.tag(of: Array("foobar".utf8)), "\"85944171f73967e8-6\"")
    }

    @Test(
        "If-Match takes one tag, several or all; a weak tag is another",
        arguments: [
            (nil, nil), ("", nil), ("\"85944171f73967e8-6\"", true),
            ("\"x\", \"85944171f73967e8-6\"", true),
            ("*", true), ("W/\"85944171f73967e8-6\"", false), ("85944171f73967e8-6", false),
            (String(repeating: "\"x\",", count: 5_000), false),
        ] as [(String?, Bool?)])
    func matches(header: String?, expected: Bool?) {
        expectEqual(SignEdit.matches(header, Array("foobar".utf8)), expected)
    }

    @Test("who could read and write the file still can, whatever the umask takes from new files")
    func permissions() throws {
        for permissions in [0o666, 0o604, 0o600] {
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: fixture.path)
            let text = "board: max7219-32x8\nmessage: Cakes \(permissions)\n"
            expectEqual(save(text, try edit.read().tag).response.status, 200)
            let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path)
            expectEqual(attributes[.posixPermissions] as? Int, permissions)
        }
    }

    @Test("a good draft is saved as a whole, and what it replaces is kept")
    func good() throws {
        let tag = try edit.read().tag
        let new = "board: max7219-32x8\nmessage: Cakes\n"
        let outcome = save(new, tag)
        expectEqual(outcome, .saved(tag: SignEdit.tag(of: Array(new.utf8))))
        expectEqual(outcome.response.status, 200)
        try expectEqual(saved(), new)
        expectEqual(versions.read(1_000), Array(Self.old.utf8))
        let attributes = try FileManager.default.attributesOfItem(atPath: fixture.path)
        expectEqual(attributes[.posixPermissions] as? Int, 0o640)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixture.scratch.path("signs")).contains("sign.yaml"))
        // The old one can be saved again.
        expectEqual(save(Self.old, try edit.read().tag).response.status, 200)
        try expectEqual(saved(), Self.old)
    }

    @Test("without If-Match, or after another editor has saved it, nothing is written")
    func conflict() throws {
        let tag = try edit.read().tag
        expectEqual(save("message: A\n", nil), .unconditional)
        try fixture.write("signs/sign.yaml", "message: Other\n")
        let outcome = save("message: A\n", tag)
        expectEqual(outcome, .changed(tag: SignEdit.tag(of: Array("message: Other\n".utf8))))
        expectEqual(outcome.response.status, 412)
        try expectEqual(saved(), "message: Other\n")
        #expect(versions.list().isEmpty)
    }

    @Test("a draft with problems is not saved, and they have their places and lengths")
    func wrong() throws {
        let text = "board: max7219-32x8\nmessage: {text: A, colour: red}\n"
        guard case .wrong(let problems) = save(text, "*") else {
            Issue.record("saved")
            return
        }
        expectEqual(problems.map(\.place), ["2:20+6"])
        expectEqual(
            problems.first?.message, "unknown key \"colour\" for this part of a sign file; did you mean \"color\"?")
        expectEqual(
            problems.json.line,
            #"[{"line": 2, "column": 20, "length": 6, "message": "unknown key \"colour\" for this "#
                + #"part of a sign file; did you mean \"color\"?"}]"#)
        try expectEqual(saved(), Self.old)
    }

    @Test("a draft that may not come over the network is refused before anything that it names is opened")
    func forbidden() throws {
        var wasInspected = false
        let draft = Array("board: max7219-32x8\nfields: {a: {shell: id}}\nmessage: A\n".utf8)
        let outcome = edit.saveFirst(draft, ifMatch: "*", at: 1) { _, found in
            wasInspected = true
            return found
        }
        guard case .forbidden(let problems) = outcome else {
            Issue.record("not refused")
            return
        }
        expectEqual(problems.map(\.place), ["2:14+5"])
        expectEqual(outcome.response.status, 403)
        #expect(!wasInspected)
        try expectEqual(saved(), Self.old)
    }

    @Test("what the inspection finds counts")
    func inspected() throws {
        let draft = Array("board: max7219-32x8\nmessage: {text: A, font: missing}\n".utf8)
        let found = edit.check(draft) { _, found in
            found + [SignProblem(.settings(.notUTF8), path: "", place: TextPlace(line: 2, column: 26))]
        }
        expectEqual(found.all.map(\.place), ["2:26+7"])
        #expect(!found.isGood)
        #expect(edit.check(draft).isGood)
    }

    @Test("drafts that are no YAML, no UTF-8 or too large are problems, never a stop")
    func hostile() throws {
        expectEqual(edit.check([0xFF]).all.map(\.place), ["1:1+1"])
        expectEqual(edit.check([]).isGood, false)
        expectEqual(edit.check(Array("a: [b".utf8)).all.count, 1)
        expectEqual(edit.check(Array(repeating: 0x5B, count: 200_000)).all.isEmpty, false)
        let keys = (0..<9_000).map { "k\($0): 1\n" }.joined()
        expectEqual(edit.check(Array(keys.utf8)).all.count, 200)
        let large = edit.saveFirst(Array(repeating: 0x20, count: 262_145), ifMatch: "*", at: 1)
        expectEqual(large, .tooLarge(limit: 262_144))
        expectEqual(large.response.status, 413)
    }

    @Test("a link to the sign file stays one")
    func link() throws {
        let files = FileManager.default
        try files.moveItem(atPath: fixture.path, toPath: fixture.scratch.path("outside/real.yaml"))
        try files.createSymbolicLink(atPath: fixture.path, withDestinationPath: "../outside/real.yaml")
        expectEqual(save("board: max7219-32x8\nmessage: New\n", "*").response.status, 200)
        try expectEqual(files.destinationOfSymbolicLink(atPath: fixture.path), "../outside/real.yaml")
        #expect(try fixture.scratch.text("outside/real.yaml").hasSuffix("New\n"))
    }

    @Test("a file that is missing, or a folder that cannot be written, is reported with the fix")
    func failures() throws {
        let missing = SignEdit(path: fixture.scratch.path("none.yaml"), versions: nil, allowsURLs: false)
        expectEqual(missing.saveFirst([], ifMatch: "*", at: 1).response.status, 500)
        let blocked = SignEdit(path: fixture.path, versions: SignVersions(folder: "/proc/none"), allowsURLs: false)
        expectEqual(
            blocked.saveFirst(Array("board: max7219-32x8\nmessage: A\n".utf8), ifMatch: "*", at: 1).response.status, 500
        )
        try expectEqual(saved(), Self.old)
    }
}

extension SignEdit {
    /// Saves as the first request of a server does.
    fileprivate func saveFirst(
        _ draft: [UInt8], ifMatch header: String?, at time: Int64, inspect: SignDraft.Inspection = { $1 }
    ) -> Outcome {
        var last: (replaced: [UInt8], tag: String)?
        return save(draft, ifMatch: header, last: &last, at: time, inspect: inspect)
    }
}
