import Foundation
import Glibc
import LinuxSystem
import Settings
import SignFiles
import SignTestSupport
import Testing

@testable import SignNetwork

/// Backups over HTTP, read and made by `tar`.
@Suite struct BackupRoutesTests {
    private static let address = "/api/v1/backup"
    private static let file =
        "# ours\nboard: ./board.yaml\nhttp: {edit: yes}\nmessages:\n  - {image: photos/, fit: cover}\n  - Bread\n"

    private struct Failure: Error {}

    private final class Bench {
        let fixture: SignFileFixture
        let bench: ServerBench
        var png: [UInt8] = []

        init(edit: Bool = true) throws {
            fixture = try SignFileFixture()
            let picture = PackageFolder.root.appendingPathComponent("web/recipes/text.png")
            png = Array(try Data(contentsOf: picture))
            var settings = HTTPSettings()
            settings.edit = edit
            let scratch = fixture.scratch
            try fixture.write("signs/token.png", Self.token)
            bench = try ServerBench(
                settings, token: scratch.path("signs/token.png"), signFile: fixture.path,
                versionsFolder: scratch.path("state/versions"))
            for folder in ["icons", "photos"] { mkdir(scratch.path("signs/\(folder)"), 0o755) }
            for name in ["pictures/logo", "icons/7", "photos/a", "photos/.hidden", "other"] {
                try Data(png).write(to: URL(fileURLWithPath: scratch.path("signs/\(name).png")))
            }
            try fixture.write("signs/pictures/notes.txt", "notes")
            try fixture.write("signs/board.yaml", "summary: Ours\n")
            try fixture.write("signs/sign.yaml", BackupRoutesTests.file)
        }

        static let token = String(repeating: "5eed", count: 16)
        static let bearer = "Authorization: Bearer \(token)"

        func get() throws -> TestReply { try bench.send("GET", BackupRoutesTests.address, [Self.bearer]) }

        func put(_ archive: [UInt8], from address: String = "127.0.0.1") throws -> TestReply {
            let head = [
                "PUT \(BackupRoutesTests.address) HTTP/1.1", "Host: 127.0.0.1:\(bench.port)", Self.bearer,
                "Content-Type: application/x-tar", "Content-Length: \(archive.count)",
            ]
            return try bench.exchange(
                bytes: Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + archive, from: address)
        }

        /// Runs a script in an empty folder with the files of the sign beside it, and returns the archive a.tar that it makes.
        func archive(_ script: String) throws -> [UInt8] {
            let folder = try ScratchFolder()
            try Data(png).write(to: URL(fileURLWithPath: folder.path("a.png")))
            try Data("message: Cakes\n".utf8).write(to: URL(fileURLWithPath: folder.path("sign.yaml")))
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = [
                "-ec", "cd \"$0\"; mkdir pictures; cp a.png pictures/new.png; \(script)", folder.url.path,
            ]
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else { throw Failure() }
            return try folder.bytes("a.tar")
        }

        /// All files of the sign's folder with what they hold.
        func everything() throws -> [String: [UInt8]] {
            let root = fixture.scratch.path("signs")
            var found: [String: [UInt8]] = [:]
            for case let name as String in FileManager.default.enumerator(atPath: root) ?? .init() {
                found[name] = (try? fixture.scratch.bytes("signs/\(name)")) ?? []
            }
            return found
        }
    }

    @Test(
        "a backup has the sign file, the board, pictures, icons and what the file names, and no token, link or other file"
    )
    func made() throws {
        let test = try Bench()
        let reply = try test.get()
        expectEqual(reply.status, 200, "\(reply.text)")
        expectEqual(reply["Content-Type"], "application/x-tar")
        expectEqual(reply["Content-Disposition"], "attachment; filename=\"sign.tar\"")
        let folder = try ScratchFolder()
        try Data(reply.body).write(to: URL(fileURLWithPath: folder.path("sign.tar")))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/tar")
        process.arguments = ["-xf", folder.path("sign.tar"), "-C", folder.url.path]
        try process.run()
        process.waitUntilExit()
        expectEqual(process.terminationStatus, 0)
        unlink(folder.path("sign.tar"))
        let names = (FileManager.default.enumerator(atPath: folder.url.path)?.compactMap { $0 as? String } ?? [])
            .sorted()
        expectEqual(
            names,
            [
                "board.yaml", "icons", "icons/7.png", "photos", "photos/a.png", "pictures", "pictures/logo.png",
                "sign.yaml",
            ])
        try expectEqual(folder.text("sign.yaml"), Self.file)
        try expectEqual(folder.bytes("pictures/logo.png"), test.png)
        try expectEqual(test.get().status, 200)
        try expectEqual(test.get().status, 429)
    }

    @Test(
        "a backup is restored as it was, with the machine's own keys as they are now, and what it replaces is a version"
    )
    func restored() throws {
        let test = try Bench()
        let backup = try test.get().body
        let now = "http: {edit: yes, urls: yes}\nmessage: Cakes\n"
        try test.fixture.write("signs/sign.yaml", now)
        for name in ["pictures/logo", "photos/a"] { unlink(test.fixture.scratch.path("signs/\(name).png")) }
        rmdir(test.fixture.scratch.path("signs/photos"))
        try test.fixture.write("signs/board.yaml", "summary: Another\n")
        // What a process left that was ended while it restored.
        mkdir(test.fixture.scratch.path("signs/.restore.new"), 0o755)
        try test.fixture.write("signs/.restore.new/half.png", "half")
        let reply = try test.put(backup)
        expectEqual(reply.status, 200, "\(reply.text)")
        for name in ["pictures/logo", "photos/a"] {
            try expectEqual(test.fixture.scratch.bytes("signs/\(name).png"), test.png)
        }
        let file = try SettingsEditor(test.fixture.scratch.bytes("signs/sign.yaml"), form: .sign).value
        expectEqual(file["http"], ["edit": "yes", "urls": "yes"])
        expectEqual(file["board"], nil)
        expectEqual(file["messages"], [["image": "photos/", "fit": "cover"], "Bread"])
        try expectEqual(test.fixture.scratch.text("signs/board.yaml"), "summary: Another\n")
        expectEqual(Folder.entry(at: test.fixture.scratch.path("signs/.restore.new")), nil)
        let versions = SignVersions(folder: test.fixture.scratch.path("state/versions"))
        expectEqual(versions.list().compactMap { versions.read($0.number) }, [Array(now.utf8)])
    }

    @Test("an archive of tar with folders and points is restored; the same file again changes nothing in it")
    func others() throws {
        let test = try Bench()
        try expectEqual(test.put(test.archive("rm a.png; tar -cf ../a.tar .; mv ../a.tar .")).status, 200)
        try expectEqual(test.fixture.scratch.bytes("signs/pictures/new.png"), test.png)
        let text = try test.fixture.scratch.text("signs/sign.yaml")
        #expect(text.hasPrefix("message: Cakes\n") && text.contains("board: ./board.yaml"), "\(text)")
        try test.fixture.write("signs/sign.yaml", Self.file)
        try expectEqual(test.put(try test.get().body).status, 200)
        try expectEqual(test.fixture.scratch.text("signs/sign.yaml"), Self.file)
    }

    @Test("a hostile archive changes nothing")
    func hostile() throws {
        let test = try Bench()
        let before = try test.everything()
        let outside = try test.fixture.scratch.bytes("outside/secret.png")
        let link = "ln -s /etc pictures/etc; tar -cf a.tar sign.yaml pictures"
        for (number, (script, status, words)) in [
            ("tar -cf a.tar pictures", 400, "has no sign.yaml"), (link, 400, "is no plain file"),
            ("mkfifo x.png; tar -cf a.tar sign.yaml x.png", 400, "is no plain file"),
            ("ln a.png b.png; tar -cf a.tar sign.yaml a.png b.png", 400, "is no plain file"),
            ("tar -cPf a.tar --transform=s,a.png,../out.png, sign.yaml a.png", 400, "not one of a file beside"),
            (
                "tar -cPf a.tar --transform=s,a.png,/tmp/ledsign-out.png, sign.yaml a.png", 400,
                "not one of a file beside"
            ),
            ("tar -cf a.tar --transform=s,a.png,.ssh/a.png, sign.yaml a.png", 400, "not one of a file beside"),
            ("tar -cf a.tar --transform=s,a.png,1/2/3/4/a.png, sign.yaml a.png", 400, "not one of a file beside"),
            ("tar -cf a.tar --transform=s,a.png,out/secret.png, sign.yaml a.png", 400, "a link on its way"),
            ("tar -cf a.tar sign.yaml a.png; tar -rf a.tar a.png", 400, "twice"),
            ("echo '<html>' > x.png; tar -cf a.tar sign.yaml x.png", 400, "HTML page"),
            ("echo x > run.sh; tar -cf a.tar sign.yaml run.sh", 400, "no picture, font or calendar"),
            ("echo x > token; tar -cf a.tar sign.yaml token", 400, "no picture, font or calendar"),
            ("echo '<html>' > x.bdf; tar -cf a.tar sign.yaml x.bdf", 400, "no picture, font or calendar"),
            ("tar -cf b.tar sign.yaml a.png; head -c 2000 b.tar > a.tar", 400, "cut off"),
            ("tar -cf b.tar sign.yaml a.png; tail -c +2 b.tar > a.tar", 400, "no tar archive"),
            ("echo hello > a.tar", 400, "no tar archive"), ("tar -czf a.tar sign.yaml", 400, "no tar archive"),
            ("echo 'message: {image: gone.png}' > sign.yaml; tar -cf a.tar sign.yaml pictures", 400, "gone.png"),
            (
                "echo 'message: {image: /etc/passwd}' > sign.yaml; tar -cf a.tar sign.yaml pictures", 403,
                "begins with a slash"
            ),
            ("echo 'mesage: x' > sign.yaml; tar -cf a.tar sign.yaml pictures", 400, "mesage"),
            ("echo '[' > sign.yaml; tar -cf a.tar sign.yaml pictures", 400, ""),
            (
                "printf 'fields: {a: {command: [id]}}\\nmessage: \"{a}\"' > sign.yaml; tar -cf a.tar sign.yaml pictures",
                403,
                "runs a program"
            ),
            (
                "for n in $(seq \(SignPictures.maximumCount)); do cp a.png pictures/$n.png; done; tar -cf a.tar sign.yaml pictures",
                400, "at most"
            ),
        ].enumerated() {
            // Each address may change something 20 times a second.
            let reply = try test.put(test.archive(script), from: "127.0.0.\(number + 1)")
            expectEqual(reply.status, status, "\(script) \(reply.text)")
            #expect(words.isEmpty || reply.text.contains(words), "\(script) \(reply.text)")
            try expectEqual(test.everything(), before, "\(script)")
        }
        try expectEqual(test.fixture.scratch.bytes("outside/secret.png"), outside)
        expectEqual(Folder.entry(at: "/tmp/ledsign-out.png"), nil)
        expectEqual(Folder.entry(at: test.fixture.scratch.path("out.png")), nil)
    }

    @Test("without edit: yes or the token there is no backup, and none is restored")
    func locked() throws {
        let test = try Bench(edit: false)
        let archive = try test.archive("tar -cf a.tar sign.yaml")
        try expectEqual(test.get().status, 403)
        try expectEqual(test.put(archive).status, 403)
        try expectEqual(Bench().bench.send("GET", Self.address).status, 401)
    }
}
